/** Asynchronous work on many items, a limited number at a time. */
import { expect, it } from 'vitest';
import { mapAtOnce } from '../../src/paged/at-once.js';

const later = () => new Promise((resolve) => setTimeout(resolve, 1));

it('makes something of each item, no more at a time than it may', async () => {
  let [under, most] = [0, 0];
  const made = await mapAtOnce([...'abcdefghij'], 3, async (item, index) => {
    most = Math.max(most, ++under);
    await later();
    under--;
    return item + index;
  });
  expect(made.join()).toBe('a0,b1,c2,d3,e4,f5,g6,h7,i8,j9');
  expect(most).toBe(3);
});

it('throws for the first item that it fails at, whichever failed first, and starts no more', async () => {
  const started: number[] = [];
  const failing = mapAtOnce([...Array(9).keys()], 4, async (item) => {
    started.push(item);
    if (item === 1) await later();
    if (item === 1 || item === 2) throw new Error(`fails at ${item}`);
    await later();
  });
  await expect(failing).rejects.toThrow('fails at 1');
  expect(started).toEqual([0, 1, 2, 3]);
});
