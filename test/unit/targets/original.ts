/**
 * What the original asrama server (Python, `mcp` 2.3.0, revision 2025-06-18, stdio) answers: its
 * members and values. Texts whose wording belongs to that server or its SDK are stood for by symbols.
 */
import { OUR_WORDING, SDK_WORDING } from './differences.ts';

export interface OriginalExchange {
  readonly name: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

export const ORIGINAL: readonly OriginalExchange[] = [
  {
    name: 'initialize',
    method: 'initialize',
    result: {
      capabilities: {
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        tools: { listChanged: false },
      },
      instructions: OUR_WORDING,
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'asrama', version: '' },
    },
  },
  {
    name: 'tools/list',
    method: 'tools/list',
    result: {
      tools: [
        originalTool('cari_anak', {
          nama: { ...nullableText(), title: 'Nama' },
          kelas: { ...nullableText(), title: 'Kelas' },
          kamar: { ...nullableText(), title: 'Kamar' },
          limit: { default: 20, title: 'Limit', type: 'integer' },
        }),
        originalTool('detail_anak', { id_anak: { title: 'Id Anak', type: 'string' } }, ['id_anak']),
        originalTool('daftar_kamar', {}),
        originalTool('absensi_harian', { tanggal: { title: 'Tanggal', type: 'string' } }, [
          'tanggal',
        ]),
      ],
    },
  },
  call(
    'cari_anak 7A',
    'cari_anak',
    { kelas: '7A' },
    {
      total: 2,
      data: [
        {
          id: 'A001',
          nama: 'Ahmad Fauzi',
          kelas: '7A',
          kamar: 'Al-Fatih 1',
          status: 'aktif',
          nama_wali: 'Bapak Hasan',
        },
        {
          id: 'A003',
          nama: 'Citra Lestari',
          kelas: '7A',
          kamar: 'Aisyah 2',
          status: 'izin',
          nama_wali: 'Bapak Joko',
        },
      ],
    },
  ),
  call(
    'detail_anak X999',
    'detail_anak',
    { id_anak: 'X999' },
    {
      error: 'Service mengembalikan status 404',
      detail: '{"detail":"Anak tidak ditemukan"}',
    },
  ),
  {
    name: 'absensi_harian without tanggal',
    method: 'tools/call',
    params: { name: 'absensi_harian', arguments: {} },
    result: { content: [{ type: 'text', text: SDK_WORDING }], isError: true },
  },
  {
    name: 'resources/list',
    method: 'resources/list',
    result: {
      resources: [
        {
          description: OUR_WORDING,
          mimeType: 'text/plain',
          name: 'resource_kamar',
          uri: 'asrama://kamar',
        },
      ],
    },
  },
  {
    name: 'prompts/get',
    method: 'prompts/get',
    params: { name: 'laporan_kamar', arguments: { nama_kamar: 'Al-Fatih 1' } },
    result: {
      description: OUR_WORDING,
      messages: [{ content: { type: 'text', text: OUR_WORDING }, role: 'user' }],
    },
  },
  {
    name: 'resources/read',
    method: 'resources/read',
    params: { uri: 'asrama://kamar' },
    result: {
      contents: [{ mimeType: 'text/plain', text: indented(rooms()), uri: 'asrama://kamar' }],
    },
  },
  {
    name: 'prompts/list',
    method: 'prompts/list',
    result: {
      prompts: [
        {
          arguments: [{ name: 'nama_kamar', required: true }],
          description: OUR_WORDING,
          name: 'laporan_kamar',
        },
      ],
    },
  },
  call('daftar_kamar', 'daftar_kamar', {}, rooms()),
  call(
    'absensi_harian 2026-10-06',
    'absensi_harian',
    { tanggal: '2026-10-06' },
    {
      tanggal: '2026-10-06',
      data: [
        { id_anak: 'A001', status: 'hadir' },
        { id_anak: 'A002', status: 'hadir' },
        { id_anak: 'A003', status: 'izin', keterangan: 'Pulang, acara keluarga' },
      ],
    },
  ),
  call(
    'detail_anak A001',
    'detail_anak',
    { id_anak: 'A001' },
    {
      id: 'A001',
      nama: 'Ahmad Fauzi',
      kelas: '7A',
      kamar: 'Al-Fatih 1',
      status: 'aktif',
      nama_wali: 'Bapak Hasan',
    },
  ),
];

function originalTool(name: string, properties: object, required?: string[]) {
  return {
    description: OUR_WORDING,
    inputSchema: {
      properties,
      type: 'object',
      title: `${name}Arguments`,
      ...(required && { required }),
    },
    name,
  };
}

function nullableText() {
  return { anyOf: [{ type: 'string' }, { type: 'null' }], default: null };
}

/** A call that succeeds, also where it should not: the original returns "not found" as data. */
function call(name: string, tool: string, args: object, value: unknown): OriginalExchange {
  return {
    name,
    method: 'tools/call',
    params: { name: tool, arguments: args },
    result: { content: [{ type: 'text', text: indented(value) }], isError: false },
  };
}

function rooms() {
  return {
    data: [
      { nama: 'Al-Fatih 1', gedung: 'Putra', kapasitas: 6, musyrif: 'Ust. Ridwan', terisi: 2 },
      { nama: 'Aisyah 2', gedung: 'Putri', kapasitas: 6, musyrif: 'Ustz. Halimah', terisi: 1 },
    ],
  };
}

/** Structured answers travel as text: JSON, indented by two, non-ASCII letters as they are. */
function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
