/** One headless Chromium for the tests of a file, where this machine has one that runs. */
import { afterAll, beforeAll } from 'vitest';
import { NoChromiumError, type StartedChromium, startChromium } from './start-chromium.js';

export interface UsedChromium {
  readonly chromium: StartedChromium | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

/** Returns what is known from `beforeAll` on. */
export function useChromium(graphics: readonly string[]): () => UsedChromium {
  let used: UsedChromium = { chromium: undefined, problem: undefined };
  beforeAll(async () => {
    try {
      used = { chromium: await startChromium(graphics), problem: undefined };
    } catch (error) {
      if (!(error instanceof NoChromiumError)) throw error;
      used = { chromium: undefined, problem: error.message };
    }
  }, 60_000);
  // A busy machine takes its time to end a browser.
  afterAll(() => used.chromium?.close(), 60_000);
  return () => used;
}
