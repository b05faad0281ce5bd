import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

const begun = processorTimes();

/** What was measured on, in one line; on a virtual machine also how busy its neighbours were meanwhile. */
export function machine() {
  const model = cpus()[0]?.model ?? 'CPU';
  const memory = Math.round(totalmem() / 2 ** 30);
  const system = `${process.platform} ${release()}`;
  const parts = [`Node ${process.version}`, `${cpus().length} × ${model}`, `${memory} GiB`, system];
  return [...parts, ...stolen()].join(', ');
}

/** The part of its time that others had of a virtual processor which had work to do. */
function stolen() {
  const now = processorTimes();
  if (!begun || !now) return [];
  const [busy, taken] = [now.busy - begun.busy, now.stolen - begun.stolen];
  const percent = Math.round((100 * taken) / Math.max(1, busy + taken));
  return percent > 0 ? [`of whose busy time other machines had ${percent} %`] : [];
}

/** In ticks since the start of the machine; undefined where the system does not say. */
function processorTimes() {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]
      .split(/ +/)
      .map(Number);
    return { busy: user + nice + system + irq + softirq, stolen: steal };
  } catch {
    return undefined;
  }
}
