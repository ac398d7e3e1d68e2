/** The adapter that a command is asked for: one line for each that cannot be. */
import { expect, it } from 'vitest';
import { chooseAdapter } from '../../src/cli/open-adapter.js';

it.each<[Parameters<typeof chooseAdapter>[0], RegExp]>([
  [
    { adapter: 'gpu:x' },
    /^--adapter: "gpu:x" names no GPU by its number; gpu:0 is the first that tilecast devices lists$/,
  ],
  [{ adapter: 'gpu:-1' }, /^--adapter: "gpu:-1" names no GPU/],
  [{ adapter: 'cpu' }, /^--adapter: "cpu" is none of auto, gpu, lavapipe, swiftshader$/],
  [{ adapter: 'gpu:0', software: true }, /^--software: rules out --adapter gpu:0; leave one of them out$/],
  [{ adapter: 'gpu', software: true }, /^--software: rules out --adapter gpu;/],
])('refuses %j', (asked, message) => {
  expect(() => chooseAdapter(asked)).toThrow(message);
});

it('takes GPUs by their numbers, and auto by itself', () => {
  expect(chooseAdapter({ adapter: 'gpu:1' })).toMatchObject({ adapter: 'gpu:1', software: false });
  expect(chooseAdapter({})).toMatchObject({ adapter: 'auto', software: false, quiet: true });
});
