/** Paths of light: against the float64 CPU reference within the noise of both, and what must hold whatever the numbers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Camera, cameraBasis } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { addScaled, normalize, subtract } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { LIGHT_SPACES } from '../../../src/transfer/light/albedo.js';
import { createEnvironmentMap } from '../../../src/transfer/light/environment.js';
import { addLamps, lampsOf } from '../../../src/transfer/light/lamps.js';
import { type Light, resolveLights } from '../../../src/transfer/light/lights.js';
import { showLight } from '../../../src/transfer/light/tone.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { placeMesh, RANGE, SPHERE } from '../hybrid-scenes.js';
import { cameraOf, finerGrid, GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
let renderer: Renderer;
beforeAll(() => {
  renderer = new Renderer(gpu());
});
afterAll(() => renderer.destroy());

const SIZE = { width: 12, height: 10 };
const PATHS = 48;
const SEED = 7;

const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.3);
const camera = obliqueCamera(volume);
const scene = { volume, transfer } as const;

async function trace(shown: Scene, from: Camera, options: RenderOptions = {}) {
  const wanted = { ...SIZE, quality: 'path', seed: SEED, samplesPerPixel: PATHS, outputs: ['color'] } as const;
  const { color } = await renderer.render({ background: 'transparent', ...shown }, from, { ...wanted, ...options });
  return color;
}

type Material = Pick<RenderOptions, 'anisotropy' | 'coat' | 'coatRoughness' | 'aperture' | 'focusDistance'>;

const referenceMaterial = ({ coat, coatRoughness = 0.3, ...others }: Material) => ({
  ...others,
  coat: coat === undefined ? undefined : { coat, coatRoughness },
});

/**
 * Paths have the same random numbers on both sides, so that most are the same, where free paths go by one bound for the whole
 * volume, as the reference's do; where rounding leads some elsewhere, both are as noisy as the reference says.
 */
async function expectLikeReference(shown: Scene, from: Camera, material: Material = {}): Promise<void> {
  const color = await trace(shown, from, { skip: false, ...material });
  const { means, errors } = tracePaths({
    ...SIZE,
    ...shown,
    environment: 'studio',
    ...(typeof shown.environment === 'object' && { environment: shown.environment }),
    showsEnvironment: shown.background === 'environment',
    ...referenceMaterial(material),
    camera: from,
    paths: PATHS,
    seed: SEED,
  });
  let sum = 0;
  let variance = 0;
  for (const [index, mean] of means.entries()) {
    const difference = color[index]! - mean;
    const error = Math.max(errors[index]!, 1e-3);
    expect(Math.abs(difference), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThan(6 * error);
    sum += difference;
    variance += error ** 2;
  }
  expect(new Set(color).size, 'the picture must show something').toBeGreaterThan(40);
  // Whatever a pixel's noise hides would add up over the picture.
  expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
}

describe('paths of light are right', () => {
  it.each(['anisotropic', 'left-handed'] as const)('in %s voxels', async (name) => {
    const within = makeVolume(Uint8Array, RANGE, GEOMETRIES[name]);
    await expectLikeReference({ ...scene, volume: within }, obliqueCamera(within));
  });

  it.each(['voxels', 'smooth'] as const)(
    'of parallel rays, cut, behind a mask with edges %s, where gradients say how opaque it is',
    async (edges) => {
      const labels = { ...volume, voxels: new Uint8Array(volume.voxels.length).map((_, n) => ((n % 21) >> 2) % 3) };
      const mask = createMask({
        labels: createVolume(labels),
        styles: [{ label: 0 }, { label: 1, color: [1, 0.2, 0.9], opacity: 0.5 }],
        edges,
      });
      const clip = [{ normal: [1, 0.3, 0], offset: 0 }] as const;
      const gradientOpacities = [
        { value: 0, opacity: 0 },
        { value: 20, opacity: 1 },
      ];
      const byGradient = createTransferFunction({ ...transfer, gradientOpacities });
      const parallel = cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height);
      await expectLikeReference({ ...scene, transfer: byGradient, clip, mask }, parallel);
    },
  );

  it('in two volumes, each on a grid of its own, one of which reaches beyond the other', async () => {
    const columns = [
      [1.1, -0.5, 0.2],
      [0.4, 1.2, 0.3],
      [-0.3, 0.1, 1.7],
    ] as const;
    const beside = makeVolume(Float32Array, [0, 9], { columns, origin: [1, 7, -3] }, [13, 11, 9]);
    const fused = [{ volume: beside, transfer: makeTransfer([0, 9], 0.25, 2) }];
    await expectLikeReference({ ...scene, fused }, camera);
  });

  it('of coarser levels, which are as dense as the finest', async () => {
    const fused = [{ volume, transfer: makeTransfer(RANGE, 0.1), finest: finerGrid(volume) }];
    await expectLikeReference({ ...scene, finest: finerGrid(volume), fused }, camera);
  });

  it.each([{ anisotropy: 0.8 }, { anisotropy: -0.5, coat: 1, coatRoughness: 0.4 }, { coat: 0.6, coatRoughness: 0.8 }])(
    'of a material of %o',
    async (material) => {
      await expectLikeReference(scene, camera, material);
      const meshes = [{ mesh: placeMesh(createIcosphere({ subdivisions: 2 }), volume, [0.5, 0.5, 0.5], 0.4) }];
      await expectLikeReference({ meshes }, camera, material);
    },
  );

  it.each([{ aperture: 6 }, { aperture: 3, focusDistance: 9 }])('through a lens of %o', async (lens) => {
    await expectLikeReference(scene, camera, lens);
    await expectLikeReference(scene, cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height), lens);
  });

  it('among meshes, some translucent, and where there are meshes alone', async () => {
    const ball = createIcosphere({ subdivisions: 1 });
    const meshes = [
      { mesh: placeMesh(ball, volume, [0.3, 0.5, 0.6], 0.2), color: [0.9, 0.5, 0.1] },
      { mesh: placeMesh(ball, volume, [0.6, 0.5, 0.4], 0.3), opacity: 0.4 },
    ] as const;
    await expectLikeReference({ ...scene, meshes }, camera);
    await expectLikeReference({ meshes }, camera);
  });
});

