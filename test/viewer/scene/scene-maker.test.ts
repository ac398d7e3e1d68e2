/** Scenes of documents: as the command line makes them of the same options. */
import { describe, expect, it } from 'vitest';
import {
  computeStatistics,
  createMask,
  createTransferFunction,
  createVolume,
  type MeshScene,
  openPagedVolume,
  type VolumeScene,
} from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { describeDots, maskOfSurfaces } from '../../../src/recipe/scene/labels/label-dots.js';
import { toPageNotes } from '../../../src/viewer/data/page-notes.js';
import { EMPTY_DATA, type ViewerData } from '../../../src/viewer/data/viewer-data.js';
import { changeDocument, DOCUMENT_DEFAULTS, type DocumentPatch } from '../../../src/viewer/document/document.js';
import { parseViewerDocument } from '../../../src/viewer/document/parse-document.js';
import { ListedLabels } from '../../../src/viewer/scene/page-labels.js';
import { SceneMaker } from '../../../src/viewer/scene/scene-maker.js';

const volume = createVolume({ sizes: [4, 4, 4], voxels: Float32Array.from({ length: 64 }, (_, at) => at / 10) });
const data: ViewerData = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] };

it('lights a volume on a ground and one beside meshes as one alone', () => {
  const mesh = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2),
    origin: [0, 0, 0],
  } as const;
  const { ground: _, ...defaults } = DOCUMENT_DEFAULTS;
  const asked = { ...defaults, mode: 'isosurface', isoValue: 3, shading: { specular: 0.5 } } as const;
  const sceneOf = (document: typeof asked & { readonly ground?: readonly [number, number, number] }, meshes = false) =>
    new SceneMaker().create({ ...data, meshes: meshes ? [{ name: 'a', mesh }] : [] }, document) as VolumeScene &
      Partial<MeshScene>;
  const alone = sceneOf(asked);
  const onGround = sceneOf({ ...asked, ground: [1, 1, 1] });
  expect(alone.shading?.specular).toBe(0.5);
  expect(onGround.shading).toEqual(alone.shading);
  expect(onGround.meshes).toHaveLength(1);
  expect(sceneOf(asked, true).shading).toEqual(alone.shading);
});

it('finds the appearance of voxels that are still coming once, from those that are there', () => {
  const draft = createVolume({ sizes: [2, 2, 2], voxels: Float32Array.from({ length: 8 }, (_, at) => at) });
  const coming: ViewerData = { ...data, draft, basis: draft, isPartial: true, statistics: computeStatistics(draft) };
  const maker = new SceneMaker();
  const made = maker.appearance(coming, DOCUMENT_DEFAULTS);
  maker.create(coming, DOCUMENT_DEFAULTS);
  expect(maker.appearance(coming, DOCUMENT_DEFAULTS)).toBe(made);
  maker.createDraft(coming, DOCUMENT_DEFAULTS);
  maker.showsSurfaces(coming, DOCUMENT_DEFAULTS);
  expect(maker.appearance(coming, DOCUMENT_DEFAULTS)).toBe(made);
});

it('cuts what is still coming where the whole will be cut', () => {
  const draft = createVolume({
    sizes: [2, 2, 2],
    voxels: Float32Array.from({ length: 8 }, (_, at) => at),
    indexToWorld: {
      columns: [
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 2],
      ],
      origin: [0.5, 0.5, 0.5],
    },
  });
  const coming: ViewerData = { ...data, draft, basis: draft, isPartial: true, statistics: computeStatistics(draft) };
  const document = { ...DOCUMENT_DEFAULTS, crop: { first: [0, 1, 0], last: [3, 2, 3] } } as const;
  const clipOf = (shown: ViewerData) => (new SceneMaker().create(shown, document) as VolumeScene).clip;
  expect(clipOf(coming)).toEqual(clipOf(data));
});

/** Numbers of regions, of which the coarse version has 1 alone. */
const regions = (sizes: readonly [number, number, number]) =>
  createVolume({
    sizes,
    voxels: Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) =>
      at % 7 === 0 ? 0 : at === 5 ? 9 : 1,
    ),
  });

