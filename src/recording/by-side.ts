import type { Side } from '../model/frame.ts';

/** Something for each side. A property that is named by a variable takes several times as long to find. */
export class BySide<Value> {
  readonly client: Value;
  readonly server: Value;

  constructor(make: () => Value) {
    this.client = make();
    this.server = make();
  }

  of(side: Side): Value {
    return side === 'client' ? this.client : this.server;
  }
}
