// Writes src/reading/profiles/index.ts, the list of all profile files beside it, and the published copy
// of the schema. Run it after adding or removing a file; a test fails when it was forgotten.
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/reading/profiles', import.meta.url));

/** The text of the list for the profile files of a folder. */
export function indexOf(files) {
  const ids = files
    .filter((name) => name.endsWith('.json') && name !== 'base.json')
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const variable = (id) => `${id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())}Profile`;
  return [
    '// Written by scripts/profiles.mjs; do not edit.',
    "import type { JsonValue } from '../../model/json.ts';",
    ...ids.map((id) => `import ${variable(id)} from './${id}.json' with { type: 'json' };`),
    '',
    'const documents: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([',
    ...ids.map((id) => `  ['${id}', ${variable(id)}],`),
    ']);',
    '',
    '/** Names of all built-in profiles. */',
    'export const ids: readonly string[] = [...documents.keys()];',
    '',
    '/** The document of a built-in profile. */',
    'export function documentOf(id: string): JsonValue | undefined {',
    '  return documents.get(id);',
    '}',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(folder, 'index.ts'), indexOf(readdirSync(folder)));
  const published = fileURLToPath(
    new URL('../docs/reference/profile.schema.json', import.meta.url),
  );
  copyFileSync(join(folder, '../profile.schema.json'), published);
}
