import { readFileSync, writeFileSync } from 'node:fs';
import { encodeEntry } from '../../recording/encode.ts';
import { loadRecording } from '../../recording/load.ts';

/**
 * Takes out of the header of a recording what belongs to the machine and the moment: it will lie in a
 * repository. All other lines keep their bytes.
 */
export async function tidy(path: string): Promise<void> {
  const { header } = await loadRecording(path);
  const { process: _process, run: _run, server, ...rest } = header;
  const { cwd: _cwd, ...kept } = server;
  const bytes = readFileSync(path);
  const body = bytes.subarray(bytes.indexOf(0x0a) + 1);
  writeFileSync(path, Buffer.concat([encodeEntry({ ...rest, server: kept }), body]));
}
