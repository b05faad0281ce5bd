import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], testTimeout: number) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    setupFiles: ['test/support/setup.ts'],
  },
});

// The three suites that try to break the program run for minutes with SADAP_SOAK (npm run soak).
const soakTimeout = process.env['SADAP_SOAK'] ? 3_600_000 : 120_000;

// The build machine counts tests from a report beside the usual output.
const report = process.env['SADAP_TEST_REPORT'];

export default defineConfig({
  test: {
    // Most of the end-to-end tests wait for processes: as many at once as there are processors.
    maxWorkers: '100%',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      project(
        'unit',
        ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts', 'test/golden/**/*.test.ts'],
        60_000,
      ),
      project('e2e', ['test/e2e/**/*.test.ts'], 90_000),
      project('package', ['test/package/**/*.test.ts'], 120_000),
      project('servers', ['test/servers/**/*.test.ts'], 180_000),
      project('hosts', ['test/hosts/**/*.test.ts'], 300_000),
      project('browser', ['test/browser/**/*.test.ts'], 120_000),
      project('python', ['test/python/**/*.test.ts'], 120_000),
      project('faults', ['test/faults/**/*.test.ts'], soakTimeout),
      project('fuzz', ['test/fuzz/**/*.test.ts'], soakTimeout),
      project('hostile', ['test/hostile/**/*.test.ts'], soakTimeout),
    ],
  },
});
