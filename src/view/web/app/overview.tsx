import type { Bar } from '../contract.ts';
import { duration } from './format.ts';

interface Props {
  readonly bars: readonly Bar[];
  readonly durationMs: number;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

const WIDTH = 1000;
const LANE = 26;
const LANES = ['model', 'host', 'server'] as const;

/** The session at one glance: exchanges to time scale between host and server, and what reached the model. */
export function Overview({ bars, durationMs, selected, onSelect }: Props) {
  const scale = WIDTH / Math.max(1, durationMs);
  const x = (ms: number) => Math.min(WIDTH, Math.max(0, ms * scale));
  return (
    <figure class="overview">
      <div class="lanes" aria-hidden="true">
        {LANES.map((lane) => (
          <span key={lane}>{lane}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${LANE * 3}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${bars.length} exchanges in ${duration(durationMs)}, to time scale; the list tells the same`}
      >
        {LANES.map((lane, index) => (
          <line
            key={lane}
            class="lane"
            x1="0"
            x2={WIDTH}
            y1={index * LANE + 13}
            y2={index * LANE + 13}
          />
        ))}
        {bars.map((bar) => {
          const width = Math.max(2, x(bar.endMs) - x(bar.startMs));
          const top = (bar.from === 'client' ? LANE : LANE * 2) + 5 + Math.min(3, bar.depth) * 3;
          const names = [
            bar.from,
            ...(bar.isError ? ['error'] : []),
            ...(bar.key === selected ? ['chosen'] : []),
          ];
          return (
            <g key={bar.key} class={names.join(' ')} onClick={() => onSelect(bar.key)}>
              <title>{`#${bar.key} ${bar.title}, ${duration(bar.endMs - bar.startMs)}`}</title>
              <rect
                x={x(bar.startMs)}
                y={top}
                width={width}
                height={bar.from === 'client' ? 30 : 8}
              />
              {bar.reaches && <rect class="model" x={x(bar.endMs)} y={7} width={3} height={12} />}
            </g>
          );
        })}
      </svg>
      <figcaption>{duration(durationMs)}</figcaption>
    </figure>
  );
}
