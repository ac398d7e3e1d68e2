/** Holds readers to the rule that they print nothing: what is wrong is thrown. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Makes each test of the calling file fail that writes to the console. */
export function expectSilence(): void {
  let prints: MockInstance[] = [];

  beforeEach(() => {
    prints = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) => vi.spyOn(console, method));
  });

  afterEach(() => {
    for (const print of prints) expect(print).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
}
