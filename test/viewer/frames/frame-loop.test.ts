/** The loop draws the newest state, one frame at a time, and comes to rest. */
import { describe, expect, it } from 'vitest';
import {
  type DrawRequest,
  type FrameKind,
  FrameLoop,
  type FrameLoopOptions,
} from '../../../src/viewer/frames/frame-loop.js';

/** A loop on a clock of its own; frames take some of its milliseconds. */
function createLoop({
  frameMs = 10,
  restingFrames = 1,
  failing = false,
  settles = 0,
  prepareRest = undefined as FrameLoopOptions['prepareRest'],
  wait = undefined as (() => Promise<unknown>) | undefined,
} = {}) {
  let nowMs = 0;
  let state = 0;
  const drawn: { kind: DrawRequest['kind']; state: number; settled: number }[] = [];
  const errors: unknown[] = [];
  let active = 0;
  const pass = async (milliseconds: number) => {
    nowMs += milliseconds;
    // Others get their turn, as between the events of a page.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const loop = new FrameLoop({
    draw: async ({ kind, signal, settled }) => {
      active++;
      expect(active).toBe(1);
      const shown = state;
      await pass(frameMs);
      active--;
      signal.throwIfAborted();
      if (failing) throw new Error('no device');
      drawn.push({ kind, state: shown, settled });
    },
    fail: (error) => errors.push(error),
    nextTick: () => pass(1),
    restAfterMs: 100,
    restingFrames: () => restingFrames,
    settles: (settled) => settled < settles,
    ...(prepareRest && { prepareRest }),
    now: () => nowMs,
    wait: wait ?? pass,
  });
  const change = () => {
    state++;
    loop.invalidate();
  };
  const settle = async () => {
    for (let turns = 0; turns < 200; turns++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { loop, change, settle, drawn, errors, latest: () => state };
}

describe('the frame loop', () => {
  it('draws no moving frame of what can only be sharper, unless something moves', async () => {
    const { loop, change, settle, drawn } = createLoop({ settles: 1 });
    loop.invalidate({ sharpens: true });
    await settle();
    expect(drawn.map(({ kind }) => kind)).toEqual(['settling', 'resting']);
    drawn.length = 0;
    change();
    loop.invalidate({ sharpens: true });
    await settle();
    expect(drawn.map(({ kind }) => kind)).toEqual(['moving', 'settling', 'resting']);
  });

  it('draws no frame for each change, but the newest state', async () => {
    const { change, settle, drawn, latest } = createLoop();
    for (let changes = 0; changes < 50; changes++) change();
    await settle();
    expect(drawn.length).toBeLessThan(5);
    expect(drawn[0]).toMatchObject({ kind: 'moving', state: latest() });
  });

  it('rests with the exact picture of the newest state, and then averages', async () => {
    const { loop, change, settle, drawn, latest } = createLoop({ restingFrames: 3 });
    change();
    await settle();
    expect(drawn.filter(({ kind }) => kind === 'resting')).toMatchObject(
      Array(3).fill({ kind: 'resting', state: latest() }),
    );
    expect(loop.isResting).toBe(true);
  });

  it('shows all pixels before the exact picture where those that moved were coarse', async () => {
    const { change, settle, drawn } = createLoop({ settles: 1, restingFrames: 2 });
    change();
    await settle();
    expect(drawn.map(({ kind }) => kind)).toEqual(['moving', 'settling', 'resting', 'resting']);
  });

  it('settles as often as it is asked to, and says how often before each frame', async () => {
    const { change, settle, drawn } = createLoop({ settles: 2 });
    change();
    await settle();
    expect(drawn.map(({ kind }) => kind)).toEqual(['moving', 'settling', 'settling', 'resting']);
    expect(drawn.map(({ settled }) => settled)).toEqual([0, 0, 1, 2]);
  });

  it('goes on with what moves while it gets ready for the picture at rest', async () => {
    let ready = () => {};
    const prepareRest = () => new Promise<void>((resolve) => (ready = resolve));
    const { change, settle, drawn, latest } = createLoop({ prepareRest });
    for (let changes = 0; changes < 3; changes++) {
      change();
      await settle();
      expect(drawn.map(({ kind }) => kind)).toEqual(Array(changes + 1).fill('moving'));
    }
    ready();
    await settle();
    expect(drawn.at(-1)).toMatchObject({ kind: 'resting', state: latest() });
  });

  it('gets ready for each kind of frame once', async () => {
    const ready: FrameKind[] = [];
    const prepareRest = async (next: FrameKind) => void ready.push(next);
    const { change, settle, drawn } = createLoop({ prepareRest, settles: 1, restingFrames: 4 });
    change();
    await settle();
    expect(drawn.map(({ kind }) => kind)).toEqual(['moving', 'settling', 'resting', 'resting', 'resting', 'resting']);
    expect(ready).toEqual([
      { kind: 'settling', accumulates: false },
      { kind: 'resting', accumulates: false },
      { kind: 'resting', accumulates: true },
    ]);
  });

  it('tells when it is still', async () => {
    const { loop, change, settle, drawn } = createLoop();
    change();
    let isStill = false;
    void loop.whenStill().then(() => {
      isStill = true;
    });
    await Promise.resolve();
    expect(isStill).toBe(false);
    await settle();
    expect(drawn.at(-1)?.kind).toBe('resting');
    expect(isStill).toBe(true);
  });

  it('draws a change that comes while it waits for stillness at once', async () => {
    const { change, settle, drawn, latest } = createLoop({ wait: () => new Promise(() => undefined) });
    for (let changes = 1; changes <= 3; changes++) {
      change();
      await settle();
      expect(drawn).toHaveLength(changes);
      expect(drawn.at(-1)).toMatchObject({ kind: 'moving', state: latest() });
    }
  });

  it('gives an exact frame up when something changes', async () => {
    const { change, settle, drawn, latest } = createLoop({ frameMs: 10 });
    change();
    for (let turns = 0; turns < 9; turns++) await new Promise((resolve) => setImmediate(resolve));
    change();
    await settle();
    expect(drawn.at(-1)).toMatchObject({ kind: 'resting', state: latest() });
  });

  it('says once what a frame failed of, and goes on with the next change', async () => {
    const { change, settle, errors } = createLoop({ failing: true });
    change();
    await settle();
    expect(errors).toHaveLength(1);
    change();
    await settle();
    expect(errors).toHaveLength(2);
  });

  it('ends when it is disposed of', async () => {
    const { loop, change, settle, drawn } = createLoop();
    loop.dispose();
    change();
    await settle();
    expect(drawn).toEqual([]);
  });
});
