/** Stores in the viewer: found among dropped files, and asked for single voxels. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { computeStatistics, createVolume, openPagedVolume, writeVolume } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { ViewCamera } from '../../../src/viewer/camera/view-camera.js';
import { chooseVolumes } from '../../../src/viewer/data/choose-volumes.js';
import { findStores } from '../../../src/viewer/data/files/find-stores.js';
import { loadFiles } from '../../../src/viewer/data/files/load-files.js';
import { loadStore } from '../../../src/viewer/data/files/load-store.js';
import { parseSelection } from '../../../src/viewer/data/files/selection.js';
import { FineValue } from '../../../src/viewer/data/fine-value.js';
import { readVoxel } from '../../../src/viewer/data/read-voxel.js';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { SceneMaker } from '../../../src/viewer/scene/scene-maker.js';
import { makeFolder, runCli } from '../../cli/run-cli.js';

const file = (name: string) => ({ name, source: new Blob([name]) });

describe('dropped files', () => {
  it('of a store are one, whatever arrays are below it; others stay by themselves', async () => {
    const inside = ['.zattrs', '.zgroup', '0/.zarray', '0/0.0.0', '1/.zarray'].map((key) => file(`egg.zarr/${key}`));
    const [scan, store, ...others] = findStores([file('scan.nrrd'), ...inside, file('egg.zarr.txt')]);
    expect(store).toMatchObject({ name: 'egg.zarr', isStore: true });
    expect(store!.storeFiles!.files.map(({ name }) => name)).toEqual(
      inside.map(({ name }) => name.slice('egg.zarr/'.length)),
    );
    expect([scan, ...others].map((one) => one?.name)).toEqual(['scan.nrrd', 'egg.zarr.txt']);
    const chunk = store!.storeFiles!.files.find(({ name }) => name === '0/0.0.0')!;
    expect(new TextDecoder().decode(await chunk.read(0, chunk.sizeBytes))).toBe('egg.zarr/0/0.0.0');
  });

  it('without a store are left as they are', () => {
    const files = [file('a.nrrd'), { name: 'b', source: 'https://example.org/b.zarr', isStore: true }];
    expect(findStores(files)).toBe(files);
  });
});

describe('a voxel of a store', () => {
  /** More than a chunk along i. */
  const sizes = [70, 18, 17] as const;
  const voxels = Int16Array.from({ length: 70 * 18 * 17 }, (_, at) => at);
  const paged = () => openPagedVolume(storeOfVolume('memory', createVolume({ sizes, voxels })), { pageSide: 8 });

  it('is that at the nearest index, clamped to the level', async () => {
    const pages = await paged();
    const at = (i: number, j: number, k: number) => i + 70 * (j + 18 * k);
    expect(await readVoxel(pages, [3.4, 12.6, 16])).toBe(at(3, 13, 16));
    expect(await readVoxel(pages, [67, 17, 9])).toBe(at(67, 17, 9));
    expect(await readVoxel(pages, [-5, 99, 0.2])).toBe(at(0, 17, 0));
  });

  it('is there once it has been read, and the newest place that is asked for comes next', async () => {
    const pages = await paged();
    const read: (number | undefined)[] = [];
    const fine: FineValue = new FineValue(() => read.push(fine.at(pages, wanted)));
    let wanted: readonly [number, number, number] = [1, 2, 3];
    expect(fine.at(pages, wanted)).toBeUndefined();
    for (wanted of [
      [4, 4, 4],
      [5, 5, 5],
    ] as const)
      expect(fine.at(pages, wanted)).toBeUndefined();
    await expect.poll(() => read.at(-1)).toBe(5 + 70 * (5 + 18 * 5));
    expect(fine.at(pages, [5.3, 4.8, 5])).toBe(read.at(-1));
  });
});

