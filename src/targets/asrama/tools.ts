import type { output, ZodObject } from 'zod/v4';
import { LIMIT_DEFAULT, LIMIT_MAX } from './data.ts';
import { withoutSensitive } from './filter.ts';
import { type ServiceClient, ServiceError } from './service-client.ts';

/** The schema library, loaded by whoever serves: it is too slow to load before it is needed. */
export type Zod = typeof import('zod/v4');

/** What every tool call returns: one text block of pretty-printed JSON. */
type ToolResult = {
  content: { type: 'text'; text: string }[];
  isError: false;
};

export interface AsramaTool {
  readonly name: string;
  readonly description: string;
  readonly input: ZodObject;
  /** `input` is what a client sent, checked by the SDK. Throws `ServiceError`, or an ordinary error. */
  readonly call: (input: unknown) => Promise<ToolResult>;
}

/** The MCP server `asrama`, once, for whichever SDK serves it. */
export interface AsramaDefinition {
  readonly info: { name: string; version: string };
  readonly instructions: string;
  readonly tools: readonly AsramaTool[];
  readonly resource: {
    readonly name: string;
    readonly uri: string;
    readonly description: string;
    readonly mimeType: string;
    /** JSON text. A resource cannot say in a result that the service failed, so it throws then. */
    readonly read: () => Promise<string>;
  };
  readonly prompt: {
    readonly name: string;
    readonly description: string;
    readonly input: ZodObject;
    /** The text of the one user message. `input` holds `nama_kamar`. */
    readonly text: (input: unknown) => string;
  };
}

export interface DefinitionOptions {
  /**
   * Return what the service refused as an ordinary result with `isError: false`, as the original
   * server does, instead of throwing: a failure that neither host nor model can tell from success.
   */
  readonly softErrors?: boolean | undefined;
}

/** The tools, the resource, the prompt and the instructions of `asrama`, answered by `service`. */
export function defineAsrama(
  z: Zod,
  service: ServiceClient,
  options: DefinitionOptions = {},
): AsramaDefinition {
  const softErrors = options.softErrors ?? false;
  return {
    info: { name: 'asrama', version: '1.0.0' },
    instructions:
      'Server ini hanya membaca data asrama: mencari anak, melihat data satu anak, melihat kamar, ' +
      'dan melihat absensi harian. Tidak ada data yang dapat diubah.',
    tools: toolsOf(z, service, softErrors),
    resource: {
      name: 'resource_kamar',
      uri: 'asrama://kamar',
      description: 'Semua kamar asrama dalam bentuk JSON, untuk dilampirkan sebagai konteks.',
      mimeType: 'text/plain',
      read: async () => textOf(await readable(service.get('/kamar'), softErrors)),
    },
    prompt: promptOf(z),
  };
}

function toolsOf(z: Zod, service: ServiceClient, softErrors: boolean): AsramaTool[] {
  const optionalText = () => z.string().nullable().default(null);
  const get = (path: string, parameters?: Record<string, string | number | null>) =>
    readable(service.get(path, parameters), softErrors);
  return [
    tool({
      name: 'cari_anak',
      description:
        'Mencari anak asrama menurut potongan nama, kelas (contoh: 7A), atau nama kamar. ' +
        'Setiap saringan boleh dikosongkan. Jawabannya daftar ringkas; setiap anak disertai id.',
      input: z.object({
        nama: optionalText(),
        kelas: optionalText(),
        kamar: optionalText(),
        limit: wholeNumber(z).default(LIMIT_DEFAULT),
      }),
      answer: ({ limit, ...filters }) =>
        get('/anak', { ...filters, limit: Math.min(limit, LIMIT_MAX) }),
    }),
    tool({
      name: 'detail_anak',
      description:
        'Menampilkan data satu anak asrama menurut id (contoh: A001). ' +
        'Bila id belum diketahui, panggil cari_anak lebih dahulu.',
      input: z.object({ id_anak: z.string() }),
      answer: ({ id_anak }) => get(`/anak/${encodeURIComponent(id_anak)}`),
    }),
    tool({
      name: 'daftar_kamar',
      description:
        'Menampilkan setiap kamar asrama: gedung, kapasitas, jumlah penghuni, dan musyrif.',
      input: z.object({}),
      answer: () => get('/kamar'),
    }),
    tool({
      name: 'absensi_harian',
      description: 'Menampilkan absensi anak asrama pada satu tanggal (format: YYYY-MM-DD).',
      input: z.object({ tanggal: z.string() }),
      answer: ({ tanggal }) => get('/absensi', { tanggal }),
    }),
  ];
}

/** zod would write the bounds of safe integers, which tell a model nothing and cost it tokens. */
function wholeNumber(z: Zod) {
  return z.number().int().meta({ minimum: undefined, maximum: undefined });
}

function tool<Input extends ZodObject>(definition: {
  name: string;
  description: string;
  input: Input;
  answer: (input: output<Input>) => Promise<unknown>;
}): AsramaTool {
  const { name, description, input, answer } = definition;
  return {
    name,
    description,
    input,
    // Parsed a second time: the SDKs hand over `unknown`, and a default that is there stays.
    call: async (given) => resultOf(await answer(input.parse(given))),
  };
}

/** What may leave the server of an answer of the service; a refusal as data when `softErrors`. */
async function readable(answer: Promise<unknown>, softErrors: boolean): Promise<unknown> {
  try {
    return withoutSensitive(await answer);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (softErrors) return { error: error.message, detail: error.detail };
    throw new Error(`${error.message}: ${sentenceOf(error.detail)}`, { cause: error });
  }
}

/** The service wraps its sentence in `{"detail": …}`; a model needs the sentence only. */
function sentenceOf(body: string): string {
  const sentence = /^\{"detail":"([^"\\]*)"\}$/.exec(body)?.[1];
  return sentence ?? body;
}

function resultOf(value: unknown): ToolResult {
  return { content: [{ type: 'text', text: textOf(value) }], isError: false };
}

function textOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function promptOf(z: Zod): AsramaDefinition['prompt'] {
  const input = z.object({ nama_kamar: z.string() });
  return {
    name: 'laporan_kamar',
    description: 'Meminta laporan singkat tentang satu kamar asrama.',
    input,
    text: (given) =>
      `Susun laporan singkat tentang kamar '${input.parse(given).nama_kamar}': siapa penghuninya, ` +
      'berapa tempat yang terisi dari kapasitasnya, dan siapa yang hari ini tidak hadir.',
  };
}
