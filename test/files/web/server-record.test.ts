/** The pace of a server's bodies, and the time that its failures take, over all requests to it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PassingFailure, Patience } from '../../../src/files/web/passing-failure.js';
import { recordOf, ServerRecord } from '../../../src/files/web/server-record.js';
import { StallWatch } from '../../../src/files/web/stall-watch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STALL_MS = 20_000;

/** Bodies that come one after the other in pieces; returns the seconds after which they are ended, at most `seconds`. */
function receive(
  pieceBytes: number,
  everyMs: number,
  piecesOfBody: number,
  bodies: number,
  seconds: number,
  waitMs = 0,
) {
  const record = new ServerRecord('https://host', STALL_MS);
  const begin = () => Array.from({ length: bodies }, () => new StallWatch(STALL_MS, undefined, record));
  let watches = begin();
  const isEnded = () => watches.every(({ failure }) => failure !== undefined);
  const start = performance.now();
  for (let piece = 1; !isEnded() && performance.now() - start < 1000 * seconds; piece++) {
    for (const watch of watches) watch.take(pieceBytes);
    if (!isEnded() && piece % piecesOfBody === 0) {
      for (const watch of watches) watch.stop();
      watches = begin();
      vi.advanceTimersByTime(waitMs);
    }
    vi.advanceTimersByTime(everyMs);
  }
  for (const watch of watches) watch.stop();
  expect(vi.getTimerCount()).toBe(0);
  if (!isEnded()) return undefined;
  for (const { failure, signal } of watches) {
    expect(failure?.message).toMatch(/^the server sends less than 4 KiB a second for 40 s/);
    expect(signal.aborted).toBe(true);
  }
  return (performance.now() - start) / 1000;
}

it.each([
  ['one large file of 200 bytes a second', 250, 50, 1e9, 1],
  ['eight large files of 200 bytes a second each', 250, 50, 1e9, 8],
  ['one large file of 2 KiB a second', 250, 512, 1e9, 1],
  ['one large file, 400 bytes of which come every 19 s', 19_000, 400, 1e9, 1],
  ['files of 2 kB, eight at a time, of 200 bytes a second each', 250, 50, 40, 8],
  ['files of 250 bytes of 200 bytes a second', 250, 50, 5, 1],
])('gives up %s within a minute', (_, everyMs, pieceBytes, pieces, bodies) => {
  expect(receive(pieceBytes, everyMs, pieces, bodies, 300)).toBeLessThan(60);
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

/** Requests in rounds, each answered after `waitMs`; returns the seconds after which one is ended, of all rounds at most. */
function ask(waitMs: number, together: number, answerBytes: number, rounds: number): number | undefined {
  const record = new ServerRecord('https://host', STALL_MS);
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    const watches = Array.from({ length: together }, () => new StallWatch(STALL_MS, undefined, record));
    vi.advanceTimersByTime(waitMs);
    for (const watch of watches) {
      try {
        watch.hear(0);
        watch.take(answerBytes);
      } catch (error) {
        expect(error).toBe(watch.failure);
      }
      watch.stop();
    }
    const failed = watches.find(({ failure }) => failure);
    expect(vi.getTimerCount()).toBe(0);
    if (!failed) continue;
    expect(failed.failure?.message).toMatch(/^the server is often silent; try again/);
    return (performance.now() - start) / 1000;
  }
  return undefined;
}

it.each([
  ['19 s for each of many small files', 19_500, 1, 500],
  ['19 s for eight chunks of 35 kB at a time', 19_500, 8, 35_000],
  ['6 s for each file', 6500, 1, 2000],
])('gives up a server that takes %s within a minute', (_, waitMs, together, bytes) => {
  expect(ask(waitMs, together, bytes, 100)).toBeLessThan(60);
});

it.each([
  ['2 s for each file', 2500, 1, 500],
  ['10 s for eight chunks of 200 kB at a time', 10_500, 8, 200_000],
])('waits for a server that takes %s', (_, waitMs, together, bytes) => {
  expect(ask(waitMs, together, bytes, 100)).toBeUndefined();
});

it('counts no silence twice, nor while another body comes', () => {
  const record = new ServerRecord('https://host', STALL_MS);
  const waiting = Array.from({ length: 8 }, () => new StallWatch(STALL_MS, undefined, record));
  const coming = new StallWatch(STALL_MS, undefined, record);
  for (let piece = 0; piece < 36; piece++) {
    vi.advanceTimersByTime(500);
    coming.take(10_000);
  }
  vi.advanceTimersByTime(1000);
  for (const watch of [...waiting, coming]) watch.hear(0);
  expect(waiting.map(({ failure }) => failure)).toEqual(waiting.map(() => undefined));
  for (const watch of [...waiting, coming]) watch.stop();
});

it('counts no time in which the engine computes', () => {
  const watch = new StallWatch(STALL_MS, undefined, new ServerRecord('https://host', STALL_MS));
  for (let piece = 0; piece < 30; piece++) {
    watch.take(65_536);
    // No timer runs meanwhile.
    vi.spyOn(performance, 'now').mockReturnValue(30_000 * (piece + 1));
  }
  watch.stop();
  vi.restoreAllMocks();
  expect(watch.failure).toBeUndefined();
});

it('tells the pace of a slow server again and again, and not of one that is given up', () => {
  const told: number[][] = [];
  const record = new ServerRecord('https://host', STALL_MS);
  const watches = [1, 2].map(
    () =>
      new StallWatch(STALL_MS, undefined, record, ({ origin, bytesPerSecond, doneBytes }) => {
        expect(origin).toBe('https://host');
        told.push([Math.round(bytesPerSecond / 1024), Math.round(doneBytes / 1024)]);
      }),
  );
  const receive = (sizeBytes: number, seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      for (const watch of watches) watch.take(sizeBytes);
      vi.advanceTimersByTime(1000);
    }
  };
  receive(8 * 1024, 330);
  expect(told.map(([pace]) => pace)).toEqual([16, 16, 16, 16]);
  for (const [turn, seconds] of [40, 80, 160, 320].entries())
    expect(Math.abs(told[turn]![1]! - 16 * seconds)).toBeLessThan(40);
  receive(1024, 400);
  expect(told).toHaveLength(4);
  for (const { failure } of watches) expect(failure?.message).toMatch(/sends less than 4 KiB a second/);
});

