/** Copies in fewer voxels, by which pages begin whose frames come from the server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyVolume } from '../../../src/cli/view/copy-volume.js';
import { FrameServer } from '../../../src/cli/view/frame-server.js';
import { listInputs } from '../../../src/cli/view/list-inputs.js';
import { startViewerServer } from '../../../src/cli/view/viewer-server.js';
import { computeStatistics, createVolume, readVolume, type VoxelArray, writeVolume } from '../../../src/index.js';
import { makeFolder } from '../run-cli.js';

const folder = makeFolder();
const SIZES = [150, 130, 120] as const;
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];

async function write(name: string, voxels: VoxelArray): Promise<string> {
  const path = join(folder, name);
  const { pieces } = await writeVolume(createVolume({ sizes: SIZES, voxels, spacings: [1, 2, 3] }), name, {
    compress: false,
  });
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

const values = Int16Array.from({ length: COUNT }, (_, at) => (at * 7919) % 3001);
const scan = await write('scan.nrrd', values);
const copyOf = async (...paths: readonly string[]) => copyVolume(await listInputs(paths), {});

it('has the grid and the statistics of the volume, and few of its voxels', async () => {
  const { input, described, bytes } = (await copyOf(scan))!;
  const { counts, ...statistics } = computeStatistics({ voxels: values });
  expect(input).toBe(scan);
  expect(described).toMatchObject({ url: 'copy', sizes: SIZES, statistics: { ...statistics, counts: [...counts] } });
  const { volume } = await readVolume(bytes, 'copy.nrrd');
  expect(volume.sizes).toEqual([50, 44, 60]);
  expect(bytes.length).toBeLessThan(COUNT);
});

it('is made of no labels, of no two volumes, of no small files, and of no chosen part', async () => {
  const ball = (at: number) =>
    Math.hypot((at % 150) - 75, (Math.floor(at / 150) % 130) - 65, Math.floor(at / 19500) - 60);
  const labels = await write(
    'labels.nrrd',
    Int16Array.from({ length: COUNT }, (_, at) => (ball(at) < 40 ? 7 : 0)),
  );
  const small = join(folder, 'small.nrrd');
  const { pieces } = await writeVolume(createVolume({ sizes: [9, 9, 9], voxels: new Float32Array(729) }), small);
  writeFileSync(small, Buffer.concat(pieces));
  for (const paths of [[labels], [scan, labels], [scan, scan.replace('scan', 'labels')], [small]]) {
    expect(await copyOf(...paths)).toBeUndefined();
  }
  expect(await copyVolume(await listInputs([scan]), { time: '1' })).toBeUndefined();
});

it('goes to pages that get frames alone', async () => {
  const files = await listInputs([scan]);
  let copies = 0;
  const copy = () => {
    copies++;
    return copyVolume(files, {});
  };
  const frames = new FrameServer(files);
  const server = await startViewerServer({ files, port: 0, attributes: {}, frames, copy });
  try {
    const read = async (path: string) =>
      (await (await fetch(new URL(path, server.url))).json()) as Record<string, { sizes?: unknown }>;
    expect(await read('inputs.json')).not.toHaveProperty('copy');
    expect(copies).toBe(0);
    const { copy: described, files: listed } = await read('inputs.json?without-webgpu');
    expect(described!.sizes).toEqual(SIZES);
    expect(listed).toMatchObject([{ isCopied: true, url: 'files/0' }]);
    expect((await fetch(new URL('copy', server.url))).status).toBe(200);
  } finally {
    server.close();
    await frames.close();
  }
});
