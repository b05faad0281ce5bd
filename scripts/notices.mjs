// The licences of the packages that are bundled into the program: theirs ask to go where it goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that let their code be part of a program under the MIT licence. */
export const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
]);

/**
 * Gives the text of all notices for the bundles that these metafiles tell of. Throws for a package
 * without a licence that is known and allowed, or without its text.
 */
export function noticesOf(metafiles) {
  const packages = bundledPackages(metafiles).map(noticeOf);
  const list = packages.map(({ name, version, licence }) => `- ${name} ${version} (${licence})`);
  const texts = packages.map(
    ({ name, version, text }) => `${'='.repeat(78)}\n${name} ${version}\n\n${text}\n`,
  );
  return `sadap contains code of these packages:\n\n${list.join('\n')}\n\n${texts.join('\n')}`;
}

/** Folders below `node_modules` of which code got into an output, sorted, each once. */
export function bundledPackages(metafiles) {
  const outputs = metafiles.flatMap(({ outputs }) => Object.values(outputs));
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  const paths = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort((a, b) => a.localeCompare(b, 'en'));
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!ALLOWED.has(license)) throw new Error(`${name} ${version} has the licence ${license}`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)([.-]|$)/i.test(file));
  if (files.length === 0)
    throw new Error(`${name} ${version} comes without the text of its licence`);
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { name, version, licence: license, text };
}