describe('channels of a store', () => {
  /** Three channels of one value each, of which the writer shows the first and the last. */
  const files = () => {
    const axes = [...'czyx'].map((name) => ({ name, type: name === 'c' ? 'channel' : 'space' }));
    const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 1] }] }];
    const channels = ['0000FF', '00FF00', 'FF0000'].map((color, index) => ({ color, active: index !== 1 }));
    const shape = [3, 4, 4, 4];
    const array = { zarr_format: 2, shape, chunks: shape, dtype: '|u1', order: 'C', fill_value: 0 };
    const parts: Record<string, string | Uint8Array<ArrayBuffer>> = {
      '.zgroup': '{"zarr_format":2}',
      '.zattrs': JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets }], omero: { channels } }),
      '0/.zarray': JSON.stringify({ ...array, compressor: null, filters: null }),
      '0/0.0.0.0': Uint8Array.from({ length: 3 * 64 }, (_, at) => 10 + (at >> 6)),
    };
    return Object.entries(parts).map(([name, part]) => ({ name: `cells.zarr/${name}`, source: new Blob([part]) }));
  };
  const followers = { report: () => undefined, preview: () => undefined };

  it('that its writer shows are shown, as if they had been asked for', async () => {
    const { signal } = new AbortController();
    const [loaded] = (await loadFiles(files(), parseSelection({}), signal, followers)).volumes;
    expect([loaded!.volume, ...loaded!.channels!.map(({ volume }) => volume)].map(({ voxels }) => voxels[0])).toEqual([
      10, 12,
    ]);
    expect(loaded!.channel).toMatchObject({ color: [0, 0, 1] });
    expect(loaded!.choices?.active).toEqual([0, 2]);
    expect(loaded!.notes.join()).toMatch(/took numbers 0, 2 of 3 channels/);
    const [one] = (await loadFiles(files(), parseSelection({ component: '1' }), signal, followers)).volumes;
    expect([one!.volume.voxels[0], one!.channels, one!.choices?.active]).toEqual([11, [], undefined]);
  });

  it('are the first alone beside other volumes', async () => {
    const { signal } = new AbortController();
    const scan = createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64).fill(3) });
    const { pieces } = await writeVolume(scan, 'scan.nrrd');
    const both = [...files(), { name: 'scan.nrrd', source: new Blob(pieces as Uint8Array<ArrayBuffer>[]) }];
    const [store, other] = (await loadFiles(both, parseSelection({}), signal, followers)).volumes;
    expect([store!.channels, other!.name]).toEqual([[], 'scan.nrrd']);
  });
});

describe('a coarse level of a store', () => {
  const folder = makeFolder();

  it('is seen in the colours and from where the finest one is', async () => {
    const N = 80;
    const scan = createVolume({
      sizes: [N, N, N],
      voxels: Int16Array.from({ length: N ** 3 }, (_, voxel) => {
        const [i, j, k] = [voxel % N, Math.floor(voxel / N) % N, Math.floor(voxel / N ** 2)];
        return Math.max(0, Math.round(900 - 60 * Math.hypot(i - 20, j - 24, k - 27) + 40 * Math.sin(9 * i * j)));
      }),
    });
    const [file, store] = [join(folder, 'scan.nrrd'), join(folder, 'scan.zarr')];
    writeFileSync(file, Buffer.concat((await writeVolume(scan, 'scan.nrrd')).pieces));
    expect(runCli(['convert', file, '-o', store]).status).toBe(0);
    const files = readdirSync(store, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ name: path.slice(folder.length + 1), source: new Blob([readFileSync(path)]) }));
    const open = async (detail: string) => {
      const followers = { report: () => undefined, preview: () => undefined };
      const signal = new AbortController().signal;
      const loaded = await loadStore(findStores(files)[0]!, parseSelection({ detail }), signal, followers);
      const chosen = await chooseVolumes(EMPTY_DATA, [loaded], []);
      const statistics = computeStatistics(chosen.basis ?? chosen.volume!);
      return { ...EMPTY_DATA, ...chosen, statistics };
    };
    const [fine, coarse] = [await open('0'), await open('1')];
    expect(coarse.volume!.sizes).not.toEqual(fine.volume!.sizes);
    const colorsOf = (data: typeof fine) => new SceneMaker().appearance(data, DOCUMENT_DEFAULTS).transfer;
    expect(colorsOf(coarse)).toEqual(colorsOf(fine));
    const cameraOf = (data: typeof fine) =>
      new ViewCamera().cameraFor(new SceneMaker().outline(data, DOCUMENT_DEFAULTS)!, data);
    expect(cameraOf(coarse)).toEqual(cameraOf(fine));
    const camera = join(folder, 'camera.json');
    const args = ['-o', join(folder, 'a.png'), '--save-camera', camera, '--size', '16x16', '--software'];
    expect(runCli(['render', store, '--detail', '1', ...args]).status).toBe(0);
    const { eye, target } = JSON.parse(readFileSync(camera, 'utf8'));
    for (const axis of [0, 1, 2] as const) {
      expect(cameraOf(coarse).eye[axis]).toBeCloseTo(eye[axis], 6);
      expect(cameraOf(coarse).target[axis]).toBeCloseTo(target[axis], 6);
    }
  });
});
