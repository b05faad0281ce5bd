import { expect, it } from 'vitest';
import { openerOf } from '../../../src/capture/open-browser.ts';
import { verifies } from '../../support/verifies.ts';

it('opens an address by what the platform has for it', () => {
  verifies('platforms.branches');
  const url = 'http://127.0.0.1:4000/#token';
  expect(openerOf('linux', url)).toMatchObject({ file: 'xdg-open', args: [url] });
  expect(openerOf('darwin', url)).toMatchObject({ file: 'open', args: [url] });
  expect(openerOf('win32', url)).toEqual({
    file: 'cmd',
    args: ['/d', '/c', 'start', '""', url],
    windowsVerbatimArguments: true,
  });
  expect(openerOf('aix', url)).toBeUndefined();
});
