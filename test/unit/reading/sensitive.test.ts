import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/cli/json-text.ts';
import type { Session } from '../../../src/model/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { findSensitive } from '../../../src/reading/sensitive/find.ts';
import { reachOf } from '../../../src/reading/sensitive/reach.ts';
import { readWishes } from '../../../src/reading/sensitive/wishes.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, toolResult } from '../view/support.ts';
import { asked } from './readings.ts';

/** Places as `reach how pointer › inner`, those of all wishes. */
function places(session: Session, wishes: string, host?: string): string[] {
  const found = findSensitive(session, readWishes([wishes]), readText);
  return reachOf(found, session, profileOf(host)).wishes.flatMap((each) =>
    each.places.map(({ reach, how, pointer, inner }) =>
      [reach, how, inner === undefined ? pointer : `${pointer} › ${inner}`].join(' '),
    ),
  );
}

/** A tool call with this result. */
function answered(result: object, args: object = {}): Session {
  return conversation()
    .client(call(1, 'detail_anak', args))
    .server({ jsonrpc: '2.0', id: 1, result })
    .session();
}

describe('where a named member stands', () => {
  verifies('sensitive/everywhere');

  it('is found in JSON in a text, and in text in that', () => {
    const inner = JSON.stringify({ anak: [{ nik: '3171234101120003' }] });
    const text = JSON.stringify({ total: 1, raw: inner });
    expect(places(answered({ content: [{ type: 'text', text }] }), 'nik')).toEqual([
      'model member /result/content/0/text › /raw/anak/0/nik',
    ]);
  });

  it('is found in structured content, which the plain profile drops and others read', () => {
    const session = answered({
      content: [{ type: 'text', text: '1 anak' }],
      structuredContent: { anak: { NIK: 5 } },
    });
    expect(places(session, 'nik')).toEqual(['wire member /result/structuredContent/anak/NIK']);
    expect(places(session, 'nik', 'codex-cli')).toEqual([
      'model member /result/structuredContent/anak/NIK',
    ]);
  });

  it('is found in what the model wrote', () => {
    expect(places(answered({ content: [] }, { nik: '1' }), 'nik')).toEqual([
      'model member /params/arguments/nik',
    ]);
  });

  it('is found in a text that is no JSON, named before the value', () => {
    const text = 'Data anak\nNIK: 3171234101120003\nno hp wali = 0812';
    const session = answered({
      content: [{ type: 'text', text: `${text}\n\\"alamat\\": \\"x\\"` }],
    });
    for (const name of ['nik', 'no_hp_wali', 'alamat'])
      expect(places(session, name)).toEqual(['model text /result/content/0/text']);
    expect(places(session, 'hp')).toEqual([]);
  });

  it.each([
    ['an error', { error: { code: 1, message: 'nik: 3171234101120003' } }, '/error/message'],
    ['data of an error', { error: { code: 1, message: '', data: { nik: 1 } } }, '/error/data/nik'],
  ])('is found in %s', (_, answer, pointer) => {
    const session = conversation()
      .client(call(1, 'x'))
      .server({ jsonrpc: '2.0', id: 1, ...answer })
      .session();
    expect(places(session, 'nik').map((each) => each.split(' ').at(-1))).toEqual([pointer]);
  });

  it('is found in instructions, prompts, resources, and base64 of them', () => {
    const json = JSON.stringify({ nik: '3171234101120003' });
    const blob = Buffer.from(json).toString('base64');
    const ends = (talk: Conversation) =>
      places(talk.session(), 'nik').map((each) => each.slice(-11));
    expect(ends(conversation().initialized('2025-06-18', { instructions: json }))).toHaveLength(1);
    const content = { type: 'text', text: json };
    const prompt = { messages: [{ role: 'user', content }] };
    expect(ends(asked('prompts/get', { name: 'p' }, prompt))).toEqual(['text › /nik']);
    const read = (more: object) =>
      ends(asked('resources/read', { uri: 'a:b' }, { contents: [{ uri: 'a:b', ...more }] }));
    expect(read({ text: json })).toEqual(['text › /nik']);
    expect(read({ blob })).toEqual(['blob › /nik']);
    expect(read({ blob, mimeType: 'image/png' })).toEqual([]);
  });

  it('is only declared by a schema, and by the text of a definition', () => {
    const tool = {
      name: 't',
      description: 'nik: the number',
      inputSchema: {
        type: 'object',
        properties: {
          nik: { type: 'string', default: { nik: '3171234101120003' } },
          properties: { type: 'object', properties: { nik: {} } },
        },
      },
    };
    const session = asked('tools/list', undefined, { tools: [tool] }).session();
    expect(places(session, 'nik').map((each) => each.replace('/result/tools/0/', ''))).toEqual([
      'model declared description',
      'model declared inputSchema/properties/nik',
      'model member inputSchema/properties/nik/default/nik',
      'model declared inputSchema/properties/properties/properties/nik',
    ]);
    const [report] = reachOf(
      findSensitive(
        asked('tools/list', undefined, {
          tools: [{ name: 't', inputSchema: { type: 'object', properties: { nik: {} } } }],
        }).session(),
        readWishes(['nik']),
        readText,
      ),
      session,
      profileOf(),
    ).wishes;
    expect(report?.reach).toBeUndefined();
  });

  it('is found beside the messages: strays, stderr, heads of HTTP', () => {
    const session = conversation()
      .stderr('{"nik":"1"}')
      .server('nik: 5')
      .server(Buffer.from('\ufeff{"jsonrpc":"2.0","method":"x","params":{"nik":1}}'))
      .http(1, 'POST /mcp', { 'x-nik': '5' })
      .session();
    expect(places(session, '*nik')).toEqual([
      'host member  › /nik',
      'wire text ',
      'unknown text ',
      'wire text ',
    ]);
  });
});

