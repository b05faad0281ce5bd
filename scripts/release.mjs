// May this be released? The tag has to be the version of package.json, and the changelog a section of it.
//   node scripts/release.mjs v0.2.0
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/** What speaks against releasing under this tag; nothing when all is well. */
export function obstacles(tag, manifest, changelog) {
  const { version } = manifest;
  const found = [];
  if (tag !== `v${version}`) found.push(`the tag is ${tag}, the version v${version}`);
  // npm compares it with where the workflow runs before it signs the provenance.
  if (!manifest.repository) found.push('package.json names no repository');
  if (manifest.private) found.push('the package is private');
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) =>
    new RegExp(`^${escaped(version)}(?![\\d.-])`).test(section),
  );
  if (own === undefined) found.push(`the changelog has no section "## ${version}"`);
  else if (!/^- /m.test(own)) found.push(`the changelog says nothing of ${version}`);
  const unreleased = sections.find((section) => section.startsWith('Unreleased'));
  if (/^- /m.test(unreleased ?? ''))
    found.push('the changelog still has entries under "Unreleased"');
  return found;
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

if (argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const found = obstacles(argv[2] ?? '', manifest, readFileSync('CHANGELOG.md', 'utf8'));
  for (const each of found) console.error(`not to be released: ${each}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
