/** The one slice that is shown of noise, and of slices that are far apart: the same by the library, the command line's scene and the viewer's, unless something is cut. */
import { describe, expect, it } from 'vitest';
import { completeScene } from '../../../../src/cast/partial/complete-scene.js';
import {
  computeStatistics,
  createTransferFunction,
  createVolume,
  type VolumeScene,
  volumeView,
} from '../../../../src/index.js';
import { resolveAppearance } from '../../../../src/recipe/scene/describe-volume-scene.js';
import { Parts } from '../../../../src/recipe/scene/parts.js';
import { OPEN_END, SCENE_CHOICE_DEFAULTS, type SceneChoice } from '../../../../src/recipe/scene/scene-choice.js';
import { describeKind, describeSlice, settleSlice } from '../../../../src/recipe/scene/settled/settle-slice.js';
import { toPageNotes } from '../../../../src/viewer/data/page-notes.js';
import { DOCUMENT_DEFAULTS } from '../../../../src/viewer/document/document.js';
import { wholeVolume } from '../../../../src/viewer/handles/crop-box.js';
import { SceneMaker } from '../../../../src/viewer/scene/scene-maker.js';
import { createRandom } from '../../../camera/random.js';

const SEED = 41;
const random = createRandom(SEED);
const SIZES = [20, 22, 9] as const;

/** A smooth ball in angles of any size, of slices that are thicker than they are fine. */
const phases = createVolume({
  sizes: SIZES,
  voxels: Float32Array.from({ length: 20 * 22 * 9 }, (_, at) => {
    const [x, y, z] = [(at % 20) - 9.5, (Math.floor(at / 20) % 22) - 10.5, Math.floor(at / 440) - 4];
    return Math.hypot(x, y, 2.5 * z) < 8 ? 0.1 * x : Math.PI * (2 * random() - 1);
  }),
  indexToWorld: {
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 2.5],
    ],
    origin: [0, 0, 0],
  },
});
const data = { volume: phases, statistics: computeStatistics(phases), labels: undefined, meshes: [] };

function settle(changes: Partial<SceneChoice>, more: object = {}): SceneChoice {
  const parts = new Parts();
  const choice = { ...SCENE_CHOICE_DEFAULTS, ...changes };
  return settleSlice(parts, { ...data, ...more }, choice, resolveAppearance(parts, data, choice));
}

describe('noise as bright as what it is around', () => {
  it('is shown by its middle slice, which is said with the options that show more', () => {
    const settled = settle({});
    expect(settled.crop, `seed ${SEED}`).toEqual({ first: [0, 0, 4], last: [OPEN_END, OPEN_END, 4] });
    const line = describeSlice('a.nii', SCENE_CHOICE_DEFAULTS, settled, { sliceReason: 'noise' });
    expect(line).toMatch(/^a\.nii: .*--crop :,:,: .*--mask FILE/);
    expect(settle({ window: [-1, 1] }).crop).toEqual(settled.crop);
  });

  it('is whole where something is cut, masked or asked for', () => {
    const crop = { first: [0, 0, 0], last: [OPEN_END, OPEN_END, OPEN_END] } as const;
    const transfer = resolveAppearance(new Parts(), data, SCENE_CHOICE_DEFAULTS).transfer;
    const whole: readonly Partial<SceneChoice>[] = [
      { crop },
      { cropWorld: { min: [0, 0, 0], max: [9, 9, 9] } },
      { clip: [{ normal: [1, 0, 0], offset: 3 }] },
      { slabThickness: 4 },
      { transfer },
      { preset: 'mr' },
      { mode: 'mip' },
    ];
    for (const changes of whole) {
      const settled = settle(changes);
      expect(settled.crop, JSON.stringify(changes)).toBe(changes.crop);
      const given = { ...SCENE_CHOICE_DEFAULTS, ...changes };
      expect(describeSlice('a.nii', given, settled, { sliceReason: 'noise' })).toBeUndefined();
    }
    const labels = { volume: phases, styles: [] };
    expect(settle({}, { labels }).crop).toBeUndefined();
  });

  it('is seen in the middle of a slice that is asked for too, where all of it is opaque', () => {
    const crop = { first: [0, 0, 2], last: [OPEN_END, OPEN_END, 2] } as const;
    const { clip, ...settled } = settle({ crop });
    expect(settled.crop).toEqual(crop);
    expect(clip.map(({ normal, offset }) => offset / normal[2])).toEqual(
      [4.975, 5.025].map((at) => expect.closeTo(at)),
    );
    expect(settle({ crop, quality: 'path' }).clip).toEqual([]);
    expect(settle({ crop, preset: 'mr' }).clip).toEqual([]);
    expect(settle({ crop: { ...crop, last: [OPEN_END, OPEN_END, 3] } }).clip).toEqual([]);
  });

  it('is the same slice, seen face-on, in the library and in the viewer', async () => {
    const viewer = new SceneMaker();
    const seen = viewer.create(data, DOCUMENT_DEFAULTS);
    const { scene, camera } = await completeScene({ volume: phases }, undefined, { width: 40, height: 40 });
    expect(viewer.shownCuts(data, DOCUMENT_DEFAULTS).crop).toEqual(settle({}).crop);
    const clip = 'clip' in scene ? scene.clip! : [];
    const cutAlongK = clip.filter(({ normal }) => normal[2] !== 0);
    expect(cutAlongK.map(({ normal, offset }) => offset / normal[2])).toEqual(
      [9.975, 10.025, 8.75, 11.25].map((at) => expect.closeTo(at)),
    );
    expect((seen as { clip: unknown }).clip).toEqual(cutAlongK);
    const direction = volumeView(phases, clip);
    expect(direction.forward.map((part) => Math.abs(Math.round(part)))).toEqual([0, 0, 1]);
    const away = camera.target.map((end, axis) => Math.abs(end - camera.eye[axis]!));
    expect(away[2]!).toBeGreaterThan(20);
    expect(Math.max(away[0]!, away[1]!)).toBeLessThan(1e-6);
  });
});

