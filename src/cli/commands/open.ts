import { openBrowser } from '../../capture/open-browser.ts';
import { FOLD_RULES } from '../../compare/folds.ts';
import { compareSessions } from '../../compare/sessions.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { buildSession } from '../../protocol/session.ts';
import { loadTokenizer } from '../../reading/tokens.ts';
import { loadRecording } from '../../recording/load.ts';
import type { PageData } from '../../view/web/data/page.ts';
import { startWebServer } from '../../view/web/server/server.ts';
import { readText } from '../json-text.ts';
import { liveRecording } from '../live-recording.ts';
import { printLines } from '../output.ts';
import { chosenProfile } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { recordingPath, shortName } from '../source.ts';
import { stopSignal } from '../stop-signal.ts';
import { tell } from '../tell.ts';
import { portOf, textOption } from '../values.ts';
import { type PageWishes, pageAssets, pageDataOf } from '../web-page.ts';

/** `sadap open`: a recording in the browser, also while it grows. Ends by Ctrl-C. */
export const run: Run = async ({ operands, options }) => {
  const path = recordingPath(operands.slice(0, 1), options);
  const wishes = await wishesOf(path, operands[1], options);
  const signal = stopSignal();
  const live = await liveRecording(path, signal);
  let data: PageData = pageDataOf(live.recording(), { ...wishes, isLive: live.isOpen() });
  const server = await startWebServer({
    assets: pageAssets(),
    data: () => data,
    port: portOf('--port', textOption(options, 'port') ?? '0'),
  }).catch(cannotListen);
  live.onGrowth(() => {
    data = pageDataOf(live.recording(), { ...wishes, isLive: live.isOpen() });
    server.grown();
  });
  await printLines([server.url]);
  tell(`showing ${shortName(path)} on 127.0.0.1 alone; Ctrl-C ends`);
  if (options['browser'] !== false && process.stdout.isTTY === true) openBrowser(server.url);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
  await server.close();
  return EXIT.ok;
};

async function wishesOf(path: string, other: string | undefined, options: Options) {
  const wishes: PageWishes = {
    name: shortName(path),
    profile: chosenProfile(options),
    tokenizer: await loadTokenizer(),
    isLive: false,
  };
  if (other === undefined) return wishes;
  const [a, b] = [await loadRecording(path), await loadRecording(other)].map(buildSession);
  if (!a || !b) throw new Error('two recordings were loaded');
  const { changes } = compareSessions(a, b, { folds: FOLD_RULES, readText });
  return { ...wishes, other: { name: shortName(other), changes } };
}

function cannotListen(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  throw new SadapError('usage', `cannot listen on that port of 127.0.0.1: ${code}`, {
    hint: 'choose another one with --port, or leave it out',
    cause: error,
  });
}