it('lists the labels of pages while the coarse ones are shown, and shows all of them then', async () => {
  const events = { ready: 0, errors: [] as unknown[] };
  const listed = new ListedLabels({ ready: () => events.ready++, error: (error) => events.errors.push(error) });
  const maker = new SceneMaker(undefined, undefined, listed);
  const fine = regions([8, 8, 8]);
  const coarse = createVolume({ ...fine, voxels: fine.voxels.map((value) => Math.min(value, 1)) });
  const pages = await openPagedVolume(storeOfVolume('regions', fine));
  const labels = { volume: coarse, styles: [{ label: 1, name: 'One' }], pages, isNamed: true };
  const sceneOf = (data: ViewerData, document = DOCUMENT_DEFAULTS) => maker.create(data, document) as VolumeScene;
  const masked: ViewerData = { ...data, pages, labels };
  expect(sceneOf(masked).mask?.styles).toEqual([{ label: 1, name: 'One' }]);
  expect(listed.isMaking).toBe(true);
  await listed.whenMade();
  expect([events.ready, listed.isMaking]).toEqual([1, false]);
  const scene = sceneOf(masked);
  expect(scene.mask?.styles).toEqual([{ label: 1, name: 'One' }, { label: 9 }]);
  expect([scene.pages, scene.labelPages]).toEqual([pages, pages]);
  expect(maker.labelStyles(masked, DOCUMENT_DEFAULTS)).toEqual([{ label: 1, name: 'One' }, { label: 9 }]);
  expect(sceneOf(masked)).toBe(scene);
  // Paths go through the coarse version, whose labels are coarse too.
  expect(sceneOf(masked, { ...DOCUMENT_DEFAULTS, quality: 'path' })).not.toHaveProperty('labelPages');
  // A volume of labels has those of its own pages, in colours that follow from their number.
  const own: ViewerData = { ...EMPTY_DATA, volume: coarse, statistics: computeStatistics(coarse), pages };
  expect(sceneOf(own).mask?.styles.map(({ label }) => label)).toEqual([1, 9]);
  expect(sceneOf(own).labelPages).toBe(pages);
  // Nobody waits for a list that is of no use any more.
  const others = await openPagedVolume(storeOfVolume('others', fine));
  sceneOf({ ...masked, labels: { ...labels, pages: others } });
  expect(listed.isMaking).toBe(true);
  sceneOf(data);
  expect([listed.isMaking, events.errors]).toEqual([false, []]);
});

it('shows fused volumes in pages where all are in pages, and otherwise none', async () => {
  const pages = await openPagedVolume(storeOfVolume('a', volume));
  const sceneOf = (fused: ViewerData['fused'], document = {}) =>
    new SceneMaker().create(
      { ...data, pages, finest: volume, fused: fused! },
      { ...DOCUMENT_DEFAULTS, ...document },
    ) as VolumeScene;
  const paged = sceneOf([{ volume, pages, finest: volume }]);
  expect([paged.pages, paged.fused?.[0]?.pages, paged.fused?.[0]?.finest]).toEqual([pages, pages, volume]);
  const coarse = sceneOf([{ volume }]);
  expect([coarse.pages, coarse.fused?.[0]?.pages]).toEqual([undefined, undefined]);
  expect(sceneOf([{ volume }], { mode: 'mip' })).toMatchObject({ pages });
});

it('gives channels the colours that their store names, in pages or not', async () => {
  const pages = await openPagedVolume(storeOfVolume('a', volume));
  const channel = { label: 'GFP', color: [0, 1, 0], window: [0, 6] } as const;
  const colorOf = (image: object, first: object = {}) => {
    const shown: ViewerData = { ...data, ...first, fused: [{ volume, channel, ...image }] };
    const { fused } = new SceneMaker().create(shown, DOCUMENT_DEFAULTS) as VolumeScene;
    return fused![0]!.transfer.colors.at(-1)!.color;
  };
  expect(colorOf({})).toEqual([0, 1, 0]);
  expect(colorOf({ pages }, { pages })).toEqual([0, 1, 0]);
});

