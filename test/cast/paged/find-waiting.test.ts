/** The pages that rays wait for are found wherever they are among the others. */
import { expect, it } from 'vitest';
import { findWaiting } from '../../../src/cast/paged/find-waiting.js';
import { createRandom } from '../../camera/random.js';

it('finds the same pages as a look at each word', () => {
  const seed = 88;
  const random = createRandom(seed);
  for (let round = 0; round < 200; round++) {
    const memory = new Uint32Array(3 + Math.floor(70 * random()));
    const words = memory.subarray(Math.floor(3 * random()));
    for (let page = 0; page < words.length; page++) {
      if (random() < 0.1) words[page] = random() < 0.5 ? 2 ** 32 - 1 : 1 + 1000 * random();
    }
    const expected = [...words.entries()].filter(([, rays]) => rays > 0);
    const found = findWaiting(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
    expect([...found], `round ${round} of seed ${seed}`).toEqual(expected);
  }
});
