// What the scripts of this folder are told. All of them talk to 127.0.0.1 alone.
const [command, ...args] = JSON.parse(process.env.CANARY_SERVER);

/** Address of the model endpoint, without a slash at the end. */
export const url = process.env.CANARY_URL;
/** API format to use. */
export const format = process.env.CANARY_FORMAT;
/** How the canary server is started. */
export const server = { command, args };
/** More turns than the canary has tools. */
export const MOST_TURNS = 100;
export const PROMPT = 'Call every canary tool.';
export const KEY = 'not-a-key';
export const MODEL = 'canary-model';

/** For a host whose run a tool can end: asks again until the model has nothing more to call. */
export async function untilDone(run) {
  for (let round = 0; round < 12; round += 1) {
    try {
      return await run();
    } catch (error) {
      console.error(`round ${round} ended: ${String(error?.message ?? error).slice(0, 200)}`);
    }
  }
  throw new Error('the canary never came to its end');
}
