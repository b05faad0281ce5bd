/**
 * The environment of every program that is measured.
 *
 * @param {Record<string, string>} more
 */
export function environment(more = {}) {
  // Extra certificates cost Node 20 tens of milliseconds at each start and are no property of a program.
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', ...more };
}
