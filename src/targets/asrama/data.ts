/**
 * The mock data of the asrama (boarding house). `nik`, `no_hp_wali` and `alamat` are there so that
 * there is something that must never leave the MCP server.
 */

export interface Child {
  readonly id: string;
  readonly nama: string;
  readonly kelas: string;
  readonly kamar: string;
  readonly status: 'aktif' | 'izin';
  readonly nama_wali: string;
  readonly nik: string;
  readonly no_hp_wali: string;
  readonly alamat: string;
}

export interface Room {
  readonly nama: string;
  readonly gedung: 'Putra' | 'Putri';
  readonly kapasitas: number;
  readonly musyrif: string;
}

export interface Attendance {
  readonly id_anak: string;
  readonly status: 'hadir' | 'izin';
  readonly keterangan?: string;
}

export const CHILDREN: readonly Child[] = [
  {
    id: 'A001',
    nama: 'Ahmad Fauzi',
    kelas: '7A',
    kamar: 'Al-Fatih 1',
    status: 'aktif',
    nama_wali: 'Bapak Hasan',
    nik: '3171xxxxxxxx0001',
    no_hp_wali: '0812xxxx001',
    alamat: 'Jl. Melati No. 1, Bogor',
  },
  {
    id: 'A002',
    nama: 'Budi Santoso',
    kelas: '8B',
    kamar: 'Al-Fatih 1',
    status: 'aktif',
    nama_wali: 'Ibu Sari',
    nik: '3171xxxxxxxx0002',
    no_hp_wali: '0812xxxx002',
    alamat: 'Jl. Mawar No. 2, Depok',
  },
  {
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
];

export const ROOMS: readonly Room[] = [
  { nama: 'Al-Fatih 1', gedung: 'Putra', kapasitas: 6, musyrif: 'Ust. Ridwan' },
  { nama: 'Aisyah 2', gedung: 'Putri', kapasitas: 6, musyrif: 'Ustz. Halimah' },
];

/** Attendance by date, `YYYY-MM-DD`. */
export const ATTENDANCE: ReadonlyMap<string, readonly Attendance[]> = new Map([
  [
    '2026-10-06',
    [
      { id_anak: 'A001', status: 'hadir' },
      { id_anak: 'A002', status: 'hadir' },
      { id_anak: 'A003', status: 'izin', keterangan: 'Pulang, acara keluarga' },
    ],
  ],
]);

/** The bearer token of the mock service. Not a secret: the service holds only the data above. */
export const MOCK_TOKEN = 'rahasia123';

/** Most children that one search returns; the service refuses a larger `limit`. */
export const LIMIT_MAX = 100;
export const LIMIT_DEFAULT = 20;
