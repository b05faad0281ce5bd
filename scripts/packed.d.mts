/** Packs what the build left into the folder; gives the path of the tarball. */
export function packed(folder: string): string;
