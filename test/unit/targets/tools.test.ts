import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4';
import type { ServiceClient } from '../../../src/targets/asrama/service-client.ts';
import { ServiceError } from '../../../src/targets/asrama/service-client.ts';
import { type AsramaTool, defineAsrama } from '../../../src/targets/asrama/tools.ts';
import { verifies } from '../../support/verifies.ts';

/** A service that keeps what it is asked and answers as told. */
function serviceThat(answers: () => unknown) {
  const asked: unknown[] = [];
  const client: ServiceClient = {
    get: async (path, parameters) => {
      asked.push(parameters ? [path, parameters] : [path]);
      return answers();
    },
  };
  return { asked, client };
}

function toolOf(name: string, client: ServiceClient, softErrors = false): AsramaTool {
  const found = defineAsrama(z, client, { softErrors }).tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

describe('the tools of asrama', () => {
  it('ask the service for what the model asked, with a limit of at most 100', async () => {
    const { asked, client } = serviceThat(() => ({}));
    const search = toolOf('cari_anak', client);
    await search.call({});
    await search.call({ nama: 'budi', kelas: null, limit: 500 });
    await toolOf('detail_anak', client).call({ id_anak: '../kamar?x=1' });
    await toolOf('daftar_kamar', client).call({});
    await toolOf('absensi_harian', client).call({ tanggal: '2026-10-06' });
    expect(asked).toEqual([
      ['/anak', { nama: null, kelas: null, kamar: null, limit: 20 }],
      ['/anak', { nama: 'budi', kelas: null, kamar: null, limit: 100 }],
      ['/anak/..%2Fkamar%3Fx%3D1'],
      ['/kamar'],
      ['/absensi', { tanggal: '2026-10-06' }],
    ]);
  });

  it('remove sensitive members from whatever the service says, also from a resource', async () => {
    verifies('asrama-filters-sensitive');
    const secret = { id: 'A001', nik: '1', dalam: [{ alamat: '2', no_hp_wali: '3' }] };
    const { client } = serviceThat(() => secret);
    const definition = defineAsrama(z, client);
    const clean = { id: 'A001', dalam: [{}] };
    for (const tool of definition.tools) {
      const { content } = await tool.call({ id_anak: 'A001', tanggal: '2026-10-06' });
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(clean);
    }
    expect(JSON.parse(await definition.resource.read())).toEqual(clean);
  });

  it('carry descriptions without line breaks or runs of spaces', () => {
    const { tools, instructions, prompt, resource } = defineAsrama(
      z,
      serviceThat(() => ({})).client,
    );
    const texts = [...tools, prompt, resource].map(({ description }) => description);
    for (const text of [...texts, instructions, prompt.text({ nama_kamar: 'X' })]) {
      expect(text).toMatch(/^\S+(?: \S+)*$/);
    }
  });
});

describe('a refusal of the service', () => {
  verifies('asrama-errors');
  const refusing = (body: string) =>
    serviceThat(() => {
      throw new ServiceError('Service mengembalikan status 404', body);
    }).client;

  it('is thrown with the sentence of the service', async () => {
    const call = toolOf('detail_anak', refusing('{"detail":"Anak tidak ditemukan"}')).call({
      id_anak: 'X999',
    });
    await expect(call).rejects.toThrow('Service mengembalikan status 404: Anak tidak ditemukan');
  });

  it('is thrown with the whole body when that is something else', async () => {
    const call = toolOf('detail_anak', refusing('<html>')).call({ id_anak: 'X999' });
    await expect(call).rejects.toThrow('Service mengembalikan status 404: <html>');
  });

  it('is an ordinary result with soft errors', async () => {
    const tool = toolOf('detail_anak', refusing('{"detail":"Anak tidak ditemukan"}'), true);
    const { content, isError } = await tool.call({ id_anak: 'X999' });
    expect(isError).toBe(false);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual({
      error: 'Service mengembalikan status 404',
      detail: '{"detail":"Anak tidak ditemukan"}',
    });
  });

  it('leaves a mistake of our own thrown, also with soft errors', async () => {
    const broken = serviceThat(() => {
      throw new TypeError('mistake');
    }).client;
    await expect(toolOf('daftar_kamar', broken, true).call({})).rejects.toThrow('mistake');
  });
});
