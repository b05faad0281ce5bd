import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../../../src/targets/asrama/listen.ts';
import { startService } from '../../../src/targets/asrama/service.ts';
import { verifies } from '../../support/verifies.ts';

let service: Listening;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function get(path: string, init: RequestInit = {}) {
  const headers = { authorization: 'Bearer rahasia123' };
  const response = await fetch(service.url + path, { headers, ...init });
  return { status: response.status, body: await response.json() };
}

describe('the asrama service', () => {
  verifies('asrama-service-endpoints');

  it('finds children by a part of the name and by the whole class or room, in any case', async () => {
    const ids = async (query: string) => {
      const { body } = await get(`/anak?${query}`);
      return body.data.map((child: { id: string }) => child.id);
    };
    expect(await ids('')).toEqual(['A001', 'A002', 'A003']);
    expect(await ids('nama=FAUZ')).toEqual(['A001']);
    expect(await ids('kelas=7a')).toEqual(['A001', 'A003']);
    expect(await ids('kelas=7')).toEqual([]);
    expect(await ids('kamar=AL-FATIH%201')).toEqual(['A001', 'A002']);
    expect(await ids('kamar=Al-Fatih')).toEqual([]);
    expect(await ids('kelas=7A&kamar=Aisyah+2')).toEqual(['A003']);
    expect(await ids('nama=&kelas=&kamar=')).toEqual(['A001', 'A002', 'A003']);
  });

  it('counts in `total` before it cuts at `limit`', async () => {
    const { body } = await get('/anak?limit=1');
    expect(body.total).toBe(3);
    expect(body.data).toHaveLength(1);
    expect((await get('/anak?limit=0')).body).toEqual({ total: 3, data: [] });
  });

  it.each(['101', '1000', '-1', '1.5', 'x', '1e1'])('refuses limit %s with 422', async (limit) => {
    const { status, body } = await get(`/anak?limit=${limit}`);
    expect(status).toBe(422);
    expect(body.detail).toContain('limit');
  });

  it('takes a limit of 100', async () => {
    expect((await get('/anak?limit=100')).status).toBe(200);
  });

  it('shows one child with every member, by its exact id', async () => {
    expect(await get('/anak/A003')).toEqual({
      status: 200,
      body: {
        id: 'A003',
        nama: 'Citra Lestari',
        kelas: '7A',
        kamar: 'Aisyah 2',
        status: 'izin',
        nama_wali: 'Bapak Joko',
        nik: '3171xxxxxxxx0003',
        no_hp_wali: '0812xxxx003',
        alamat: 'Jl. Kenanga No. 3, Bekasi',
      },
    });
    expect((await get('/anak/%41003')).status).toBe(200);
  });

  it.each(['/anak/X999', '/anak/a001', '/anak/%', '/anak/', '/anak/A001/x', '/', '/lain'])(
    'answers 404 with a reason for %s',
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(body.detail).toMatch(/tidak ditemukan$/);
    },
  );

  it('counts who lives in each room', async () => {
    expect((await get('/kamar')).body).toEqual({
      data: [
        {
          nama: 'Al-Fatih 1',
          gedung: 'Putra',
          kapasitas: 6,
          musyrif: 'Ust. Ridwan',
          terisi: 2,
        },
        {
          nama: 'Aisyah 2',
          gedung: 'Putri',
          kapasitas: 6,
          musyrif: 'Ustz. Halimah',
          terisi: 1,
        },
      ],
    });
  });

  it('lists the attendance of a day, and nothing for a day that it does not know', async () => {
    expect((await get('/absensi?tanggal=2026-10-06')).body).toEqual({
      tanggal: '2026-10-06',
      data: [
        { id_anak: 'A001', status: 'hadir' },
        { id_anak: 'A002', status: 'hadir' },
        { id_anak: 'A003', status: 'izin', keterangan: 'Pulang, acara keluarga' },
      ],
    });
    expect(await get('/absensi?tanggal=2026-10-07')).toEqual({
      status: 200,
      body: { tanggal: '2026-10-07', data: [] },
    });
  });

  it.each(['', '?tanggal=', '?tanggal=6-10-2026'])('refuses /absensi%s with 422', async (query) => {
    expect((await get(`/absensi${query}`)).status).toBe(422);
  });

  it('serves nothing but GET', async () => {
    const headers = { authorization: 'Bearer rahasia123' };
    expect((await get('/anak', { method: 'POST', headers })).status).toBe(405);
  });
});

describe('the token of the service', () => {
  verifies('asrama-service-token');

  it.each([
    ['no header', {}],
    ['a wrong token', { authorization: 'Bearer rahasia124' }],
    ['another scheme', { authorization: 'Basic rahasia123' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('is missed with %s, even where nothing is', async (_name, headers) => {
    expect((await get('/anak', { headers })).status).toBe(401);
    expect((await get('/lain', { headers })).status).toBe(401);
  });

  it('can be another one', async () => {
    const other = await startService({ token: 'lain' });
    const ask = (token: string) =>
      fetch(`${other.url}/kamar`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('lain')).status).toBe(200);
    expect((await ask('rahasia123')).status).toBe(401);
    await other.close();
  });
});

describe('the port of the service', () => {
  it('is on the loopback address, and free again after close', async () => {
    const first = await startService();
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(startService({ port: first.port })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(String(first.port)),
    });
    await first.close();
    const second = await startService({ port: first.port });
    await second.close();
  });
});
