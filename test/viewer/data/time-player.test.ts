/** Time points that play: each read while the one before is shown, no more than there is room for, and for nobody else. */
import { expect, it } from 'vitest';
import { openPagedVolume, type PagedVolume } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { DEFAULT_SELECTION } from '../../../src/viewer/data/files/selection.js';
import { StoreAhead } from '../../../src/viewer/data/store-ahead.js';
import { TimePlayer } from '../../../src/viewer/data/time-player.js';
import type { LoadedVolume } from '../../../src/viewer/data/viewer-data.js';
import { createVolume } from '../../../src/volume/volume.js';
import { memoryStore } from '../../paged/memory-store.js';

const TIMES = 3;
const CHUNK_BYTES = 8 ** 3;
const volume = createVolume({ sizes: [32, 16, 8], voxels: new Uint8Array(32 * 16 * 8) });
/** Chunks that a picture takes: not all that there are. */
const SEEN: readonly Vec3[] = [0, 1, 2].map((i) => [i, 1, 0]);
const FILE = { name: 'series.zarr', source: 'series.zarr', isStore: true };
const selectionOf = (time: number) => ({ ...DEFAULT_SELECTION, time });
const FOLLOWERS = { report: () => undefined, preview: () => undefined };

/** A viewer that reads chunks of each time point, with room for some of them. */
function series(cacheBytes: number) {
  const reads: { readonly time: number; readonly shownTime: number }[] = [];
  const opened: number[] = [];
  let shownTime = 0;
  let shown: PagedVolume | undefined;
  let isOpen = false;
  const ahead = new StoreAhead(async (_, { time = 0 }): Promise<LoadedVolume> => {
    opened.push(time);
    isOpen = false;
    const onRead = () => isOpen && reads.push({ time, shownTime });
    const pages = await openPagedVolume(memoryStore(volume, { chunkSizes: [8, 8, 8], onRead }), { cacheBytes });
    pages.chunks.bytesRead = 0;
    isOpen = true;
    return { name: FILE.name, input: FILE.name, volume, unit: '', notes: [], pages };
  });
  const show = async (time: number) => {
    const { pages } = await ahead.open(FILE, selectionOf(time), new AbortController().signal, FOLLOWERS);
    shown = pages!;
    for (const chunk of SEEN) await shown.chunks.get(chunk);
    shownTime = time;
  };
  const player: TimePlayer = new TimePlayer({
    now: () => ({ time: shownTime, times: TIMES }),
    prefetch: (time) => ahead.begin([FILE], selectionOf(time), [shown]),
    show,
    onChange: (plays) => !plays && ahead.cancel(),
  });
  return { player, show, reads, opened, now: () => shownTime };
}

it('reads what the picture takes of the next time point while one is shown, and each chunk once', async () => {
  const { player, show, reads, opened, now } = series(SEEN.length * CHUNK_BYTES);
  await show(0);
  const playing = player.play();
  await expect.poll(() => now(), { timeout: 10_000 }).toBe(2);
  player.pause();
  await playing;
  expect(opened.slice(0, 3)).toEqual([0, 1, 2]);
  for (const time of [1, 2]) {
    const read = reads.filter((one) => one.time === time);
    expect(read).toEqual(SEEN.map(() => ({ time, shownTime: time - 1 })));
  }
});

it('reads no more ahead than the cache of chunks holds', async () => {
  const { player, show, reads, now } = series(CHUNK_BYTES);
  await show(0);
  const playing = player.play();
  await expect.poll(() => now(), { timeout: 10_000 }).toBe(1);
  player.pause();
  await playing;
  // One ahead, and then those of the picture, of which it is the last.
  expect(reads.filter(({ time }) => time === 1).length).toBe(1 + SEEN.length);
});

it('ends what nobody waits for', async () => {
  const { player, show, reads, opened } = series(SEEN.length * CHUNK_BYTES);
  await show(0);
  const playing = player.play();
  player.pause();
  await playing;
  expect(reads.filter(({ time }) => time === 1)).toEqual([]);
  expect(player.plays).toBe(false);
  await show(1);
  expect(opened).toEqual([0, 1, 1]);
});
