import { describe, expect, it } from 'vitest';
import type { InletListener } from '../../../../src/capture/tee/inlet.ts';
import { startServer } from '../../../../src/capture/tee/start.ts';

/** Notes what comes, and into which memory. */
class Reader implements InletListener {
  text = '';
  readonly memory = new Set<unknown>();
  takes = true;
  tellEnded = () => {};
  readonly whenEnded = new Promise<void>((resolve) => {
    this.tellEnded = resolve;
  });

  chunk(bytes: Buffer): boolean {
    this.text += bytes.toString();
    this.memory.add(bytes.buffer);
    return this.takes;
  }

  ended(): void {
    this.tellEnded();
  }
}

const node = (script: string) => [process.execPath, '-e', script];

describe('the output of a server', () => {
  it('is read into one buffer, however much it is, to its end', async () => {
    const [output, errors] = [new Reader(), new Reader()];
    const script = `process.stdout.write('o'.repeat(3e6)); process.stderr.write('e'.repeat(3e6))`;
    const server = await startServer(node(script), { output, errors });
    server.leave();
    server.output.resume();
    server.errors.resume();
    await Promise.all([output.whenEnded, errors.whenEnded]);
    expect([output.text.length, errors.text.length]).toEqual([3e6, 3e6]);
    expect([output.memory.size, errors.memory.size]).toEqual([1, 1]);
  });

  it('waits until it is asked for, and while nobody takes it, also when the server has gone', async () => {
    const [output, errors] = [new Reader(), new Reader()];
    const script = `process.stdout.write('a'.repeat(1e5)); process.stderr.write('b')`;
    const server = await startServer(node(script), { output, errors });
    const exited = new Promise((resolve) => server.process.once('exit', resolve));
    errors.takes = false;
    await exited;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([output.text, errors.text]).toEqual(['', '']);
    server.errors.resume();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([output.text, errors.text]).toEqual(['', 'b']);
    output.takes = false;
    server.output.resume();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const first = output.text.length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(1e5);
    output.takes = true;
    server.leave();
    server.output.resume();
    server.errors.resume();
    await Promise.all([output.whenEnded, errors.whenEnded]);
    expect(output.text.length).toBe(1e5);
  });
});