describe('a recorded transfer function', () => {
  const recorded = createTransferFunction({
    colors: [{ value: 1, color: [1, 0, 0] }],
    opacities: [{ value: 1, opacity: 0.5 }],
  });
  const recipe = (options: object) =>
    parseViewerDocument(JSON.stringify({ tilecast: '1.0.0', options, transfer: recorded }), 'picture.png');
  const labelled = createVolume({
    ...volume,
    voxels: Uint8Array.from({ length: 64 }, (_, at) => Math.floor(at / 32) + 1),
    meaning: 'labels',
  });
  const ofLabels: ViewerData = { ...data, volume: labelled, statistics: computeStatistics(labelled) };

  it('leaves a volume of labels its mask', () => {
    const document = recipe({ 'label-surfaces': false, mode: 'composite' });
    const scene = new SceneMaker().create(ofLabels, document) as VolumeScene;
    expect(scene.mask?.styles.map(({ label }) => label)).toEqual([1, 2]);
    expect(scene.transfer).toEqual(recorded);
  });

  it('leaves a volume around surfaces of labels transparent', () => {
    const around = { ...data, labels: { volume: labelled, styles: [{ label: 1 }] } };
    const scene = new SceneMaker().create(around, recipe({ 'label-surfaces': true })) as VolumeScene;
    expect(scene.transfer.opacities[0]!.opacity).toBeLessThan(recorded.opacities[0]!.opacity);
  });

  it('gives way to another that is chosen, and not to other changes', () => {
    const document = recipe({ transfer: 'bone', window: '0,5' });
    const transferOf = (patch: DocumentPatch) =>
      new SceneMaker().appearance(data, changeDocument(document, patch)).transfer;
    expect(document).toMatchObject({ preset: 'bone', window: [0, 5], recorded });
    expect(transferOf({ step: 2, preset: 'bone' })).toEqual(recorded);
    const plain = { ...DOCUMENT_DEFAULTS, preset: 'bone' };
    const made = new SceneMaker().appearance(data, { ...plain, window: [1, 4] }).transfer;
    expect(transferOf({ window: [1, 4] })).toEqual(made);
  });

  it('is that of a file whose name the recipe has', () => {
    const document = recipe({ transfer: 'mine.json', window: '0,5' });
    expect(document.transfer).toEqual(recorded);
    expect(document).not.toHaveProperty('window');
    expect(document).not.toHaveProperty('recorded');
  });
});

it('says that balls stand for labels of single voxels, in the words of the command line, where these are shown by their surfaces', () => {
  const voxels = new Uint8Array(20 ** 3);
  for (const [at, place] of [2105, 4310, 6215].entries()) voxels[place] = 1 + at;
  const dots = createVolume({ sizes: [20, 20, 20], voxels, meaning: 'labels' });
  const landmarks = { ...data, volume: dots, statistics: computeStatistics(dots), name: 'points.nii' };
  const notes = (changes: DocumentPatch) =>
    new SceneMaker().choiceNotes(landmarks, changeDocument(DOCUMENT_DEFAULTS, changes));
  const mask = createMask({ labels: dots, styles: [{ label: 1 }, { label: 2 }, { label: 3 }] });
  const line = describeDots('points.nii', mask, maskOfSurfaces(mask));
  expect(line).toMatch(/^points\.nii: has labels of single voxels, which are shown as balls/);
  expect(notes({})).toEqual([line]);
  expect(toPageNotes(notes({}))).toEqual([
    'points.nii: has labels of single voxels, which are shown as balls of a size that is seen; Cuts and labels can show the voxels',
  ]);
  expect(notes({ labelSurfaces: false })).toEqual([]);
  expect(notes({ labelSmoothing: 0 })).toEqual([]);
});

it('says tubes where lines of single voxels are shown as tubes', () => {
  const voxels = new Uint8Array(20 ** 3).fill(1, 2105, 2112);
  const mask = createMask({ labels: createVolume({ sizes: [20, 20, 20], voxels }), styles: [{ label: 1 }] });
  expect(describeDots('line.nii', mask, maskOfSurfaces(mask))).toBe(
    'line.nii: has lines of single voxels, which are shown as tubes of a thickness that is seen; --blocky shows the voxels',
  );
});