describe('a panorama', () => {
  /** A lamp of three pixels before a sky with a slope to all sides. */
  const [width, height] = [16, 8];
  const colors = Float32Array.from({ length: 3 * width * height }, (_, at) => {
    const [column, row] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const lamp = row === 2 && column >= 5 && column < 8 ? 12 : 0;
    return 0.1 + 0.02 * column + 0.05 * (height - row) + lamp * [1, 0.8, 0.5][at % 3]!;
  });
  const environment = createEnvironmentMap({ width, height, colors });
  const paths = 64;

  // The reference draws no light, its paths meet it: so their noise is that of either. A pixel whose few paths met no lamp would
  // seem less noisy than it is, and one whose few paths met anything has no normal distribution.
  it.each<Material>([{}, { anisotropy: 0.7 }, { coat: 1, coatRoughness: 0.3 }])(
    'lights a volume as much where its lamps are drawn as where paths meet them: %o',
    async (material) => expectAsMuchLight({ environment }, { environment }, material),
  );

  const lights = [
    { direction: 'headlight', color: [0.5, 0.4, 0.3], sizeDegrees: 50 },
    { direction: [1, 2, -0.5], color: [0.6, 0.7, 1], sizeDegrees: 40 },
    { direction: [0.2, 0.5, -1], axes: 'camera', sizeDegrees: 60 },
  ] as const satisfies readonly Light[];

  it.each<Material>([{}, { coat: 1, coatRoughness: 0.4 }])(
    'has lamps before it, which the reference has as discs: %o',
    async (material) => {
      const axes = cameraBasis(camera);
      const cameraLamps = lampsOf(resolveLights(lights, axes), axes);
      for (const around of ['dim', environment] as const)
        await expectAsMuchLight({ environment: around, lamps: lights }, { environment: around, cameraLamps }, material);
    },
  );

  async function expectAsMuchLight(
    light: Pick<Scene, 'environment' | 'lamps'>,
    reference: Pick<Parameters<typeof tracePaths>[0], 'environment' | 'cameraLamps'>,
    material: Material,
  ) {
    const color = await trace({ ...scene, ...light }, camera, { samplesPerPixel: paths, ...material });
    const times = 8;
    const own = referenceMaterial(material);
    const { means, errors } = tracePaths({
      ...SIZE,
      ...scene,
      ...own,
      ...reference,
      camera,
      paths: times * paths,
      seed: SEED,
    });
    let [sum, variance, total] = [0, 0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.sqrt(1 + times) * Math.max(errors[index]!, 1e-3);
      const isCovered = means[index - (index % 4) + 3]! > 0.3;
      if (isCovered)
        expect(Math.abs(color[index]! - mean), `channel ${index % 4} of ${index >> 2}`).toBeLessThan(6 * error);
      sum += color[index]! - mean;
      variance += error ** 2;
      total += mean;
    }
    expect(Math.abs(sum)).toBeLessThan(3 * Math.sqrt(variance));
    expect(3 * Math.sqrt(variance), 'a difference of a tenth must show').toBeLessThan(0.1 * total);
  }

  // Straight rays from pixels of 9 degrees see many pixels of it, and what lies between them.
  it('is seen behind everything, where it is asked for', async () => {
    const wide = { ...camera, projection: 'perspective', fovDegrees: 90 } as const;
    const shown = { ...scene, environment, background: 'environment' } as const;
    const color = await trace(shown, wide, { skip: false });
    const own = { ...SIZE, ...scene, environment, camera: wide, paths: PATHS, seed: SEED };
    const { means } = tracePaths({ ...own, showsEnvironment: true });
    const alone = tracePaths(own).means;
    let seen = 0;
    for (const [index, mean] of means.entries()) {
      if (index % 4 === 3) expect(color[index]).toBe(1);
      // Paths that meet nothing have no noise but that of their places in the pixel, which are the same.
      if (alone[index - (index % 4) + 3] !== 0) continue;
      expect(color[index], `channel ${index % 4} of ${index >> 2}`).toBeCloseTo(mean, 3);
      seen += Number(index % 4 === 0 && mean > 0.3);
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('is seen by its mean where no paths are followed', async () => {
    const { pixels } = await renderer.render(
      {
        volume,
        transfer: createTransferFunction({ ...transfer, opacities: [{ value: 0, opacity: 0 }] }),
        environment: 'white',
        background: 'environment',
      },
      camera,
      { ...SIZE, quality: 'plain', tone: 'clip' },
    );
    expect(new Set(pixels)).toEqual(new Set([255]));
  });

  it('of one color is white light: white in, white out, about a translucent mesh too', async () => {
    const even = createEnvironmentMap({ width: 2, height: 1, colors: new Float32Array(6).fill(1) });
    const white = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: RANGE[0], opacity: 0.02 },
        { value: RANGE[1], opacity: 0.4 },
      ],
    });
    const meshes = [
      { mesh: placeMesh(SPHERE, volume, [0.5, 0.5, 0.5], 0.25), color: [1, 1, 1], opacity: 0.6 },
    ] as const;
    let [light, opacity] = [0, 0];
    for (let seed = 0; seed < 3; seed++) {
      const shown = { volume, transfer: white, meshes, environment: even };
      const color = await trace(shown, camera, { samplesPerPixel: 64, seed });
      for (let at = 0; at < color.length; at += 4) [light, opacity] = [light + color[at]!, opacity + color[at + 3]!];
    }
    expect(opacity).toBeGreaterThan(10);
    expect(light / opacity).toBeGreaterThan(0.98);
    expect(light / opacity).toBeLessThan(1.02);
  });

  it('that is black lights nothing', async () => {
    const black = createEnvironmentMap({ width: 2, height: 1, colors: new Float32Array(6) });
    const color = await trace({ ...scene, environment: black }, camera, { samplesPerPixel: 2 });
    expect(color.every((value, index) => index % 4 === 3 || value === 0)).toBe(true);
  });
});

