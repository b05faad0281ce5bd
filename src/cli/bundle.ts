import { arch, platform, release } from 'node:os';
import { type ArchiveFile, tarGz } from '../interop/export/tar.ts';
import { recordingFrom } from '../recording/load.ts';
import { renderCheckJson } from '../view/json/check.ts';
import { checkAll, checkingOf } from './checking.ts';
import { VERSION } from './version.ts';

/**
 * What somebody who is to find a fault needs, as one file: the redacted recording, what `sadap check` says of
 * it, and the versions. `recording` are the bytes after redaction; nothing else of the original is looked at.
 */
export async function bundleOf(recording: Buffer, name: string): Promise<Buffer> {
  const checked = await checkAll([recordingFrom(recording, name)], await checkingOf({}));
  const lines = renderCheckJson(checked);
  const { server, client, era, revision } = checked[0]?.session ?? {};
  const versions = {
    sadap: VERSION,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    server: server && { name: server.name, version: server.version },
    client: client && { name: client.name, version: client.version },
    era,
    revision,
  };
  const files: ArchiveFile[] = [
    { name: 'recording.ndjson', bytes: recording },
    { name: 'check.ndjson', bytes: Buffer.from(`${[...lines].join('\n')}\n`) },
    { name: 'versions.json', bytes: Buffer.from(`${JSON.stringify(versions, undefined, 2)}\n`) },
  ];
  return tarGz(files);
}