/** A ball of slices so far apart that it is as deep as it is wide. */
const stackOf = (sizes: readonly [number, number, number], spacing: number, radius: number) =>
  createVolume({
    sizes,
    voxels: Int16Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) => {
      const [x, y] = [(at % sizes[0]) - sizes[0] / 2, (Math.floor(at / sizes[0]) % sizes[1]) - sizes[1] / 2];
      return Math.hypot(x, y) < radius ? 400 + 10 * x : 20 * random();
    }),
    indexToWorld: {
      columns: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, spacing],
      ],
      origin: [0, 0, 0],
    },
  });

describe('a few slices far apart', () => {
  const volume = stackOf([60, 64, 5], 15, 25);
  const stack = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] };
  const settleStack = (changes: Partial<SceneChoice>) => {
    const choice = { ...SCENE_CHOICE_DEFAULTS, ...changes };
    return settleSlice(new Parts(), stack, choice, resolveAppearance(new Parts(), stack, choice));
  };

  it('are shown by the middle one in grey, face-on, which is said', () => {
    const settled = settleStack({});
    expect(settled.crop).toEqual({ first: [0, 0, 2], last: [OPEN_END, OPEN_END, 2] });
    const line = describeSlice('a.nii', SCENE_CHOICE_DEFAULTS, settled, { sliceReason: 'apart' });
    expect(line).toMatch(/^a\.nii: has a few slices far apart.*--crop :,:,:/);
    const { transfer } = resolveAppearance(new Parts(), stack, SCENE_CHOICE_DEFAULTS);
    for (const { color } of transfer.colors) expect(new Set(color).size).toBe(1);
    const clip = (new SceneMaker().create(stack, DOCUMENT_DEFAULTS) as VolumeScene).clip;
    expect(volumeView(volume, clip).forward.map((part) => Math.abs(Math.round(part)))).toEqual([0, 0, 1]);
  });

  it('are not said to be a block too, where they are bright and dark everywhere', () => {
    const { transfer } = resolveAppearance(new Parts(), stack, SCENE_CHOICE_DEFAULTS);
    expect(describeKind('a.nii', stack, { kind: 'texture', sliceReason: 'apart', transfer })).toBeUndefined();
    expect(describeKind('a.nii', stack, { kind: 'texture', transfer })).toMatch(/is shown as a block in grey/);
  });

  it('are said to be shown from a level on, where they are densities', () => {
    const transfer = createTransferFunction({
      opacities: [{ value: 0.123456, opacity: 0 }],
      colors: [{ value: 0, color: [1, 1, 1] }],
    });
    expect(describeKind('a.mrc', stack, { kind: 'density', transfer })).toMatch(/is shown from 0\.123 on/);
  });

  it('are said to be shown so by the viewer, which has a button that shows all of them', () => {
    const named = { ...stack, name: 'a.nii' };
    const notes = (changes: Partial<SceneChoice>) =>
      toPageNotes(new SceneMaker().choiceNotes(named, { ...DOCUMENT_DEFAULTS, ...changes }));
    expect(notes({})).toEqual([
      'a.nii: has a few slices far apart, with nothing known between them, so that the middle one alone is shown; Cuts and labels shows the whole volume',
    ]);
    expect(notes({ crop: wholeVolume(volume) })).toEqual([]);
    expect(new SceneMaker().choiceNotes({ ...data, volume: undefined }, DOCUMENT_DEFAULTS)).toEqual([]);
  });

  it('are whole where they are nearer, where there are more, and where a window is given', () => {
    for (const other of [stackOf([60, 64, 5], 11, 25), stackOf([60, 64, 17], 15, 25)]) {
      expect(
        resolveAppearance(new Parts(), { ...stack, volume: other }, SCENE_CHOICE_DEFAULTS).sliceAxis,
      ).toBeUndefined();
    }
    expect(settleStack({ window: [0, 500] }).crop).toBeUndefined();
  });

  const appearanceOf = (changes: Partial<SceneChoice>, more: object = {}, isMasked = false) => {
    const choice = { ...SCENE_CHOICE_DEFAULTS, ...changes };
    const given = { ...stack, ...more };
    return resolveAppearance(new Parts(), given, choice, isMasked);
  };
  const isGrey = ({ transfer }: ReturnType<typeof appearanceOf>) =>
    transfer.colors.every(({ color }) => new Set(color).size === 1);

  it('have the colours and opacities of a volume where all of them, or those in a mask, are shown', () => {
    const all = { first: [0, 0, 0], last: [OPEN_END, OPEN_END, OPEN_END] } as const;
    const wholes = [
      appearanceOf({ crop: all }),
      appearanceOf({ clip: [{ normal: [1, 0, 0], offset: 3 }] }),
      appearanceOf({}, {}, true),
      appearanceOf({}, { pages: {} }),
      appearanceOf({}, { holdsLines: true }),
      appearanceOf({}, { channel: { color: [1, 0, 0] } }),
      appearanceOf({}, { fused: [{ volume }] }),
    ];
    for (const whole of wholes) {
      expect(whole.sliceAxis).toBeUndefined();
      expect(isGrey(whole)).toBe(false);
    }
    const third = { first: [0, 0, 3], last: [OPEN_END, OPEN_END, 3] } as const;
    expect(isGrey(appearanceOf({ crop: third }))).toBe(true);
  });

  it('are whole in scenes of the library that cut them, fuse them or show something else than a composite', async () => {
    const complete = async (more: object) =>
      (await completeScene({ volume, ...more }, undefined, { width: 40, height: 40 })).scene as VolumeScene;
    expect((await complete({})).clip).toBeDefined();
    const colors = appearanceOf({}, {}, true).transfer;
    const fused = [{ volume, transfer: colors }];
    for (const more of [{ clip: [] }, { mode: 'isosurface', isoValue: 200 }, { fused }]) {
      const { clip, transfer } = await complete(more);
      expect(clip ?? []).toEqual([]);
      expect(transfer).toEqual(colors);
    }
  });
});

