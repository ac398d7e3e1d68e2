/** The first view of a page: that of `tilecast render` of the same files and options. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { computeStatistics, createVolume, readMesh, type Volume, writeVolume } from '../../../src/index.js';
import { openFile } from '../../../src/node/index.js';
import { EMPTY_DATA, type ViewerData } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../../src/viewer/document/document.js';
import { ShownScenes } from '../../../src/viewer/scene/shown-scenes.js';
import { makeFolder, runCli } from '../../cli/run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const N = 14;

const ball = (i0: number, radius: number) =>
  createVolume({
    sizes: [N, N, N],
    voxels: Int16Array.from({ length: N ** 3 }, (_, voxel) => {
      const [i, j, k] = [voxel % N, Math.floor(voxel / N) % N, Math.floor(voxel / N ** 2)];
      return Math.max(0, Math.round(900 - (900 / radius) * Math.hypot(i - i0, j - 6, k - 7)));
    }),
  });
const [scan, other] = [ball(5, 5), ball(9, 4)];
const labels = createVolume({
  sizes: [N, N, N],
  voxels: Uint8Array.from({ length: N ** 3 }, (_, voxel) => Number(voxel % N > 4)),
});
const OBJECT = `solid a
${[
  [0, 0, 0, 3, 0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1, 0, 0, 0, 7],
  [0, 0, 0, 0, 0, 7, 3, 0, 0],
  [3, 0, 0, 0, 0, 7, 0, 1, 0],
]
  .map(
    ([a, b, c, d, e, f, g, h, i]) =>
      `facet normal 0 0 0\nouter loop\nvertex ${a} ${b} ${c}\nvertex ${d} ${e} ${f}\nvertex ${g} ${h} ${i}\nendloop\nendfacet`,
  )
  .join('\n')}
endsolid a
`;

async function meshes(...paths: string[]): Promise<ViewerData['meshes']> {
  return Promise.all(
    paths.map(async (path) => {
      const { notes: _, ...read } = await readMesh((await openFile(path)).source);
      return { name: path, ...read };
    }),
  );
}

async function expectSameView(
  args: readonly string[],
  data: Partial<ViewerData>,
  document: Partial<ViewerDocument> = {},
) {
  const saved = at('camera.json');
  const { status, stderr } = runCli([
    'render',
    ...args,
    '-o',
    at('a.png'),
    '--save-camera',
    saved,
    '--size',
    '32x24',
    '--software',
  ]);
  expect(status, String(stderr)).toBe(0);
  const scenes = new ShownScenes({ ready: () => undefined, error: () => undefined });
  scenes.view.aspect = 32 / 24;
  const all: ViewerData = {
    ...EMPTY_DATA,
    ...data,
    ...(data.volume && { statistics: computeStatistics(data.volume) }),
  };
  const whole = { ...DOCUMENT_DEFAULTS, ...document };
  await scenes.whenMade(all, whole);
  const camera = scenes.camera(all, whole)!;
  const written = JSON.parse(readFileSync(saved, 'utf8'));
  for (const field of ['eye', 'target', 'up'] as const) {
    for (const axis of [0, 1, 2]) expect(camera[field][axis]).toBeCloseTo(written[field][axis], 6);
  }
}

async function writeScan(name: string, one: Volume): Promise<string> {
  writeFileSync(at(name), Buffer.concat((await writeVolume(one, name)).pieces));
  return at(name);
}

it.each(['.stl', '.ply'])('of a mesh, %s', async (extension) => {
  const stl = at('a.stl');
  writeFileSync(stl, OBJECT);
  const path = extension === '.stl' ? stl : at('a.ply');
  if (path !== stl) expect(runCli(['convert', stl, '-o', path]).status).toBe(0);
  await expectSameView([path], { meshes: await meshes(path) });
});

it('of volumes, whatever of them is seen', async () => {
  const [first, second, mask] = [
    await writeScan('scan.nrrd', scan),
    await writeScan('other.nrrd', other),
    await writeScan('labels.nrrd', labels),
  ];
  await expectSameView([first], { volume: scan });
  await expectSameView([first, '--iso', '300'], { volume: scan }, { mode: 'isosurface', isoValue: 300 });
  await expectSameView([first, '--clip=1,0,0,6'], { volume: scan }, { clip: [{ normal: [1, 0, 0], offset: 6 }] });
  const styles = [{ label: 1 }];
  await expectSameView([first, '--mask', mask], { volume: scan, labels: { volume: labels, styles, isNamed: true } });
  await expectSameView([first, mask], { volume: scan, labels: { volume: labels, styles } });
  await expectSameView([mask], { volume: labels });
  await expectSameView([first, second], { volume: scan, fused: [{ volume: other }] });
});

it('of a mesh that is said to be of a patient', async () => {
  const stl = at('patient.stl');
  writeFileSync(stl, OBJECT);
  const loaded = await meshes(stl);
  for (const transform of ['ras', 'lps'] as const)
    await expectSameView([stl, '--transform', transform], { meshes: loaded }, { meshStyle: { transform } });
});
