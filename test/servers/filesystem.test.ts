import { expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { answered, callsOf, describeServer, endingOf, exchangesOf, toolNames } from './support.ts';

const published = {
  program: 'mcp-server-filesystem',
  args: ['FOLDER/catatan'],
  script: 'filesystem',
};

describeServer(published, (live) => {
  verifies('servers:recorded', 'servers:bytes', 'servers:explored');

  it('shakes hands and lists its tools', () => {
    const [initialize] = exchangesOf(live(), 'initialize');
    expect(answered(initialize, '/result/serverInfo/name')).toBe('secure-filesystem-server');
    expect(toolNames(live())).toHaveLength(14);
    expect(toolNames(live())).toContain('list_directory');
  });

  it('lists the folder, reads the note, and fails to read what is not there', () => {
    const [list] = callsOf(live(), 'list_directory');
    expect(answered(list, '/result/content/0/text')).toBe('[FILE] catatan.txt');
    expect(answered(list, '/result/structuredContent')).toEqual({ content: '[FILE] catatan.txt' });
    const [read, readNone] = callsOf(live(), 'read_text_file');
    expect(answered(read, '/result/content/0/text')).toBe('Kamar Al-Fatih 1: periksa lampu.\n');
    expect(answered(readNone, '/result/isError')).toBe(true);
    expect(answered(readNone, '/result/content/0/text')).toMatch(/ENOENT/);
  });

  it('ends by itself when its input ends', () => {
    verifies('servers:ended');
    expect(endingOf(live())).toEqual(['started', 'stdin-closed', 'exit 0']);
  });
});
