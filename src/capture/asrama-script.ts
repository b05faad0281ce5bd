import { builtIn, callStep } from './calls.ts';
import { scriptOf } from './default-script.ts';
import { membersOf } from './json-text.ts';
import type { Script, Step } from './script/types.ts';

/**
 * The tour of the built-in server: every kind of exchange that it offers, in the order of the
 * reference capture of its original, with both of its failures. A child that does not exist is a
 * success to the protocol (`isError: false`); a missing argument is not.
 */
export function asramaScript(): Script {
  return scriptOf([
    builtIn('open', { kind: 'open' }),
    builtIn('tools/list', { kind: 'list', method: 'tools/list' }),
    callStep('cari_anak {"kelas":"7A"}'),
    callStep('detail_anak {"id_anak":"X999"}'),
    callStep('absensi_harian {}'),
    builtIn('resources/list', { kind: 'list', method: 'resources/list' }),
    request('prompts/get', [
      ['name', '"laporan_kamar"'],
      ['arguments', '{"nama_kamar":"Al-Fatih 1"}'],
    ]),
    request('resources/read', [['uri', '"asrama://kamar"']]),
    builtIn('prompts/list', { kind: 'list', method: 'prompts/list' }),
    callStep('daftar_kamar {}'),
    callStep('absensi_harian {"tanggal":"2026-10-06"}'),
    callStep('detail_anak {"id_anak":"A001"}'),
  ]);
}

function request(method: string, members: Parameters<typeof membersOf>[0]): Step {
  return builtIn(method, { kind: 'request', method, params: membersOf(members) });
}
