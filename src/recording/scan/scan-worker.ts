import { workerData } from 'node:worker_threads';
import { type CrewData, FREE, SHARED } from './crew.ts';
import { Lane } from './lane.ts';

// The other thread of a scan: takes blocks while there are any, each into the lane that is free next.
// `Crew` starts it with this data.
const { module, sizes, job, fd, blocks, memories, shared } = workerData as CrewData;
const lanes = memories.map((memory) => new Lane(module, sizes, memory, job));

for (let turn = 0; ; turn += 1) {
  const index = turn % lanes.length;
  const place = SHARED.first + index;
  for (let state = Atomics.load(shared, place); state !== FREE; ) {
    Atomics.wait(shared, place, state);
    state = Atomics.load(shared, place);
  }
  const block = Atomics.add(shared, SHARED.next, 1);
  if (block >= blocks) break;
  Atomics.store(shared, place, -(block + 1));
  try {
    lanes[index]?.read(fd, block);
  } catch {
    // The lane says that it was not read; the other thread tries again, and tells of the error.
  }
  Atomics.store(shared, place, block + 1);
  Atomics.notify(shared, place);
}