describe('names, pointers and forms', () => {
  it.each([
    ['no_hp_wali', { noHpWali: 1 }],
    ['no_hp_wali', { 'NO-HP-WALI': 1 }],
    ['*_wali', { nama_wali: 1 }],
    ['/params/arguments/a/*/b', { a: [{ b: 1 }] }],
    ['/params/arguments/t/b', { t: '{"b":1}' }],
    ['pattern:email', { x: 'tulis ke siti@example.org ya' }],
    ['pattern:nik', { x: 3171234101120003 }],
    ['pattern:key', { x: 'ghp_012345678901234567890123' }],
    ['regex:A\\d{3},5', { x: 'A001,5' }],
  ])('%s finds its value', (wish, args) => {
    verifies('sensitive/everywhere');
    expect(places(answered({ content: [] }, args), wish)).toHaveLength(1);
  });

  it.each([
    ['hp', { no_hp: 1 }],
    ['/params/arguments/a', { a: [], b: { a: 1 } }],
    ['pattern:nik', { x: '31712341011200031' }],
  ])('%s finds nothing else', (wish, args) => {
    const expected = wish.startsWith('/') ? 1 : 0;
    expect(places(answered({ content: [] }, args), wish)).toHaveLength(expected);
  });

  it.each([
    ['', 'nothing to look for'],
    [' , ', 'nothing to look for'],
    ['pattern:nama', 'knows no pattern "nama"'],
    ['/a~2', 'no JSON pointer'],
    ['regex:(', 'regex:('],
    ['regex:x*', 'matches an empty text'],
    ['*', 'names every member'],
  ])('refuses "%s"', (wish, message) => {
    verifies('sensitive/gate');
    expect(() => readWishes([wish])).toThrow(message);
  });
});

describe('the value of a named member', () => {
  verifies('sensitive/copies');

  it('is found again in a text, as whole words', () => {
    const session = answered({
      content: [{ type: 'text', text: 'Wali: Slamet Riyadi.' }],
      structuredContent: { nama_wali: 'Slamet Riyadi', lain: 'Slamet Riyadini' },
    });
    expect(places(session, 'nama_wali')).toEqual([
      'wire member /result/structuredContent/nama_wali',
      'model copy /result/content/0/text',
    ]);
  });

  it('is not looked for when it is short, nor where the member itself stands', () => {
    const text = JSON.stringify({ alamat: { jalan: 'Jl. Melati 7', kota: 'Solo' }, x: 'Solo' });
    expect(places(answered({ content: [{ type: 'text', text }] }), 'alamat')).toEqual([
      'model member /result/content/0/text › /alamat',
    ]);
  });
});

describe('a text that the host cuts', () => {
  const rows = Array.from({ length: 4000 }, (_, nth) => ({ id: `A${nth}`, kelas: '7A' }));
  const cut = (row: number) => {
    const data = rows.map((each, nth) =>
      nth === row ? { ...each, nik: '3171234101120003' } : each,
    );
    const session = conversation()
      .client(call(1, 'x'))
      .server(toolResult(1, JSON.stringify(data)))
      .session();
    return places(session, 'nik', 'codex-cli').map((each) => each.split(' ')[0]);
  };

  it('reaches the model with what is left of it', () => {
    verifies('sensitive/no-false-proof');
    expect(cut(0)).toEqual(['model']);
    expect(cut(rows.length - 1)).toEqual(['model']);
    expect(cut(rows.length / 2)).toEqual(['host']);
  });
});
