// Makes the sample recordings anew: node scripts/samples.mjs [NAME…]. Needs a build, the packages of
// test/servers (npm run servers:install), and for asrama-python a Python with the packages of
// test/fixtures/python (SADAP_PYTHON). Everything runs in a neutral folder, so that the recordings
// hold no path, name or variable of the machine that made them.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stage = '/tmp/sadap-samples';
const tools = join(stage, 'bin');
const published = join(root, 'test/servers/node_modules/.bin');

const samples = {
  'asrama-sdk-v1': {
    script: 'asrama',
    command: ['sadap', 'asrama', '--sdk', 'v1', '--soft-errors'],
    era: ['--revision', '2025-06-18'],
  },
  'asrama-sdk-v2-legacy': {
    script: 'asrama',
    command: ['sadap', 'asrama'],
    era: ['--revision', '2025-06-18'],
  },
  'asrama-sdk-v2-modern': {
    script: 'asrama',
    command: ['sadap', 'asrama'],
    era: ['--era', 'modern'],
  },
  'asrama-python': {
    script: 'asrama',
    command: ['python', 'asrama_server.py'],
    era: ['--revision', '2025-06-18'],
  },
  filesystem: { script: 'filesystem', command: ['mcp-server-filesystem', join(stage, 'catatan')] },
  everything: { script: 'everything', command: ['mcp-server-everything', 'stdio'] },
  memory: { script: 'memory', command: ['mcp-server-memory'] },
  kubernetes: { script: 'kubernetes', command: ['kubernetes-mcp-server'] },
};

prepare();
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(samples)) {
  if (samples[name]) make(name);
  else fail(`there is no sample ${name}`);
}
rmSync(stage, { recursive: true, force: true });

function prepare() {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(join(stage, 'catatan'), { recursive: true });
  mkdirSync(tools);
  writeFileSync(join(stage, 'catatan/catatan.txt'), 'Kamar Al-Fatih 1: periksa lampu.\n');
  writeFileSync(join(stage, 'kubeconfig.yaml'), kubeconfig());
  cpSync(join(root, 'test/fixtures/python/asrama_server.py'), join(stage, 'asrama_server.py'));
  symlinkSync(join(root, 'bin/sadap.js'), join(tools, 'sadap'));
  chmodSync(join(root, 'bin/sadap.js'), 0o755);
  for (const name of [
    'mcp-server-filesystem',
    'mcp-server-everything',
    'mcp-server-memory',
    'kubernetes-mcp-server',
  ])
    if (existsSync(join(published, name))) symlinkSync(join(published, name), join(tools, name));
  const python = process.env.SADAP_PYTHON;
  // A link would lose the packages of a virtual environment.
  if (python)
    writeFileSync(join(tools, 'python'), `#!/bin/sh\nexec "${python}" "$@"\n`, { mode: 0o755 });
}

/** A cluster that nothing answers for: the server starts, and lists its tools. */
function kubeconfig() {
  return `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:1" } }]
contexts: [{ name: none, context: { cluster: none, user: nobody } }]
current-context: none
users: [{ name: nobody, user: {} }]
`;
}

/** Takes the place of the committed sample only when the script ran to its end without a failure. */
function make(name) {
  const { script, command, era = [] } = samples[name];
  if (!existsSync(join(tools, command[0]))) return fail(`${name}: there is no ${command[0]}`);
  const made = join(stage, `${name}.ndjson`);
  const path = join(root, 'recordings/scripts', `${script}.yaml`);
  const args = ['record', path, '--quiet', '-o', made, '--label', script, ...era, '--', ...command];
  const ran = spawnSync(process.execPath, [join(root, 'bin/sadap.js'), ...args], {
    cwd: stage,
    env: {
      PATH: `${tools}:${join(process.execPath, '..')}:/usr/bin:/bin`,
      HOME: stage,
      NOTES: join(stage, 'catatan'),
      KUBECONFIG: join(stage, 'kubeconfig.yaml'),
      MEMORY_FILE_PATH: join(stage, 'graph.jsonl'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    encoding: 'utf8',
  });
  if (ran.status !== 0) return fail(`${name}: exit ${ran.status}\n${ran.stderr}`);
  const target = join(root, 'recordings', `${name}.ndjson`);
  cpSync(made, target);
  chmodSync(target, 0o644);
  console.log(`${name}\n${ran.stdout}`);
}

function fail(why) {
  console.error(`samples: ${why}`);
  process.exitCode = 1;
}
