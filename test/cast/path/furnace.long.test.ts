/** White furnaces: where nothing absorbs light and as much comes from everywhere, what is seen is white to a thousandth. */
import { expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { placeMesh, RANGE } from '../hybrid-scenes.js';
import { GEOMETRIES, makeVolume, obliqueCamera } from '../sample-scenes.js';
import { useRenderer } from '../use-renderer.js';

const renderer = useRenderer();

const OPACITIES = [0.001, 0.01, 0.1, 0.3, 0.9, 0.98] as const;
const volumes = [GEOMETRIES.oblique, GEOMETRIES.anisotropic].map((geometry) => makeVolume(Int16Array, RANGE, geometry));

function whiteMedium(low: number, high: number) {
  const opacities = [
    { value: RANGE[0], opacity: low },
    { value: RANGE[1], opacity: high },
  ];
  return createTransferFunction({ colors: [{ value: 0, color: [1, 1, 1] }], opacities });
}

const media = [
  ...volumes.flatMap((volume) => OPACITIES.map((opacity) => ({ volume, low: opacity / 4, high: opacity }))),
  { volume: volumes[0]!, low: 0, high: 0.98 },
];

async function expectWhite(shown: Scene, camera: Camera, material: RenderOptions = {}): Promise<void> {
  const wanted = {
    ...material,
    width: 16,
    height: 12,
    quality: 'path',
    samplesPerPixel: 8,
    outputs: ['color'],
  } as const;
  const lit = { ...shown, background: 'transparent', environment: 'white' } as const;
  const { color } = await renderer().render(lit, camera, wanted);
  for (const [index, value] of color.entries()) {
    const opacity = color[index - (index % 4) + 3]!;
    expect(Math.abs(value - opacity), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThanOrEqual(
      1e-3 * opacity,
    );
  }
  expect(Math.max(...color)).toBeGreaterThan(0);
}

it.each(media)('a medium of opacities $low to $high', async ({ volume, low, high }) => {
  await expectWhite({ volume, transfer: whiteMedium(low, high) }, obliqueCamera(volume));
});

it.each([-0.6, 0.9])('a medium that scatters with a mean cosine of %f', async (anisotropy) => {
  await expectWhite({ volume: volumes[0]!, transfer: whiteMedium(0.05, 0.5) }, obliqueCamera(volumes[0]!), {
    anisotropy,
  });
});

const meshes = [0, 1, 2, 3].flatMap((subdivisions) =>
  [0.15, 0.3, 0.45].map((radius) => ({ subdivisions, radius, opacity: radius === 0.3 ? 0.5 : 1 })),
);

it.each(meshes)('a mesh of $subdivisions subdivisions, $radius large, of opacity $opacity', async (shape) => {
  const [volume] = volumes;
  const mesh = placeMesh(createIcosphere({ subdivisions: shape.subdivisions }), volume!, [0.5, 0.5, 0.5], shape.radius);
  await expectWhite({ meshes: [{ mesh, color: [1, 1, 1], opacity: shape.opacity }] }, obliqueCamera(volume!));
});

// A coat is drawn: pixels are as noisy as its draws.
it.each([0.2, 0.5, 1])('surfaces with a coat of the roughness %f, on average', async (coatRoughness) => {
  const [volume] = volumes;
  const mesh = placeMesh(createIcosphere({ subdivisions: 3 }), volume!, [0.5, 0.5, 0.5], 0.42);
  const white = { color: [1, 1, 1] } as const;
  for (const shown of [{ meshes: [{ mesh, ...white }] }, { volume: volume!, transfer: whiteMedium(0, 0.9) }]) {
    const { color } = await renderer().render({
      ...shown,
      camera: obliqueCamera(volume!),
      ...{ background: 'transparent', environment: 'white', quality: 'path', samplesPerPixel: 64 },
      ...{ width: 32, height: 24, coat: 1, coatRoughness, outputs: ['color'] },
    });
    let [light, opacity] = [0, 0];
    for (let at = 0; at < color.length; at += 4) [light, opacity] = [light + color[at]!, opacity + color[at + 3]!];
    expect(opacity).toBeGreaterThan(50);
    expect(Math.abs(light / opacity - 1)).toBeLessThan(5e-3);
  }
});