it('ends downloads of which nothing comes, before and after their first bytes, and none that waits for its reader', () => {
  const silent = new StallWatch(STALL_MS, undefined, new ServerRecord('https://host', STALL_MS));
  vi.advanceTimersByTime(19_000);
  silent.take(500);
  vi.advanceTimersByTime(19_000);
  expect(silent.failure).toBeUndefined();
  silent.stop();
  vi.advanceTimersByTime(60_000);
  silent.goOn();
  vi.advanceTimersByTime(19_000);
  expect(silent.failure).toBeUndefined();
  vi.advanceTimersByTime(1000);
  expect(silent.failure).toBeInstanceOf(PassingFailure);
  expect(silent.failure?.message).toBe('the server sends nothing, or next to nothing, for 20 s');
  expect(vi.getTimerCount()).toBe(0);
});

/** Seconds that requests in a row wait, each failing so often before its answer; undefined where none is given up. */
function retry(failuresOf: (request: number) => number, afterMs: number, requests = 200) {
  const record = new ServerRecord('https://host', STALL_MS);
  const start = performance.now();
  for (let request = 0; request < requests; request++) {
    const patience = new Patience(3, record);
    for (let failures = failuresOf(request); failures > 0; failures--) {
      const sentMs = performance.now();
      const waitMs = patience.nextMs(new PassingFailure('fails', { afterMs }), sentMs);
      if (waitMs === undefined) {
        expect(patience.isOfServer).toBe(true);
        return (performance.now() - start) / 1000;
      }
      vi.advanceTimersByTime(waitMs);
    }
    if (patience.tries === 0) record.forgive();
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
  const record = new ServerRecord('https://host', STALL_MS);
  for (let request = 0; request < 100; request++) expect(record.lose(1000 + request, 11_000 + request)).toBe(false);
  expect(record.lose(11_000, 40_000)).toBe(true);
});

it('forgets failures of more than a minute ago, and tells servers apart', () => {
  const record = recordOf('https://host', STALL_MS);
  expect(recordOf('https://host', STALL_MS)).toBe(record);
  expect(recordOf('https://other', STALL_MS)).not.toBe(record);
  expect(record.lose(1000, 29_000)).toBe(false);
  expect(record.lose(90_000, 110_000)).toBe(false);
  expect(record.lose(112_000, 123_000)).toBe(true);
});

it('keeps few of the records of any number of servers', () => {
  const record = recordOf('https://host', STALL_MS);
  for (let server = 0; server < 2000; server++) recordOf(`https://host${server}`, STALL_MS);
  expect(recordOf('https://host', STALL_MS)).not.toBe(record);
});
