/** Chunks are decoded by workers as they are here; where workers fail, they are decoded here after all. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import Blosc from 'numcodecs/blosc';
import Zstd from 'numcodecs/zstd';
import { openStore, readLevel } from 'tilecast';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeBeside, endWith } from '../../../src/files/stores/decoding/decode-beside.js';
import type { DecodeTask } from '../../../src/files/stores/decoding/decode-task.js';
import {
  answerWith,
  LostBytesError,
  type StartWorker,
  WorkerPool,
} from '../../../src/files/stores/decoding/worker-pool.js';
import { type Files, memoryKeys, text } from './memory-zarr.js';

const CHUNKS = join(import.meta.dirname, '..', '..', '..', 'dist', 'chunks');
const SCRIPT = join(CHUNKS, 'node-decode-worker.js');

afterEach(() => decodeBeside(undefined));

/** Threads as Node starts them, of the built script. */
function threads() {
  const started: Worker[] = [];
  const start: StartWorker<DecodeTask> = ({ answer, fail }) => {
    const worker = new Worker(SCRIPT).on('message', answer).on('error', fail).on('exit', fail);
    started.push(worker);
    worker.unref();
    return {
      post: (task, transfer) => worker.postMessage(task, transfer),
      setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  };
  return { started, start };
}

const SIDE = 8;
const CODECS = {
  gzip: { configuration: { level: 1 }, encode: async (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) },
  zstd: {
    configuration: { level: 1, checksum: false },
    encode: async (bytes: Uint8Array) => Zstd.fromConfig({ id: 'zstd' }).encode(bytes),
  },
  blosc: {
    configuration: { cname: 'lz4', clevel: 5, shuffle: 'shuffle', typesize: 2, blocksize: 0 },
    encode: async (bytes: Uint8Array) => Blosc.fromConfig({ id: 'blosc' }).encode(bytes),
  },
};

/** A row of chunks of numbers that go on from one to the next; the one at `broken` is no data of the codec. */
async function writeRow(codec: keyof typeof CODECS, count: number, broken = -1): Promise<Files> {
  const { configuration, encode } = CODECS[codec];
  const metadata = {
    ...{ zarr_format: 3, node_type: 'array', shape: [SIDE, SIDE, SIDE * count], data_type: 'uint16', fill_value: 0 },
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [SIDE, SIDE, SIDE] } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    codecs: [
      { name: 'bytes', configuration: { endian: 'little' } },
      { name: codec, configuration },
    ],
    attributes: {},
  };
  const files: Files = new Map([['/zarr.json', text(metadata)]]);
  for (let chunk = 0; chunk < count; chunk++) {
    const voxels = Uint16Array.from({ length: SIDE ** 3 }, (_, n) => 31 * n + 7 * chunk);
    const bytes = chunk === broken ? text('no such data, none at all') : await encode(new Uint8Array(voxels.buffer));
    files.set(`/c/0/0/${chunk}`, bytes);
  }
  return files;
}

async function read(files: Files) {
  const store = await openStore(memoryKeys(files));
  return (await readLevel(store, store.levels[0])).voxels;
}

describe.each(Object.keys(CODECS) as (keyof typeof CODECS)[])('%s', (codec) => {
  it('makes the same voxels in threads, and the same words where data are damaged', async () => {
    const [files, broken] = [await writeRow(codec, 5), await writeRow(codec, 2, 1)];
    decodeBeside(undefined);
    const [here, words] = [await read(files), await read(broken).catch(({ message }) => message)];
    const { started, start } = threads();
    decodeBeside({ start, most: 2, afterBytes: 0 });
    expect(await read(files)).toEqual(here);
    expect(started.length).toBeGreaterThan(0);
    expect(started.length).toBeLessThanOrEqual(2);
    expect(words).toMatch(/^memory\.zarr: its chunk .* cannot be read: /);
    await expect(read(broken)).rejects.toThrow(words);
  });
});

it('begins only where there is much to decode', async () => {
  const { started, start } = threads();
  decodeBeside({ start, most: 2 });
  await read(await writeRow('gzip', 3));
  expect(started).toEqual([]);
});

it('begins with a chunk that alone is much: codecs of this thread would keep memory of its size', async () => {
  const { started, start } = threads();
  const files = await writeRow('zstd', 1);
  decodeBeside({ start, most: 2, afterBytes: files.get('/c/0/0/0')!.length - 1 });
  await read(files);
  expect(started.length).toBe(1);
});

it.each([
  [
    'cannot be started',
    () => {
      throw new Error('forbidden');
    },
  ],
  [
    'fail as they start',
    ({ fail }) => {
      setTimeout(fail, 1);
      return { post: () => {}, setBusy: () => {}, end: () => {} };
    },
  ],
] as const satisfies readonly (readonly [string, StartWorker<DecodeTask>])[])(
  'decodes here where workers %s',
  async (_, start) => {
    const files = await writeRow('zstd', 4);
    const expected = await read(files);
    decodeBeside({ start, most: 3, afterBytes: 0 });
    expect(await read(files)).toEqual(expected);
  },
);

it('is found by the built code that starts it', () => {
  for (const script of ['node-decode-worker.js', 'decode-worker.js']) {
    const starting = readdirSync(CHUNKS).filter(
      (name) => name.endsWith('.js') && readFileSync(join(CHUNKS, name), 'utf8').includes(`URL("./${script}"`),
    );
    expect(starting.length, script).toBe(1);
    expect(existsSync(join(CHUNKS, script))).toBe(true);
  }
});