describe('a ground of shadows', () => {
  const up = [0, 1, 0] as const;
  const ball = createIcosphere({ subdivisions: 2 });
  const above: Camera = {
    projection: 'perspective',
    eye: [0, 5, 8],
    target: [0, 0, 0],
    up,
    fovDegrees: 40,
  };
  const shadowCatcher = { point: [3, -1, 2], normal: up } as const;

  /** A lamp of 40 degrees above a dim sky. */
  const lit = addLamps('dim', [{ direction: normalize([-0.5, 1, -0.2]), color: [1, 0.9, 0.7], degrees: 40 }]);

  it.each([
    ['a studio', 'studio'],
    ['a panorama', lit],
  ] as const)('is as dark as the reference has it, in the light of %s', async (_, environment) => {
    const meshes = [{ mesh: ball, opacity: 0.8 }];
    const paths = 32;
    const times = 4;
    for (const background of ['transparent', 'environment'] as const) {
      const shown = { meshes, environment, shadowCatcher, background } as const;
      const color = await trace(shown, above, { samplesPerPixel: paths });
      const showsEnvironment = background === 'environment';
      const own = { ...SIZE, meshes, environment, shadowCatcher, showsEnvironment, camera: above };
      const { means, errors } = tracePaths({ ...own, paths: times * paths, seed: SEED });
      const sums = [0, 1, 2, 3].map((channel) => {
        let [sum, variance] = [0, 0];
        for (let at = channel; at < means.length; at += 4) {
          const error = Math.sqrt(1 + times) * Math.max(errors[at]!, 1e-3);
          const isCovered = channel === 3 && means[at]! > 0.15;
          if (isCovered) expect(Math.abs(color[at]! - means[at]!), `opacity of ${at >> 2}`).toBeLessThan(6 * error);
          sum += color[at]! - means[at]!;
          variance += error ** 2;
        }
        return Math.abs(sum) / Math.sqrt(variance);
      });
      for (const deviation of sums) expect(deviation).toBeLessThan(4);
      const grey = means.filter((mean, at) => at % 4 === 3 && mean > 0.05 && mean < 0.75).length;
      if (!showsEnvironment) expect(grey, 'pixels of nothing but a shadow').toBeGreaterThan(8);
    }
  });

  it('is black where nothing arrives, and not there where all does; a volume keeps light from it too', async () => {
    const plate = createGrid({ width: 400, height: 400, columns: 1, rows: 1 });
    const down: Camera = { ...above, eye: [0, 0.5, 0], target: [0, -5, 0], up: [0, 0, 1] };
    const level = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 1, 0, 1];
    const under = await trace(
      { meshes: [{ mesh: plate, transform: level }], environment: 'white', shadowCatcher },
      down,
      {},
    );
    for (let at = 0; at < under.length; at += 4)
      expect([...under.subarray(at, at + 3), Math.round(200 * under[at + 3]!)]).toEqual([0, 0, 0, 200]);
    const beside = { ...down, target: [0, 5, 0.1] } as const;
    const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -9, 0, 1];
    const free = await trace(
      { meshes: [{ mesh: ball, transform: far }], environment: 'studio', shadowCatcher },
      down,
      {},
    );
    expect(Math.max(...free)).toBe(0);
    const over = await trace(
      { meshes: [{ mesh: ball, transform: far }], environment: 'studio', shadowCatcher },
      beside,
      {},
    );
    expect(Math.max(...over)).toBe(0);
    const [low, high] = [camera.target, camera.eye];
    const normal = normalize(subtract(high, low));
    const behind = { point: addScaled(low, normal, -40), normal };
    const dense = makeTransfer(RANGE, 0.9);
    const shaded = await trace({ volume, transfer: dense, shadowCatcher: behind, environment: 'white' }, camera, {});
    const alone = await trace({ volume, transfer: dense, environment: 'white' }, camera, {});
    const only = shaded.filter((value, at) => at % 4 === 3 && alone[at] === 0 && value > 0).length;
    expect(only, 'pixels of shadows of the volume').toBeGreaterThan(5);
  });
});

