/** Something that could mean that what was passed over matters: the recording has to be read as a whole. */
export class Unsure extends Error {}
