import { pointerSteps } from '../../model/json.ts';
import type { Fate, FateKind } from '../../model/reading.ts';

/**
 * The fates of a message as a tree beside its JSON, so that a drawing can ask at every value: does
 * one fate hold for all of this, or must I open it?
 */
export interface FateTree {
  /** The fate that was given to this very value; it holds for everything below. */
  readonly own: Fate | undefined;
  /** The fate that all values below share, in word and note. */
  readonly common: Fate | undefined;
  /** All fates of this tree, as long as they are the same in word and note. */
  readonly shared: readonly Fate[];
  /** The words used in this tree. */
  readonly kinds: ReadonlySet<FateKind>;
  child(step: string | number): FateTree | undefined;
}

/** Builds the tree. Fates whose pointer is malformed are left out. */
export function fateTree(fates: readonly Fate[]): FateTree {
  const root = new Branch();
  for (const fate of fates) plant(root, fate);
  return root;
}

/** The fate that holds for the whole value, when there is one. */
export function fateOf(tree: FateTree | undefined, inherited: Fate | undefined): Fate | undefined {
  return tree?.own ?? inherited ?? tree?.common;
}

/** Below this depth fates are only counted: a hostile peer may nest without end. */
const DEEPEST = 64;

class Branch implements FateTree {
  own: Fate | undefined;
  common: Fate | undefined;
  shared: Fate[] = [];
  readonly kinds = new Set<FateKind>();
  readonly #children = new Map<string, Branch>();

  child(step: string | number): Branch | undefined {
    return this.#children.get(String(step));
  }

  grow(step: string): Branch {
    const known = this.#children.get(step);
    if (known) return known;
    const fresh = new Branch();
    this.#children.set(step, fresh);
    return fresh;
  }

  take(fate: Fate): void {
    if (this.kinds.size === 0) this.common = fate;
    this.kinds.add(fate.kind);
    if (this.common && !sameFate(this.common, fate)) {
      this.common = undefined;
      this.shared = [];
    } else if (this.common) {
      this.shared.push(fate);
    }
  }
}

function plant(root: Branch, fate: Fate): void {
  const steps = pointerSteps(fate.pointer);
  if (!steps) return;
  let here = root;
  here.take(fate);
  for (const step of steps.slice(0, DEEPEST)) {
    here = here.grow(step);
    here.take(fate);
  }
  if (steps.length <= DEEPEST) here.own = fate;
}

/** Equal in everything that is printed. */
function sameFate(one: Fate, other: Fate): boolean {
  return one.kind === other.kind && one.note === other.note;
}
