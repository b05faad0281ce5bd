import { type Reader, whole } from '../cover.ts';

/** `structuredContent` of a tool result, next to or instead of `content`. */
export const structuredContent: Reader = whole('result.structured');
