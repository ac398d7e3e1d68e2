/** Requests of a service on their way through a queue, which anybody may write to. */
import { expect, it } from 'vitest';
import { checkQueuedRequest, queueAnswer, takeAnswer } from '../../../src/cli/farm/jobs/queued-requests.js';
import { InputError } from '../../../src/index.js';

const request = { recipe: { version: 1, inputs: ['a.nrrd'] }, output: 'png' };

it('are the two kinds that a service answers, and nothing else', () => {
  const queued = { kind: 'render-request', request };
  expect(checkQueuedRequest(queued)).toEqual(queued);
  for (const data of [
    null,
    'text',
    {},
    { kind: 'frame', request },
    { kind: 'request', request },
    { kind: 'slices-request' },
  ]) {
    expect(() => checkQueuedRequest(data)).toThrow('no request of a service');
  }
});

it('come back as they were answered', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
  const answer = { type: 'image/png', bytes, notes: ['a guess'], camera: { fov: 30 } };
  const sent = JSON.parse(JSON.stringify(await queueAnswer(async () => answer)));
  const taken = takeAnswer(sent);
  expect(taken).toEqual({ ...answer, bytes: expect.anything() });
  expect(Buffer.compare(taken.bytes, bytes)).toBe(0);
});

it('come back as refused where they were wrong, and fail where the worker did', async () => {
  const refused = await queueAnswer(() => Promise.reject(new InputError('--mode: "x" is none')));
  expect(() => takeAnswer(JSON.parse(JSON.stringify(refused)))).toThrow(new InputError('--mode: "x" is none'));
  await expect(queueAnswer(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
  const large = { type: 'image/png', bytes: new Uint8Array((4 << 20) + 1), notes: [] };
  expect(await queueAnswer(async () => large)).toEqual({ refused: expect.stringContaining('4194304') });
});

it.each([
  null,
  'text',
  {},
  { base64: 'AAAA' },
  { base64: 1, type: 'image/png', notes: [] },
  { base64: '', type: 'x', notes: 'no list' },
])('refuse %j as an answer', (result) => {
  expect(() => takeAnswer(result)).toThrow('something other than an answer');
});
