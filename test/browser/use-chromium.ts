/** One headless Chromium for all tests of a process, where this machine has one that runs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { NoChromiumError, type StartedChromium, startChromium } from './start-chromium.js';

/**
 * The processor draws the page and its 2D canvases itself, without shaders on SwiftShader: 33 tasks took 38 and 44 s instead of 57 and
 * 59 s, by turns.
 */
const DRAWING_ARGUMENTS = ['--disable-gpu-rasterization', '--disable-accelerated-2d-canvas'] as const;

export interface UsedChromium {
  readonly chromium: StartedChromium | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

/** Browsers that run, by their arguments: a start takes seconds of the processor, most of them for unpacking. */
const running = new Map<string, UsedChromium>();

/** Returns what is known from `beforeAll` on. The browser ends with the process, and pages with the tests that opened them. */
export function useChromium(graphics: readonly string[]): () => UsedChromium {
  const key = graphics.join(' ');
  beforeAll(async () => {
    const known = running.get(key);
    if (!known || known.chromium?.browser.isConnected() === false) running.set(key, await start(graphics));
  });
  // A page that plays would go on, and take the time of all tests after it.
  afterAll(async () => {
    const contexts = running.get(key)?.chromium?.browser.contexts() ?? [];
    await Promise.all(contexts.map((context) => context.close()));
  });
  return () => running.get(key) ?? { chromium: undefined, problem: 'beforeAll has not run' };
}

async function start(graphics: readonly string[]): Promise<UsedChromium> {
  const keep = join(inject('scratch'), `chromium-${process.pid}`);
  await mkdir(keep, { recursive: true });
  try {
    return { chromium: await startChromium([...graphics, ...DRAWING_ARGUMENTS], keep), problem: undefined };
  } catch (error) {
    if (!(error instanceof NoChromiumError)) throw error;
    return { chromium: undefined, problem: error.message };
  }
}