describe('light is neither made nor lost', () => {
  const white = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: RANGE[0], opacity: 0.02 },
      { value: RANGE[1], opacity: 0.4 },
    ],
  });

  it('where nothing absorbs any: white in, white out', async () => {
    const meshes = [{ mesh: placeMesh(SPHERE, volume, [0.5, 0.5, 0.5], 0.2), color: [1, 1, 1] as const }];
    const color = await trace({ volume, transfer: white, meshes, environment: 'white' }, camera, {
      samplesPerPixel: 16,
    });
    for (const [index, value] of color.entries()) {
      const opacity = color[index - (index % 4) + 3]!;
      expect(value).toBeCloseTo(opacity, 4);
    }
    expect(Math.max(...color)).toBe(1);
  });

  it('that is scattered more often than it is followed', async () => {
    const block = createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64).fill(1) });
    const dense = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [{ value: 1, opacity: 0.9 }],
      unit: 0.01,
    });
    const shown = { volume: block, transfer: dense, environment: 'white' } as const;
    const color = await trace(shown, obliqueCamera(block), { samplesPerPixel: 8 });
    for (const [index, value] of color.entries()) expect(value).toBeCloseTo(color[index - (index % 4) + 3]!, 4);
    expect(Math.max(...color)).toBe(1);
  });

  it.each(LIGHT_SPACES.flatMap((lightSpace) => [0.2, 0.5, 0.8].map((gray) => [gray, lightSpace] as const)))(
    'so that a surface of %f is shown in that colour in %s space, whatever else the transfer function colours',
    async (gray, lightSpace) => {
      const [size, middle, radius] = [24, 11.5, 9];
      const ball = createVolume({
        sizes: [size, size, size],
        voxels: Float32Array.from({ length: size ** 3 }, (_, at) => {
          const place = [at % size, Math.floor(at / size) % size, Math.floor(at / size ** 2)];
          return radius + 50 - Math.hypot(...place.map((index) => index - middle));
        }),
      });
      const opacities = [
        { value: 49, opacity: 0 },
        { value: 51, opacity: 0.95 },
      ];
      const colors = [{ value: 0, color: [gray, gray, gray] as const }];
      const from = { ...cameraOf(ball, 'd', 'orthographic', 1), height: 24 } as Camera;
      const options = { width: 24, height: 24, samplesPerPixel: 64, lightSpace };
      const pictures = [[], [{ value: 5000, opacity: 0 }]].map((beyond) => {
        const opaque = beyond.map(() => ({ value: 70, opacity: 0.95 }));
        const look = createTransferFunction({ colors, opacities: [...opacities, ...opaque, ...beyond] });
        return trace({ volume: ball, transfer: look, environment: 'white' }, from, options);
      });
      const [color, other] = await Promise.all(pictures);
      let [light, opacity] = [0, 0];
      for (let at = 0; at < color!.length; at += 4) [light, opacity] = [light + color![at]!, opacity + color![at + 3]!];
      expect(opacity).toBeGreaterThan(200);
      const shown = showLight([light / opacity, 0, 0], { exposure: 1, tone: 'clip', lightSpace })[0];
      expect(Math.abs(shown - gray)).toBeLessThan(0.03);
      // Bounds of bricks, and so paths, may be others.
      const difference = color!.reduce((sum, value, index) => sum + (index % 4 === 3 ? 0 : value - other![index]!), 0);
      expect(Math.abs(difference)).toBeLessThan(0.02 * 3 * light);
    },
  );

  it('so that what is thick has about the colour that it was given', async () => {
    const block = createVolume({ ...volume, voxels: new Uint8Array(volume.voxels.length).fill(100) });
    const gray = createTransferFunction({
      colors: [{ value: 0, color: [0.5, 0.5, 0.5] }],
      opacities: [{ value: 100, opacity: 0.8 }],
    });
    const color = await trace({ volume: block, transfer: gray, environment: 'white' }, camera, {
      lightSpace: 'display',
    });
    const thick = Array.from({ length: color.length / 4 }, (_, pixel) => 4 * pixel).filter((at) => color[at + 3] === 1);
    const mean = thick.reduce((sum, at) => sum + color[at]!, 0) / thick.length;
    expect(thick.length).toBeGreaterThan(10);
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.6);
  });
});

