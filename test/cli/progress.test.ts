/** The progress bar: there on a terminal alone, and gone without a trace. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from '../../src/cli/progress.js';

function openStream(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, written: () => text };
}

/** Waits until the bar has been drawn, which takes as long as its library takes to load. */
async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const ERASE_LINE = '\x1b[2K';
/** Whether the last thing that was done to the line is that it was erased. */
const endsErased = (text: string) => text.endsWith(ERASE_LINE);

describe('the progress bar', () => {
  it('shows how far the work is, and leaves no trace', async () => {
    const { stream, written } = openStream(true);
    const progress = createProgress(4, 'frames', stream);
    await waitFor(() => written().includes('tilecast: frames 0/4 ░'));
    for (let done = 1; done <= 4; done++) {
      progress.advance();
      await waitFor(() => written().includes(`frames ${done}/4 `));
    }
    expect(written()).toMatch(/frames 2\/4 █{20}░{20}, \d+s left/);
    progress.stop();
    expect(endsErased(written())).toBe(true);
    const { length } = written();
    progress.advance();
    progress.stop();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(written()).toHaveLength(length);
  });

  it('shows what was done before it could be drawn', async () => {
    const { stream, written } = openStream(true);
    const progress = createProgress(4, 'frames', stream);
    progress.advance();
    progress.advance();
    await waitFor(() => written().includes('frames '));
    expect(written()).toContain('frames 2/4 ');
    progress.stop();
  });

  it('is not drawn if the work ends first', async () => {
    const { stream, written } = openStream(true);
    createProgress(1, 'frames', stream).stop();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(written()).toBe('');
  });

  it('is not drawn where there is no terminal', async () => {
    const { stream, written } = openStream(false);
    const progress = createProgress(2, 'frames', stream);
    progress.advance();
    await new Promise((resolve) => setTimeout(resolve, 250));
    progress.stop();
    expect(written()).toBe('');
  });

  it('changes nothing about the terminal that a process that is killed would leave behind', async () => {
    const { stream, written } = openStream(true);
    const progress = createProgress(2, 'frames', stream);
    await waitFor(() => written().includes('frames '));
    progress.stop();
    // Modes, such as the wrapping of lines and whether the cursor shows.
    expect(written()).not.toContain('\x1b[?');
  });
});

describe('Ctrl-C', () => {
  const MODULE = join(import.meta.dirname, '..', '..', 'src', 'cli', 'progress.ts');

  /** A process of its own, which interrupts itself once the bar is there and would otherwise end with exit code 3. */
  function interruptProcess(prelude: string) {
    const script = `
      import { createProgress } from ${JSON.stringify(MODULE)};
      process.stderr.isTTY = true;
      ${prelude}
      const write = process.stderr.write.bind(process.stderr);
      let drawn = false;
      process.stderr.write = (text) => {
        if (!drawn && text.includes('frames')) setTimeout(() => process.kill(process.pid, 'SIGINT'), 20);
        drawn ||= text.includes('frames');
        return write(text);
      };
      createProgress(2, 'frames');
      setTimeout(() => process.exit(3), 5000);
    `;
    return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { encoding: 'utf8' });
  }

  it.skipIf(process.platform === 'win32')('removes the bar and ends the process as ever', () => {
    const { signal, stderr } = interruptProcess('');
    expect(stderr).toContain('frames 0/2 ');
    expect(endsErased(stderr)).toBe(true);
    expect(signal).toBe('SIGINT');
  });

  it.skipIf(process.platform === 'win32')('removes the bar and leaves the rest to whoever listens', () => {
    const { status, stdout, stderr } = interruptProcess(
      "process.on('SIGINT', () => { console.log('heard'); setTimeout(() => process.exit(4), 300); });",
    );
    expect(endsErased(stderr)).toBe(true);
    expect(stdout).toBe('heard\n');
    expect(status).toBe(4);
  });
});
