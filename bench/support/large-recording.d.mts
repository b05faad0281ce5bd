export interface Written {
  readonly bytes: number;
  readonly lines: number;
  readonly counts: {
    readonly requests: number;
    readonly failures: number;
    readonly toolErrors: number;
  };
}

export function writeLargeRecording(path: string, size: number): Written;
