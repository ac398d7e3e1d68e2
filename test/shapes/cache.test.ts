/** The cache, against sequences worked out by hand. */
import { describe, expect, it } from 'vitest';
import { Cache } from '../../src/shapes/cache.js';

const run = (cache: Cache, lines: readonly number[]) => lines.map((line) => (cache.has(line) ? 'h' : 'm')).join('');

describe('Cache', () => {
  it('forgets what was used least recently', () => {
    // Room for 3 lines of 16 bytes, in one set.
    const sizes = { sizeBytes: 48, lineBytes: 16, ways: 3 };
    expect(run(new Cache(sizes), [1, 2, 3, 1, 4, 1, 2, 3])).toBe('mmmhmhmm');
    expect(run(new Cache(sizes), [5, 5, 5])).toBe('mhh');
    expect(run(new Cache(sizes), [1, 2, 3, 4, 1, 2, 3, 4])).toBe('mmmmmmmm');
  });

  it('keeps sets apart', () => {
    // 2 sets of 2: even and odd lines.
    const cache = new Cache({ sizeBytes: 64, lineBytes: 16, ways: 2 });
    expect(run(cache, [0, 2, 1, 4, 0, 1, 4])).toBe('mmmmmhh');
  });

  it('with one way holds one line a set', () => {
    const cache = new Cache({ sizeBytes: 64, lineBytes: 16, ways: 1 });
    expect(run(cache, [0, 1, 2, 3, 0, 4, 0, 1])).toBe('mmmmhmmh');
  });
});
