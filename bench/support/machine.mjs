import { cpus, release, totalmem } from 'node:os';

/** What was measured on, in one line. */
export function machine() {
  const model = cpus()[0]?.model ?? 'CPU';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.version}, ${cpus().length} × ${model}, ${memory} GiB, ${process.platform} ${release()}`;
}
