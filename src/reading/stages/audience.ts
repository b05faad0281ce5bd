import { type Reader, whole } from '../cover.ts';

/** `annotations` of a content block: for whom it is meant, how important it is. */
export const annotations: Reader = whole('blocks.annotations');
