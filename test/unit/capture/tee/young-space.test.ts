import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { STEADY_YOUNG_SPACE } from '../../../../src/capture/tee/young-space.ts';

/** Makes objects of which some survive for a while; says how large the space for young ones is then, in bytes. */
const CHURN = `
const v8 = require('node:v8');
if (process.argv[1]) v8.setFlagsFromString(process.argv[1]);
const kept = [];
for (let nth = 0; nth < 3e6; nth += 1) kept[nth % 2048] = { nth, more: [nth] };
const { space_size } = v8.getHeapSpaceStatistics().find((each) => each.space_name === 'new_space');
console.log(space_size);`;

function youngSpaceWith(...flag: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', CHURN, '--', ...flag], {
    encoding: 'utf8',
  });
  return { size: Number(stdout), complaints: stderr };
}

it('the flag is one that this V8 knows, and keeps the space for young objects as it starts', () => {
  const steady = youngSpaceWith(STEADY_YOUNG_SPACE);
  expect(steady.complaints).toBe('');
  expect(steady.size).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(youngSpaceWith().size).toBeGreaterThan(steady.size);
});
