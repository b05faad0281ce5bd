import { type Func, moduleBytes } from '../../wire/wasm.ts';
import { find, hit } from './find-code.ts';
import { hash } from './hash-code.ts';
import { control } from './head-code.ts';
import { json, key, number, space } from './json-code.ts';
import { FUNCTIONS, GLOBALS } from './layout.ts';
import { line, stderr } from './line-code.ts';
import { note } from './note-code.ts';
import { isClean, isToolsCall, tellId } from './plain-bytes-code.ts';
import { plain } from './plain-code.ts';
import { content, member, members, meta } from './plain-members-code.ts';
import {
  isRepeated,
  isSame,
  isTelling,
  plainObject,
  plainValue,
  token,
} from './plain-value-code.ts';
import { lineFeed, scan, slot } from './scan-code.ts';
import { string } from './string-code.ts';

const FUNCS: readonly Func[] = [
  space,
  hash,
  control,
  string,
  number,
  note,
  key,
  json,
  slot,
  lineFeed,
  line,
  stderr,
  scan,
  hit,
  find,
  plain,
  members,
  member,
  content,
  token,
  meta,
  plainValue,
  plainObject,
  isRepeated,
  isSame,
  isTelling,
  isClean,
  isToolsCall,
  tellId,
];

/** The scan of recordings as WebAssembly. `pages`: how large its memory is, in 64 KiB. */
export function scanModule(pages: number): Uint8Array<ArrayBuffer> {
  const inOrder = FUNCTIONS.map((name) => {
    const found = FUNCS.find((each) => each.name === name);
    if (!found) throw new Error(`the scan has no ${name}`);
    return found;
  });
  return moduleBytes(inOrder, { host: 'env', sharedPages: pages, globals: GLOBALS });
}
