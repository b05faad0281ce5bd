import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { emptyFolder } from '../../support/sadap.ts';
import { leaksIn, type Planted } from './planted.ts';

/** A folder that has all in it that a program may write to: home, temporary files, its own place. */
export class World {
  readonly folder: string = emptyFolder();
  readonly here: string = this.#made('here');
  readonly env: Readonly<Record<string, string>> = {
    HOME: this.#made('home'),
    TMPDIR: this.#made('tmp'),
    XDG_STATE_HOME: this.#made('state'),
    SADAP_DIR: this.#made('recordings'),
  };

  /** Every file, by its path in the folder. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [relative(this.folder, path), unpacked(path)]),
    );
  }

  /** `file: kind of place` for each value that a file or its name gives away. */
  leaks(planted: readonly Planted[], not: (file: string) => boolean = () => false): string[] {
    return [...this.files()]
      .filter(([file]) => !not(file))
      .flatMap(([file, bytes]) =>
        [...leaksIn(bytes, planted), ...leaksIn(file, planted)].map((leak) => `${file}: ${leak}`),
      );
  }

  #made(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path);
    return path;
  }
}

function unpacked(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
