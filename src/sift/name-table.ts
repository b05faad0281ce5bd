/** Values by names that stand somewhere in a buffer: no string is made to look one up. */
export class NameTable<T> {
  readonly #byHash = new Map<number, { readonly name: Uint8Array; value: T }[]>();

  get(bytes: Uint8Array, start: number, end: number): T | undefined {
    return this.#find(bytes, start, end)?.value;
  }

  set(name: Uint8Array, value: T): void {
    const known = this.#find(name, 0, name.length);
    const hash = hashOf(name, 0, name.length);
    if (known) known.value = value;
    else this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), { name, value }]);
  }

  #find(bytes: Uint8Array, start: number, end: number) {
    const all = this.#byHash.get(hashOf(bytes, start, end));
    if (all) for (const each of all) if (isSame(each.name, bytes, start, end)) return each;
    return undefined;
  }
}

/** FNV-1a of 32 bits, as a small integer. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >> 2;
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let nth = 0; nth < name.length; nth += 1) if (name[nth] !== bytes[start + nth]) return false;
  return true;
}
