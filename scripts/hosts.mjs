// Measures hosts against the canary: node scripts/hosts.mjs [NAME[:FORMAT]…] [--update] [--keep FOLDER].
// `--install` only installs, without names the libraries; `--lock` writes their locks anew;
// `--unapproved` measures what the model gets of calls that nobody has approved (test/hosts/unapproved).
// Without names: every command-line host. Needs a build. Installs what is missing (test/hosts), talks
// to 127.0.0.1 alone, and compares with test/hosts/captures; `--update` writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hosts } from '../test/hosts/hosts.mjs';
import { install, installRuntime, lock } from '../test/hosts/install.mjs';
import { written } from '../test/hosts/reduce.mjs';
import { measureHost } from '../test/hosts/run.mjs';
import { refusals, unapproved } from '../test/hosts/unapproved.mjs';

const captures = join(import.meta.dirname, '..', 'test', 'hosts', 'captures');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean' },
    keep: { type: 'string' },
    verbose: { type: 'boolean' },
    install: { type: 'boolean' },
    lock: { type: 'boolean' },
    unapproved: { type: 'boolean' },
  },
});

installRuntime();
if (values.install) eachLibrary(positionals, install, 'installed');
else if (values.lock) eachLibrary(positionals, lock, 'locked');
else if (values.unapproved)
  for (const name of positionals.length > 0 ? positionals : Object.keys(unapproved))
    await compareUnapproved(name);
else for (const [host, format] of wanted(positionals)) await compare(host, format);

/** The named hosts, or all libraries, one after the other. */
function eachLibrary(names, act, done) {
  const libraries = Object.values(hosts).filter(({ kind }) => kind !== 'command-line');
  for (const host of names.length > 0 ? names.map((name) => hosts[name]) : libraries) {
    act(host);
    console.log(`${host.name}: ${done}`);
  }
}

async function compare(host, format) {
  const name = `${host.name}-${format}`;
  const file = join(captures, `${name}.json`);
  try {
    const keep = values.keep && join(values.keep, `${name}.ndjson`);
    const { status, output, measured } = await measureHost(host, format, { keep });
    if (values.verbose) console.error(output);
    tell(name, status, file, written(measured));
  } catch (error) {
    process.exitCode = 1;
    console.log(`${name}: ${error.message}`);
  }
}

/** What a host lets its model read of calls that nobody has approved, in its first API format. */
async function compareUnapproved(name) {
  const host = hosts[name];
  const file = join(captures, '..', 'unapproved', `${name}.json`);
  const { profile } = JSON.parse(readFileSync(file, 'utf8'));
  const start = (told) => unapproved[name](host.start(told));
  const { status, measured } = await measureHost({ ...host, start }, host.formats[0]);
  const found = refusals(profile, measured);
  tell(`${name}, unapproved`, status, file, `${JSON.stringify(found, null, 2)}\n`, measured);
}

function wanted(names) {
  const all = Object.values(hosts);
  const chosen = names.length > 0 ? names : all.filter(({ kind }) => kind === 'command-line');
  return chosen.flatMap((each) => {
    const [name, format] = typeof each === 'string' ? each.split(':') : [each.name];
    const host = hosts[name];
    if (!host)
      throw new Error(`there is no host ${name}; there are ${Object.keys(hosts).join(', ')}`);
    return (format ? [format] : host.formats).map((one) => [host, one]);
  });
}

function tell(name, status, file, text, { requests, tools } = JSON.parse(text)) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const how = before === text ? 'as before' : before === '' ? 'new' : 'different';
  console.log(
    `${name}: ${how}; ${requests} requests, ${Object.keys(tools).length} tools, exit ${status}`,
  );
  if (how === 'as before') return;
  if (how === 'different') for (const line of differences(before, text)) console.log(`  ${line}`);
  if (values.update) {
    mkdirSync(captures, { recursive: true });
    writeFileSync(file, text);
  } else {
    process.exitCode = 1;
  }
}

/** The first lines that are in one text only. */
function differences(before, after) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`);
  const come = now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone.slice(0, 5), ...come.slice(0, 5)].map((line) => line.slice(0, 300));
}
