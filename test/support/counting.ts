/** A list that counts how often its items are asked for: work of a function, without a clock. */
export function counting<T>(items: readonly T[]): {
  readonly list: readonly T[];
  readonly reads: () => number;
} {
  let reads = 0;
  const list = new Proxy(items, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      // A proxy hands on what it is asked for, of whatever type it is.
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, reads: () => reads };
}

/** The same objects, which count how often this member of any of them is asked for. */
export function countingMember<T extends object, K extends keyof T>(
  items: readonly T[],
  key: K,
): { readonly list: T[]; readonly reads: () => number } {
  let reads = 0;
  const list = items.map((item) =>
    // The same members, one of them through a getter.
    Object.defineProperty({ ...item }, key, {
      enumerable: true,
      get: () => {
        reads += 1;
        return item[key];
      },
    }),
  );
  return { list, reads: () => reads };
}
