/** Jobs of a volume's parts, done by a worker one after the other: what they read, and what they become. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { describeBatch } from '../../../src/cli/farm/describe-batch.js';
import type { PartJob } from '../../../src/cli/farm/jobs/job-form.js';
import { Performer } from '../../../src/cli/farm/perform.js';
import { WorkerFiles } from '../../../src/cli/farm/worker-files.js';
import { chooseCamera } from '../../../src/cli/render/frames/choose-camera.js';
import { chooseFrames } from '../../../src/cli/render/frames/choose-frames.js';
import { planPicture } from '../../../src/cli/render/pictures/open-picture.js';
import type { Task } from '../../../src/farm/index.js';
import { readVolume } from '../../../src/index.js';
import { storeOfVolume, writeStore } from '../../../src/lab.js';
import { createStoreFolder, openFile } from '../../../src/node/index.js';
import { completeTexts, type OptionTexts, parseOptions } from '../../../src/recipe/options.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const PARTS = 8;
const SIZE = ['--size', '24x20', '--view', 'left'] as const;

describe('jobs of parts', () => {
  const gpu = useTestGpu();
  const folder = makeFolder();
  const context = {
    signal: new AbortController().signal,
    childResults: async () => [],
    childFailures: async () => [],
  };

  async function writeSample(name: string): Promise<string> {
    const path = join(folder, name);
    const { volume } = await readVolume((await openFile(SAMPLE)).source);
    const store = storeOfVolume(SAMPLE, volume);
    const target = await createStoreFolder(path, {});
    await writeStore(store, store.levels[0], target.keys, { chunkSide: 16, rangesSide: 16, chunksPerShard: 1 });
    await target.commit();
    return path;
  }

  /** The tree of a picture's jobs. */
  async function describeJobs(input: string, output: string, more: OptionTexts = {}): Promise<Task> {
    const texts = completeTexts({ size: '24x20', view: 'left', split: String(PARTS), output, ...more });
    const values = parseOptions(texts);
    const plan = await planPicture(texts, {}, undefined);
    const picture = await plan.open([input], { several: false, gpu: undefined });
    const series = await chooseFrames(values, output, undefined);
    const camera = (await chooseCamera(values))(picture.subject);
    const options = { inputs: [input], recordedTime: undefined, parts: plan.parts };
    return (await describeBatch(picture, camera, series, options, false)).batch.root.children![0]!;
  }

  const createPerformer = () => new Performer(new WorkerFiles(folder), async () => gpu());

  async function perform(performer: Performer, task: Task): Promise<void> {
    for (const child of task.children ?? []) await perform(performer, child);
    await performer.perform(JSON.parse(JSON.stringify(task)), context);
  }

  it('make the picture of the whole of a store', async () => {
    const store = await writeSample('whole.zarr');
    const whole = join(folder, 'whole.png');
    const { status, stderr } = runCli(['render', store, '-o', whole, ...SIZE]);
    expect(status, stderr).toBe(0);
    const pixels = PNG.sync.read(readFileSync(whole)).data;
    expect(new Set(pixels).size).toBeGreaterThan(8);
    const parts = join(folder, 'parts.png');
    await perform(createPerformer(), await describeJobs(store, parts));
    const put = PNG.sync.read(readFileSync(parts)).data;
    expect(Math.max(...pixels.map((value, index) => Math.abs(value - put[index]!)))).toBeLessThanOrEqual(1);
    // Parts and their folder are gone.
    expect(readdirSync(folder).sort()).toEqual(['parts.png', 'whole.png', 'whole.zarr']);
  });

  it.each([[{}], [{ denoise: true }]])('share out paths of light, of a mesh too: %j', async (more) => {
    const mesh = join(folder, 'sphere.obj');
    writeFileSync(mesh, 'v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 3 4\n');
    const texts = { quality: 'path', samples: '144', view: 'front', split: '9', ...more };
    const whole = join(folder, 'whole-paths.png');
    const args = [
      '--size',
      '24x20',
      '--view',
      'front',
      '--quality',
      'path',
      '--samples',
      '144',
      ...Object.keys(more).map((name) => `--${name}`),
    ];
    const { status, stderr } = runCli(['render', mesh, '-o', whole, ...args]);
    expect(status, stderr).toBe(0);
    const shared = join(folder, 'shared-paths.png');
    const tree = await describeJobs(mesh, shared, texts);
    expect(tree.children).toHaveLength(2);
    await perform(createPerformer(), tree);
    const [pixels, put] = [whole, shared].map((path) => PNG.sync.read(readFileSync(path)).data);
    expect(new Set(pixels).size).toBeGreaterThan(20);
    expect(Math.max(...pixels!.map((value, index) => Math.abs(value - put![index]!)))).toBeLessThanOrEqual(1);
    for (const path of [mesh, whole, shared]) rmSync(path);
  });

  it('read no chunk of a store that has none of their voxels', async () => {
    const store = await writeSample('bad.zarr');
    const tree = await describeJobs(store, join(folder, 'bad.png'));
    // The chunk of the last voxels of 110 × 140 × 106, which one of the parts needs alone.
    writeFileSync(join(store, '0', 'c', '6', '8', '6'), 'no chunk');
    const performer = createPerformer();
    const failed: number[] = [];
    for (const task of tree.children!) {
      const failure = await performer.perform(task, context).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (failure === undefined) continue;
      expect(failure).toMatch(/^\S+bad.zarr: its chunk/);
      failed.push((task.data as PartJob).part);
    }
    expect(failed).toEqual([PARTS - 1]);
  });
});
