/** The pace of a server's bodies, and the time that its failures take, over all requests to it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BodyPace } from '../../../src/files/web/body-pace.js';
import { LostTime, PassingFailure, Patience } from '../../../src/files/web/passing-failure.js';
import { recordOf } from '../../../src/files/web/server-record.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Bodies that come one after the other in pieces; returns the seconds after which they are ended, at most `seconds`. */
function receive(
  pieceBytes: number,
  everyMs: number,
  piecesOfBody: number,
  bodies: number,
  seconds: number,
  waitMs = 0,
) {
  const pace = new BodyPace(40_000);
  let slowMs: number | undefined;
  const ends = Array.from({ length: bodies }, () => (ms: number) => {
    slowMs = ms;
  });
  const start = performance.now();
  for (let piece = 1; slowMs === undefined && performance.now() - start < 1000 * seconds; piece++) {
    for (const end of ends) pace.take(pieceBytes, end);
    if (piece % piecesOfBody === 0) {
      for (const end of ends) pace.leave(end);
      vi.advanceTimersByTime(waitMs);
    }
    vi.advanceTimersByTime(everyMs);
  }
  for (const end of ends) pace.leave(end);
  expect(vi.getTimerCount()).toBe(0);
  return slowMs === undefined ? undefined : (performance.now() - start) / 1000;
}

it.each([
  ['one large file of 200 bytes a second', 50, 1e9, 1],
  ['eight large files of 200 bytes a second each', 50, 1e9, 8],
  ['one large file of 2 KiB a second', 512, 1e9, 1],
  ['files of 2 kB, eight at a time, of 200 bytes a second each', 50, 40, 8],
])('gives up %s within a minute', (_, pieceBytes, pieces, bodies) => {
  expect(receive(pieceBytes, 250, pieces, bodies, 300)).toBeLessThan(60);
});

it.each([
  ['64 KiB a second in one file', 16_384, 250, 1e9, 1, 0],
  ['64 KiB a second among eight files', 2048, 250, 1e9, 8, 0],
  ['15 KiB a second among eight files', 480, 250, 1e9, 8, 0],
  ['64 KiB a second in pieces of a second and a half', 98_304, 1500, 1e9, 1, 0],
  ['small files that each come at once, 2 s after they are asked for', 300, 0, 1, 1, 2000],
])('waits for %s', (_, pieceBytes, everyMs, pieces, bodies, waitMs) => {
  expect(receive(pieceBytes, everyMs, pieces, bodies, 600, waitMs)).toBeUndefined();
});

it('counts no time in which the engine computes', () => {
  const pace = new BodyPace(40_000);
  const end = vi.fn();
  for (let piece = 0; piece < 30; piece++) {
    pace.take(65_536, end);
    // No timer runs meanwhile.
    vi.setSystemTime(Date.now() + 30_000);
    vi.spyOn(performance, 'now').mockReturnValue(30_000 * (piece + 1));
  }
  pace.leave(end);
  vi.restoreAllMocks();
  expect(end).not.toHaveBeenCalled();
});

/** Seconds that requests in a row wait, each failing so often before its answer; undefined where none is given up. */
function retry(failuresOf: (request: number) => number, afterMs: number, requests = 200) {
  const lost = new LostTime();
  const start = performance.now();
  for (let request = 0; request < requests; request++) {
    const patience = new Patience(3, lost);
    for (let failures = failuresOf(request); failures > 0; failures--) {
      const sentMs = performance.now();
      const waitMs = patience.nextMs(new PassingFailure('fails', { afterMs }), sentMs);
      if (waitMs === undefined) {
        expect(patience.isOfServer).toBe(true);
        return (performance.now() - start) / 1000;
      }
      vi.advanceTimersByTime(waitMs);
    }
    if (patience.tries === 0) lost.forget();
  }
  return undefined;
}

it('gives up a server that fails again and again before each answer', () => {
  expect(retry(() => 3, 0)).toBeLessThan(40);
  expect(retry(() => 1, 0)).toBeLessThan(40);
});

it('keeps asking one that fails now and then, or asks for waits', () => {
  expect(retry((request) => (request % 3 === 0 ? 3 : 0), 0)).toBeUndefined();
  expect(retry(() => 1, 2000)).toBeUndefined();
});

it('counts the time that several requests lose together once', () => {
  const lost = new LostTime();
  for (let request = 0; request < 100; request++) lost.add(1000 + request, 11_000 + request);
  expect(lost.isTooLong).toBe(false);
  lost.add(11_000, 40_000);
  expect(lost.isTooLong).toBe(true);
});

it('begins anew with a server after a minute', () => {
  const { lost } = recordOf('https://host', 20_000);
  expect(recordOf('https://host', 20_000).lost).toBe(lost);
  expect(recordOf('https://other', 20_000).lost).not.toBe(lost);
  vi.advanceTimersByTime(61_000);
  expect(recordOf('https://host', 20_000).lost).not.toBe(lost);
});
