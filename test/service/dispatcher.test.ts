/** Turns, bounds and ends of requests that wait for a few engines. */
import { describe, expect, it } from 'vitest';
import { DeviceError, InputError } from '../../src/index.js';
import { Dispatcher, type Engine } from '../../src/service/dispatcher.js';

/** An engine whose answers come when the test says so. */
function createEngine() {
  const begun: { readonly data: object; readonly end: (error?: Error) => void; readonly signal: AbortSignal }[] = [];
  const engine: Engine = {
    perform: (_kind, data, signal) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(data));
        signal.addEventListener('abort', () => reject(signal.reason));
        begun.push({ data, end, signal });
      }),
  };
  return { engine, begun };
}

const next = () => new Promise((resolve) => setTimeout(resolve, 0));
const ask = (dispatcher: Dispatcher, caller: string, name: string, its = new AbortController().signal) =>
  dispatcher.perform({ caller, kind: 'render', data: { name }, signal: its });

describe('Dispatcher', () => {
  it('has callers take turns, however many requests one of them has', async () => {
    const { engine, begun } = createEngine();
    const dispatcher = new Dispatcher([engine]);
    const asked = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask(dispatcher, 'a', name)),
      ask(dispatcher, 'b', 'b1'),
      ask(dispatcher, 'c', 'c1'),
    ];
    for (let index = 0; index < asked.length; index++) {
      begun[index]!.end();
      await next();
    }
    await Promise.all(asked);
    expect(begun.map(({ data }) => (data as { name: string }).name)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
    expect(dispatcher.counts).toMatchObject({ waiting: 0, running: 0 });
  });

  it('gives each engine one request at a time', async () => {
    const two = [createEngine(), createEngine()];
    const dispatcher = new Dispatcher(two.map(({ engine }) => engine));
    const asked = ['1', '2', '3'].map((name) => ask(dispatcher, 'a', name));
    expect(two.map(({ begun }) => begun.length)).toEqual([1, 1]);
    expect(dispatcher.counts).toMatchObject({ waiting: 1, running: 2 });
    two[1]!.begun[0]!.end();
    await next();
    expect(two.map(({ begun }) => begun.length)).toEqual([1, 2]);
    two[0]!.begun[0]!.end();
    two[1]!.begun[1]!.end();
    await Promise.all(asked);
  });

  it('refuses what would wait behind too many, with a status that says to come back', async () => {
    const { engine, begun } = createEngine();
    const dispatcher = new Dispatcher([engine], { waitingMax: 3, waitingOfOneMax: 2 });
    const asked = ['1', '2', '3'].map((name) => ask(dispatcher, 'a', name));
    await expect(ask(dispatcher, 'a', '4')).rejects.toMatchObject({ status: 503 });
    asked.push(ask(dispatcher, 'b', '1'));
    await expect(ask(dispatcher, 'c', '1')).rejects.toMatchObject({ status: 503 });
    for (let index = 0; index < asked.length; index++) {
      begun[index]!.end();
      await next();
    }
    await expect(Promise.all(asked)).resolves.toHaveLength(4);
  });

  it('forgets whoever goes before the turn comes, and tells an engine whose caller has gone', async () => {
    const { engine, begun } = createEngine();
    const dispatcher = new Dispatcher([engine]);
    const [first, second] = [new AbortController(), new AbortController()];
    const running = ask(dispatcher, 'a', '1', first.signal);
    const waiting = ask(dispatcher, 'a', '2', second.signal);
    const last = ask(dispatcher, 'a', '3');
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(dispatcher.counts.waiting).toBe(1);
    first.abort(new Error('gone too'));
    await expect(running).rejects.toThrow('gone too');
    await next();
    begun[1]!.end();
    await expect(last).resolves.toEqual({ name: '3' });
    expect(begun).toHaveLength(2);
    await expect(ask(dispatcher, 'a', '4', second.signal)).rejects.toThrow('gone');
  });

  it('asks once more where a device was lost, and never where the recipe is wrong', async () => {
    const { engine, begun } = createEngine();
    const dispatcher = new Dispatcher([engine]);
    const asked = ask(dispatcher, 'a', '1');
    begun[0]!.end(new DeviceError('lost'));
    await next();
    begun[1]!.end();
    await expect(asked).resolves.toEqual({ name: '1' });
    const lost = ask(dispatcher, 'a', '2');
    await next();
    begun[2]!.end(new DeviceError('lost'));
    await next();
    begun[3]!.end(new DeviceError('lost again'));
    await expect(lost).rejects.toThrow('lost again');
    expect(dispatcher.counts.deviceLosses).toBe(2);
    const wrong = ask(dispatcher, 'a', '3');
    await next();
    begun[4]!.end(new InputError('wrong'));
    await expect(wrong).rejects.toThrow('wrong');
    expect(begun).toHaveLength(5);
  });

  it('ends what takes too long', async () => {
    const { engine } = createEngine();
    const dispatcher = new Dispatcher([engine], { timeMs: 20 });
    await expect(ask(dispatcher, 'a', '1')).rejects.toMatchObject({ status: 504 });
  });
});
