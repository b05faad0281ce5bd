import { type ProxyOptions, startProxy } from '../../capture/proxy/run.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { escapeText } from '../../view/terminal/escape.ts';
import { captureRedactor } from '../capture-redactor.ts';
import type { Options, Run } from '../program.ts';
import { tellOfSecrets } from '../secrets-notice.ts';
import { listOption, textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap proxy`: stands before an HTTP server until it is told to stop, and records what passes. */
export const run: Run = async ({ options }) => {
  const proxy = await startProxy(proxyOptions(options));
  // Before anybody can know of it: a signal that comes sooner would leave the recording without its end.
  const stop = stopped();
  tell(`listening on ${proxy.url}; give the client ${proxy.clientUrl}`);
  tell(`recording to ${proxy.recording}`);
  await stop;
  await proxy.close();
  await tellOfSecrets(proxy.recording);
  return EXIT.ok;
};

function proxyOptions(options: Options): ProxyOptions {
  const upstream = textOption(options, 'upstream');
  if (upstream === undefined)
    throw new SadapError('usage', 'proxy wants --upstream URL', {
      hint: 'For example: sadap proxy --upstream http://127.0.0.1:3000/mcp',
    });
  const given = (name: string, key: string = name) => {
    const value = textOption(options, key);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    upstream,
    ...given('listen'),
    ...given('label'),
    ...given('ca'),
    allowHosts: listOption(options, 'allowHost'),
    insecure: options['insecure'] === true,
    out: {
      ...given('path', 'output'),
      ...given('dir'),
      force: options['force'] === true,
      ...captureRedactor(options),
    },
    recorder: `sadap/${VERSION}`,
    tell,
  };
}

function tell(line: string): void {
  // What a server said may be in it.
  process.stderr.write(`sadap: ${escapeText(line)}\n`);
}

/** The first signal ends us in order; a second one finds no listener, and ends us at once. */
function stopped(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
