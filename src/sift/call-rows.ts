/** Rows of a page, so that growing copies nothing. */
const PAGE = 1 << 16;

interface Page {
  readonly whole: Int32Array;
  readonly places: Float64Array;
}

/** Whole numbers of a row. */
const WHOLE = {
  questionLow: 0,
  questionHigh: 1,
  contentLow: 2,
  contentHigh: 3,
  /** Numbers of the request and its answer among the messages of the session, from 1. */
  request: 4,
  answer: 5,
  /** Microseconds from the request to its answer. */
  took: 6,
  state: 7,
} as const;

/** Where the lines start in the file. */
const PLACES = { request: 0, answer: 1 } as const;
const [WHOLES, ALL_PLACES] = [8, 2];

/** What is known of a request: `kept`: it is held in memory, as any other line; `asked`: a plain call without its answer. */
export const STATE = { kept: 0, keptQuestion: 1, asked: 2, answered: 3 } as const;

/** The requests of a client, in the order asked, in little memory. */
export class CallRows {
  count = 0;
  readonly #pages: Page[] = [];

  add(state: number): number {
    const row = this.count;
    this.count += 1;
    if (row % PAGE === 0)
      this.#pages.push({
        whole: new Int32Array(PAGE * WHOLES),
        places: new Float64Array(PAGE * ALL_PLACES),
      });
    this.set(row, 'state', state);
    return row;
  }

  get(row: number, what: keyof typeof WHOLE): number {
    return this.#pages[Math.floor(row / PAGE)]?.whole[(row % PAGE) * WHOLES + WHOLE[what]] ?? 0;
  }

  set(row: number, what: keyof typeof WHOLE, value: number): void {
    const page = this.#pages[Math.floor(row / PAGE)];
    if (page) page.whole[(row % PAGE) * WHOLES + WHOLE[what]] = value;
  }

  placeOf(row: number, what: keyof typeof PLACES): number {
    return (
      this.#pages[Math.floor(row / PAGE)]?.places[(row % PAGE) * ALL_PLACES + PLACES[what]] ?? 0
    );
  }

  setPlace(row: number, what: keyof typeof PLACES, value: number): void {
    const page = this.#pages[Math.floor(row / PAGE)];
    if (page) page.places[(row % PAGE) * ALL_PLACES + PLACES[what]] = value;
  }
}
