import { ATTENDANCE, CHILDREN, type Child, LIMIT_DEFAULT, LIMIT_MAX, ROOMS } from './data.ts';

/** What the service says to one request: an HTTP status and a JSON body. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Answers a GET of the asrama service; authorisation is decided before. `path` and `query` come from
 * the URL of the request. Never throws: what cannot be answered is a status of 404 or 422 with a
 * `detail`, in the manner of the original service.
 */
export function answerService(path: string, query: URLSearchParams): ServiceAnswer {
  if (path === '/anak') return searchChildren(query);
  if (path === '/kamar') return ok({ data: rooms() });
  if (path === '/absensi') return attendance(query);
  const id = /^\/anak\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? refused(404, 'Alamat tidak ditemukan') : child(id);
}

function searchChildren(query: URLSearchParams): ServiceAnswer {
  const limit = limitOf(query.get('limit'));
  if (limit === undefined) {
    return refused(422, `limit harus bilangan bulat dari 0 sampai ${LIMIT_MAX}`);
  }
  const found = CHILDREN.filter(matcher(query));
  return ok({ total: found.length, data: found.slice(0, limit) });
}

function limitOf(text: string | null): number | undefined {
  if (!text) return LIMIT_DEFAULT;
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return limit <= LIMIT_MAX ? limit : undefined;
}

/** A filter that is absent or empty lets every child through. */
function matcher(query: URLSearchParams): (child: Child) => boolean {
  const wanted = (name: string) => (query.get(name) ?? '').toLowerCase();
  const nama = wanted('nama');
  const kelas = wanted('kelas');
  const kamar = wanted('kamar');
  return (child) =>
    child.nama.toLowerCase().includes(nama) &&
    (kelas === '' || child.kelas.toLowerCase() === kelas) &&
    (kamar === '' || child.kamar.toLowerCase() === kamar);
}

function rooms() {
  return ROOMS.map((room) => ({
    ...room,
    terisi: CHILDREN.filter((child) => child.kamar === room.nama).length,
  }));
}

function attendance(query: URLSearchParams): ServiceAnswer {
  const tanggal = query.get('tanggal');
  if (!tanggal || !/^\d{4}-\d{2}-\d{2}$/.test(tanggal)) {
    return refused(422, 'tanggal wajib diisi dengan format YYYY-MM-DD');
  }
  return ok({ tanggal, data: ATTENDANCE.get(tanggal) ?? [] });
}

function child(encodedId: string): ServiceAnswer {
  const id = decoded(encodedId);
  const found = CHILDREN.find((each) => each.id === id);
  return found ? ok(found) : refused(404, 'Anak tidak ditemukan');
}

/** Undefined for a percent sign that starts no valid escape. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function ok(body: unknown): ServiceAnswer {
  return { status: 200, body };
}

function refused(status: number, detail: string): ServiceAnswer {
  return { status, body: { detail } };
}