describe('a few slices without much depth', () => {
  const flat = (slices: number, anatomical: boolean) => ({ ...stackOf([60, 64, slices], 1, 25), anatomical });
  const appearanceOf = (volume: ReturnType<typeof flat>) =>
    resolveAppearance(
      new Parts(),
      { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] },
      SCENE_CHOICE_DEFAULTS,
    );

  it('are shown by the middle one in grey, which is said', () => {
    for (const volume of [flat(3, true), flat(12, true), flat(4, false)]) {
      const appearance = appearanceOf(volume);
      expect(appearance).toMatchObject({ sliceAxis: 2, sliceReason: 'flat' });
      for (const { color } of appearance.transfer.colors) expect(new Set(color).size).toBe(1);
      const data = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] };
      const settled = settleSlice(new Parts(), data, SCENE_CHOICE_DEFAULTS, appearance);
      const middle = Math.floor(volume.sizes[2] / 2);
      expect(settled.crop).toEqual({ first: [0, 0, middle], last: [OPEN_END, OPEN_END, middle] });
      const line = describeSlice('a.nii', SCENE_CHOICE_DEFAULTS, settled, appearance);
      expect(line).toMatch(/^a\.nii: is a few slices without much depth.*--crop :,:,:/);
    }
  });

  it('are whole where there are more or they are deeper, where they may be of microscopy, and where most of them is nothing', () => {
    const vessel = flat(12, true);
    const voxels = vessel.voxels.map((value, at) => (at % 60 > 27 && at % 60 < 32 ? value : 0));
    const others = [flat(17, true), flat(8, false), { ...vessel, voxels }];
    for (const volume of others) expect(appearanceOf(volume).sliceAxis).toBeUndefined();
    const deep = { ...stackOf([60, 64, 12], 2, 25), anatomical: true };
    expect(appearanceOf(deep).sliceAxis).toBeUndefined();
  });
});

