/** What speaks against releasing under this tag; nothing when all is well. */
export function obstacles(
  tag: string,
  manifest: { readonly version: string; readonly private?: boolean; readonly repository?: object },
  changelog: string,
): string[];
