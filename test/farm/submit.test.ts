/** Messages of a submitter about a batch, while it ends. */
import { expect, it } from 'vitest';
import { Submitter } from '../../src/farm/index.js';
import type { FarmQueue } from '../../src/farm/queue/open-queue.js';

it.each([1, 2, 3])('has the result of a batch that ends after %i questions to the queue', async (questions) => {
  let asked = 0;
  const hasEnded = () => ++asked > questions;
  const roots = {
    getJobState: async () => (hasEnded() ? 'completed' : 'active'),
    getJob: async () => ({
      data: {},
      returnvalue: hasEnded() ? 506 : null,
      getState: async () => (hasEnded() ? 'completed' : 'active'),
      getDependenciesCount: async () => ({}),
    }),
  };
  const submitter = new Submitter({ createQueue: () => roots } as unknown as FarmQueue);
  let { end } = await submitter.state('batch');
  while (!end) ({ end } = await submitter.state('batch'));
  expect(end).toEqual({ result: 506 });
});