/** A skull with a thin shell behind it, up to the last row of the volume. */
function headOnRest() {
  const [width, height, depth] = [256, 256, 24];
  const voxels = Int16Array.from({ length: width * height * depth }, (_, at) => {
    const [x, y] = [((2 * at + 1) % (2 * width)) / width - 1, (2 * Math.floor(at / width) + 1) / height];
    const v = (y % 2) - 1;
    const bone = Math.hypot(x / 0.5, (v + 0.1) / 0.55);
    const shell = Math.hypot(x / 0.85, (v + 0.1) / 1.095);
    if (bone < 1) return bone > 0.8 ? 900 : 40;
    return v > 0.2 && Math.abs(shell - 1) < 0.006 ? 400 : -1000;
  });
  return { ...createVolume({ sizes: [width, height, depth], voxels }), anatomical: true };
}

describe('a head on a rest', () => {
  const volume = headOnRest();
  const loaded = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [], name: 'a.nrrd' };
  const settleHead = (changes: Partial<SceneChoice>) => {
    const choice = { ...SCENE_CHOICE_DEFAULTS, ...changes };
    const appearance = resolveAppearance(new Parts(), loaded, choice);
    const settled = settleSlice(new Parts(), loaded, choice, appearance);
    return { settled, line: describeSlice('a.nrrd', choice, settled, appearance) };
  };

  it('is cut to the head, which is said, by the library, the command line and the viewer alike', async () => {
    const { settled, line } = settleHead({});
    const { first, last } = settled.crop!;
    expect(first[0]).toBeGreaterThan(50);
    expect(last[1]).toBeLessThan(200);
    expect([first[2], last[2]]).toEqual([0, 23]);
    expect(line).toMatch(/^a\.nrrd: has thin parts apart from the others.*--crop :,:,:/);
    const { clip } = new SceneMaker().create(loaded, DOCUMENT_DEFAULTS) as VolumeScene;
    const { scene } = await completeScene({ volume }, undefined, { width: 8, height: 8 });
    // The library also has the half-spaces of sides that are whole.
    expect((scene as VolumeScene).clip).toEqual(expect.arrayContaining([...clip!]));
    expect(new SceneMaker().choiceNotes(loaded, DOCUMENT_DEFAULTS)).toEqual([line]);
  });

  it('is whole where something is cut, another appearance is asked for, or a picture is replayed', () => {
    const crop = wholeVolume(volume);
    expect(settleHead({ crop }).settled.crop).toBe(crop);
    expect(settleHead({ window: [0, 900] }).settled.crop).toBeUndefined();
    const { transfer } = resolveAppearance(new Parts(), loaded, SCENE_CHOICE_DEFAULTS);
    expect(settleHead({ recorded: transfer }).settled.crop).toBeUndefined();
  });
});

it.each([
  [1, ['a.nrrd: all of its voxels have one value, so that only its box is seen']],
  [Number.NaN, []],
])('of one value, and %d at a corner, is described where it has no shape', (corner, lines) => {
  const volume = createVolume({ sizes: [8, 8, 8], voxels: new Float32Array(512).fill(1).fill(corner, 0, 1) });
  const loaded = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [], name: 'a.nrrd' };
  const appearance = resolveAppearance(new Parts(), loaded, SCENE_CHOICE_DEFAULTS);
  expect(appearance.kind).toBe('constant');
  expect(describeKind('a.nrrd', loaded, appearance)).toBe(lines[0]);
  expect(new SceneMaker().choiceNotes(loaded, DOCUMENT_DEFAULTS)).toEqual(lines);
});
