import { expect, it } from 'vitest';
import { checkSession } from '../../src/check/registry.ts';
import { answerOf } from '../../src/model/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { verifies } from '../support/verifies.ts';
import {
  answered,
  callsOf,
  describeServer,
  endingOf,
  exchangesOf,
  textAt,
  toolNames,
} from './support.ts';

const published = { program: 'mcp-server-everything', args: ['stdio'], script: 'everything' };

describeServer(published, (live) => {
  verifies('servers:recorded', 'servers:bytes', 'servers:explored');

  it('shakes hands and lists its tools, those for an able client too', () => {
    const [initialize] = exchangesOf(live(), 'initialize');
    expect(answered(initialize, '/result/serverInfo/name')).toBe('mcp-servers/everything');
    expect(answered(initialize, '/result/instructions')).toMatch(/^# Everything Server/);
    expect(toolNames(live())).toHaveLength(16);
    expect(toolNames(live())).toContain('trigger-sampling-request');
  });

  it.each([
    [
      'sampling/createMessage',
      'trigger-sampling-request',
      '/result/content/text',
      'Dua anak kelas 7A.',
    ],
    ['elicitation/create', 'trigger-elicitation-request', '/result/action', 'decline'],
  ])('asks %s during a call, and is answered from the script', (method, tool, pointer, said) => {
    verifies('servers:asks-back');
    const [asked] = exchangesOf(live(), method);
    expect(asked?.request.from).toBe('server');
    expect(answered(asked, pointer)).toBe(said);
    expect(asked?.within?.seq).toBe(callsOf(live(), tool)[0]?.request.seq);
  });

  it('asks for the roots, and is answered from the script', () => {
    verifies('servers:asks-back');
    const [asked] = exchangesOf(live(), 'roots/list');
    expect(asked?.request.from).toBe('server');
    expect(answered(asked, '/result/roots/0/uri')).toBe('file:///srv/catatan');
  });

  it('tells its progress by the token of the call', () => {
    verifies('servers:tells');
    const [call] = callsOf(live(), 'trigger-long-running-operation');
    const told = call?.notifications.map(({ message }) => 'method' in message && message.method);
    expect(told).toEqual(Array.from({ length: 4 }, () => 'notifications/progress'));
  });

  it('logs, once it was told to', () => {
    verifies('servers:tells');
    const logged = live().session.messages.filter(
      ({ message }) =>
        message.kind === 'notification' && message.method === 'notifications/message',
    );
    expect(logged.length).toBeGreaterThan(0);
    for (const { from, message } of logged) {
      expect(from).toBe('server');
      expect(textAt(message.node, '/params/level')).toBeDefined();
    }
  });

  it('answers two calls at once, each its own', () => {
    const texts = callsOf(live(), 'echo').map((each) => answered(each, '/result/content/0/text'));
    expect(texts).toEqual(['Echo: halo', 'Echo: satu', 'Echo: dua']);
  });

  it('sends an image, which the model does not read as text', () => {
    verifies('reading/media');
    const { session } = live();
    const [call] = callsOf(live(), 'get-tiny-image');
    const answer = call && answerOf(call);
    const reading = answer && readMessage(answer, session, profileOf());
    expect(reading?.media).toMatchObject([{ mimeType: 'image/png', way: 'read' }]);
    expect(reading?.bytes.read).toBeLessThan(100);
  });

  it('sends content in both forms', () => {
    const [call] = callsOf(live(), 'get-structured-content');
    const text = answered(call, '/result/content/0/text');
    expect(JSON.parse(String(text))).toEqual(answered(call, '/result/structuredContent'));
  });

  it('ignores the end of its input while it logs, and takes SIGTERM', () => {
    verifies('servers:ended');
    expect(endingOf(live())).toEqual(['started', 'stdin-closed', 'signal SIGTERM', 'exit SIGTERM']);
    const rules = checkSession(live().session).map(({ rule }) => rule);
    expect(rules).toEqual(['content/soft-error', 'content/tool-error', 'process/ignored-eof']);
  });
});