describe('a pool', () => {
  /** Workers of this thread, which reverse bytes once they are told to. */
  function fakes() {
    const open: (() => void)[] = [];
    const counts = { started: 0, ended: 0, busy: 0 };
    const start: StartWorker<DecodeTask> = ({ answer }) => {
      counts.started++;
      const work = answerWith(async ({ bytes }) => bytes.toReversed(), answer);
      return {
        post: (task) => open.push(() => void work(task)),
        setBusy: (isBusy) => (counts.busy += isBusy ? 1 : -1),
        end: () => counts.ended++,
      };
    };
    return { open, counts, start };
  }
  const task = (byte: number): DecodeTask => ({
    codec: 'none',
    configuration: {},
    shape: [1],
    bytes: Uint8Array.of(byte, 0),
  });
  const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

  it('gives each worker one task at a time, drops what nobody waits for, and ends when all is done', async () => {
    const { open, counts, start } = fakes();
    const pool = new WorkerPool({ start, most: 2, idleMs: 1 });
    const controller = new AbortController();
    const given = [1, 2, 3].map((byte) => pool.perform(task(byte)));
    const dropped = expect(pool.perform(task(4), { signal: controller.signal })).rejects.toThrow('looks elsewhere');
    expect([open.length, counts.started, counts.busy]).toEqual([2, 2, 2]);
    controller.abort(new Error('looks elsewhere'));
    let done = 0;
    for (; done < open.length; done++) {
      open[done]!();
      await soon();
    }
    expect(await Promise.all(given)).toEqual([1, 2, 3].map((byte) => Uint8Array.of(0, byte)));
    await dropped;
    expect([done, counts.busy]).toEqual([3, 0]);
    await expect.poll(() => counts.ended).toBe(2);
    const again = pool.perform(task(5));
    expect(counts.started).toBe(3);
    open[3]!();
    expect(await again).toEqual(Uint8Array.of(0, 5));
  });

  it('takes the memory of given bytes once a worker is known to run, and says where they are lost', async () => {
    const [posted, workers]: [Uint8Array[], { answer: (bytes: Uint8Array) => void; fail: () => void }[]] = [[], []];
    const start: StartWorker<DecodeTask> = ({ answer, fail }) => {
      workers.push({ answer: (bytes) => answer({ bytes }), fail });
      const post = ({ bytes }: DecodeTask, transfer: ArrayBuffer[]) =>
        posted.push(structuredClone(bytes, { transfer }));
      return { post, setBusy: () => {}, end: () => {} };
    };
    const pool = new WorkerPool<DecodeTask>({ start, most: 1 });
    const [first, second, third] = [task(1), task(2), task(3)];
    const decoded = pool.perform(first, { gives: true });
    expect(first.bytes).toEqual(Uint8Array.of(1, 0));
    workers[0]!.answer(Uint8Array.of(7));
    expect(await decoded).toEqual(Uint8Array.of(7));
    expect(first.bytes.length).toBe(0);
    const lost = pool.perform(second, { gives: true });
    expect([second.bytes.length, posted[1]]).toEqual([0, Uint8Array.of(2, 0)]);
    workers[0]!.fail();
    await expect(lost).rejects.toThrow(LostBytesError);
    const kept = pool.perform(third, { gives: true });
    workers[1]!.fail();
    expect(await kept).toBeUndefined();
    expect(third.bytes).toEqual(Uint8Array.of(3, 0));
  });

  it('has the bytes read again that a worker ended with', async () => {
    const files = await writeRow('zstd', 3);
    const expected = await read(files);
    const real = threads();
    let posts = 0;
    const start: StartWorker<DecodeTask> = (events) => {
      const worker = real.start(events);
      const post: typeof worker.post = (posted, transfer) => {
        posts++;
        if (posts !== 2) return worker.post(posted, transfer);
        structuredClone(posted, { transfer });
        events.fail();
      };
      return { ...worker, post };
    };
    decodeBeside({ start, most: 1, afterBytes: 0 });
    const keys = memoryKeys(files);
    const get: typeof keys.get = async (key, signal) => {
      const bytes = await keys.get(key, signal);
      return bytes && new Uint8Array(bytes);
    };
    const store = await openStore({ ...keys, get, isFresh: true });
    for (let chunk = 0; chunk < 3; chunk++) {
      const { voxels } = await store.levels[0].readChunk([chunk, 0, 0]);
      expect(voxels[1]).toBe(31 + 7 * chunk);
    }
    expect(posts).toBe(4);
    expect((await readLevel(store, store.levels[0])).voxels).toEqual(expected);
  });

  it('is told of signals by the bytes that were fetched with them', async () => {
    const { open, start } = fakes();
    decodeBeside({ start, most: 1, afterBytes: 0 });
    const files = await writeRow('gzip', 1);
    const controller = new AbortController();
    controller.abort(new Error('looks elsewhere'));
    const store = await openStore(memoryKeys(files));
    endWith(files.get('/c/0/0/0'), controller.signal);
    await expect(store.levels[0].readChunk([0, 0, 0], controller.signal)).rejects.toThrow('looks elsewhere');
    expect(open).toEqual([]);
  });
});