describe('a picture', () => {
  it('is the same in every run, and another with another seed', async () => {
    const [first, again, other] = [
      await trace(scene, camera, { samplesPerPixel: 2 }),
      await trace(scene, camera, { samplesPerPixel: 2 }),
      await trace(scene, camera, { samplesPerPixel: 2, seed: SEED + 1 }),
    ];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('of frames that accumulate is their mean', async () => {
    const shown = { ...scene };
    const seen: Float32Array[] = [];
    for (let frame = 0; frame < 4; frame++) {
      seen.push(await trace(shown, camera, { samplesPerPixel: 32, accumulate: true }));
    }
    // Frame n alone: n times the mean of n less n − 1 times that of n − 1.
    const alone = seen.map((mean, n) => mean.map((value, at) => (n + 1) * value - n * (seen[n - 1]?.[at] ?? 0)));
    const means = alone.map((color) => color.reduce((sum, value) => sum + value, 0) / color.length);
    for (const [n, mean] of means.entries()) {
      expect(mean).toBeGreaterThan(0.9 * means[0]!);
      expect(mean).toBeLessThan(1.1 * means[0]!);
      // Frames have paths of their own.
      if (n > 0) expect(alone[n]).not.toEqual(alone[0]);
    }
    expect(Math.min(...alone[3]!)).toBeGreaterThan(-1e-4);
  });

  it('has the light that it has without bricks: each has its own bound, or shows nothing', async () => {
    const thin = topOf(RANGE, 0.6);
    for (const shown of [{ transfer: thin }, { transfer }]) {
      await expectSameLight({ ...scene, ...shown }, { seeds: 16, samplesPerPixel: 64 });
    }
  });

  it('of several volumes has the light that it has without the bricks of each', async () => {
    const columns = [
      [1.1, -0.5, 0.2],
      [0.4, 1.2, 0.3],
      [-0.3, 0.1, 1.7],
    ] as const;
    const turned = makeVolume(Float32Array, [0, 9], { columns, origin: [1, 7, -3] }, [33, 21, 19]);
    const inside = makeVolume(Uint8Array, [0, 9], { columns, origin: [4, 9, 0] }, [9, 9, 9]);
    const fused = [
      { volume: turned, transfer: topOf([0, 9], 0.5, 2) },
      { volume: inside, transfer: topOf([0, 9], 0.8) },
    ];
    await expectSameLight({ ...scene, transfer: topOf(RANGE, 0.6), fused }, { seeds: 12, samplesPerPixel: 64 });
  });

  it.each<[RegExp, Scene, RenderOptions]>([
    [/quality path is for the mode composite, not for mip/, { ...scene, mode: 'mip' }, {}],
    [/outputs pixels and color, not normals/, scene, { outputs: ['normals'] }],
    [
      /environment must be one of white, dim, studio, softbox, cinematic, sky, not "night"/,
      { ...scene, environment: 'night' as 'white' },
      {},
    ],
    [/twice as wide as high/, { ...scene, environment: { width: 1, height: 1, colors: new Float32Array(3) } }, {}],
  ])('is refused: %s', async (message, shown, options) => {
    await expect(trace(shown, camera, options)).rejects.toThrow(message);
  });
});

/** Bricks of the lower values show nothing. */
const topOf = ([low, high]: readonly [number, number], opacity: number, unit?: number) =>
  createTransferFunction({
    ...transfer,
    opacities: [
      { value: low + 0.7 * (high - low), opacity: 0 },
      { value: high, opacity },
    ],
    ...(unit !== undefined && { unit }),
  });

/** Compares the sums of all colours and of all opacities of pictures that have seeds of their own, with bricks and without. */
async function expectSameLight(
  shown: Scene,
  { seeds, samplesPerPixel }: { readonly seeds: number; readonly samplesPerPixel: number },
): Promise<void> {
  const sumsOf = async (skip: boolean) => {
    const sums: (readonly [number, number])[] = [];
    for (let seed = 0; seed < seeds; seed++) {
      const color = await trace(shown, camera, { skip, samplesPerPixel, seed: 2 * seed + Number(skip) });
      const covered = color.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0);
      sums.push([color.reduce((sum, value) => sum + value, 0) - covered, covered]);
    }
    return sums;
  };
  const [bricks, whole] = [await sumsOf(true), await sumsOf(false)];
  for (const which of [0, 1] as const) {
    const [first, second] = [bricks, whole].map((sums) => meanAndError(sums.map((sum) => sum[which])));
    expect(first!.mean).toBeGreaterThan(1);
    expect(Math.abs(first!.mean - second!.mean)).toBeLessThan(4 * Math.hypot(first!.error, second!.error));
    expect(first!.error).toBeLessThan(0.03 * first!.mean);
  }
}

function meanAndError(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}
