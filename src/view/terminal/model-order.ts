import type { ModelMedia, ModelText, Reading } from '../../model/reading.ts';

/** Texts in their order, each image or sound where its place in the API request says. */
export function inOrder({ texts, media }: Pick<Reading, 'texts' | 'media'>) {
  const ordered: (ModelText | ModelMedia)[] = [...texts];
  for (const each of media) {
    const before = ordered.findLastIndex((other) => isBefore(other.place, each.place));
    const after = ordered.findIndex((other) => isBefore(each.place, other.place));
    const at = before >= 0 ? before + 1 : after >= 0 ? after : ordered.length;
    ordered.splice(at, 0, each);
  }
  return ordered;
}

/** `content[0].text` is before `content[1]`; places of two lists, or of none, are neither. */
function isBefore(one: string, other: string): boolean {
  const [steps, others] = [one.split('['), other.split('[')];
  const differs = steps.findIndex((step, index) => step !== others[index]);
  const [step, beside] = [steps[differs], others[differs]];
  if (differs < 1 || step === undefined || beside === undefined) return false;
  return Number.parseInt(step, 10) < Number.parseInt(beside, 10);
}
