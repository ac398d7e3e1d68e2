/** Meshes of each kind of material, for tests that compare them with the CPU reference. */
import type { MeshScene } from '../../../src/cast/scene.js';
import type { MeshImage } from '../../../src/mesh/attributes/textures.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { deriveTangents } from '../../../src/mesh/materials/derive-tangents.js';
import {
  MATERIAL_DEFAULTS,
  type MaterialImage,
  type SurfaceMaterial,
} from '../../../src/mesh/materials/surface-material.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { colorize } from '../mesh-scenes.js';

/** Waves that differ in each channel and direction, from `low` to 255. */
function createWaves(seed: number, low: number, isData: boolean): MeshImage {
  const [width, height] = [24, 20];
  const random = createRandom(seed);
  const phases = [random(), random(), random()].map((share) => 2 * Math.PI * share);
  const texels = new Uint8Array(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    for (let channel = 0; channel < 3; channel++) {
      const wave = Math.sin(2 * Math.PI * (x * (1 + channel) + y) + phases[channel]!);
      texels[4 * at + channel] = low + (255 - low) * (0.5 + 0.5 * wave);
    }
  }
  return { width, height, texels, wrap: ['repeat', 'mirror'], isData };
}

/** Bumps as an image of normals. */
function createBumps(): MeshImage {
  const image = createWaves(9, 70, true);
  const texels = image.texels.map((byte, at) => (at % 4 === 2 ? 200 + byte / 5 : byte));
  return { ...image, texels };
}

const lie = (image: MeshImage, set = 0, turned = false): MaterialImage => ({
  image,
  set,
  transform: turned ? [0.4, 1.3, 0.2, -1.1, 0.5, 0.1] : [2, 0, 0, 0, 1, 0.3],
});

/** A torus with two sets of coordinates, colours, opacities of vertices and tangents, all of one material. */
export function createTorusOf(material: Partial<SurfaceMaterial>, { opacities = false } = {}): Mesh {
  const torus = colorize(createTorus({ majorSegments: 10, minorSegments: 7 }), { vertices: true });
  const count = torus.positions.length / 3;
  const random = createRandom(4);
  const first = new Float32Array(2 * count);
  const second = Float32Array.from({ length: 2 * count }, () => 2 * random() - 0.5);
  for (let at = 0; at < count; at++) {
    const [x, y, z] = [torus.positions[3 * at]!, torus.positions[3 * at + 1]!, torus.positions[3 * at + 2]!];
    first.set([x + 0.3 * z, y - 0.6 * z], 2 * at);
  }
  const vertexColors = torus.vertexColors!.map((byte, at) =>
    at % 4 === 3 && opacities ? 120 + ((at * 37) % 136) : byte,
  );
  return createMesh({
    ...torus,
    vertexColors,
    materials: {
      list: [MATERIAL_DEFAULTS, { ...MATERIAL_DEFAULTS, ...material }],
      indices: new Uint32Array(count).fill(1),
      coordinates: [first, second],
      tangents: deriveTangents(torus, first),
    },
  });
}

export const LIT = createShading({ light: [0.5, -0.6, 0.7], specular: 0.5 });
export const MATERIALS: Readonly<Record<string, readonly [Partial<SurfaceMaterial>, { opacities?: boolean }?]>> = {
  'a mask by an image': [
    { opacityMode: 'mask', opacityCutoff: 0.5, images: { opacity: lie(createWaves(1, 0, true)) } },
  ],
  'a mask by a factor and vertices': [{ opacityMode: 'mask', opacity: 0.9, opacityCutoff: 0.7 }, { opacities: true }],
  'opacities of image, factor and vertices': [
    { opacityMode: 'blend', opacity: 0.9, images: { opacity: lie(createWaves(2, 60, true), 0, true) } },
    { opacities: true },
  ],
  'opacities that an opaque material does not heed': [
    { opacityMode: 'opaque', opacity: 0.2, images: { opacity: lie(createWaves(2, 0, true)) } },
    { opacities: true },
  ],
  'one side': [{ singleSided: true }],
  'its colour as it is': [{ unlit: true, emission: [0.5, 0.5, 0.5] }],
  'light of its own': [{ emission: [0.2, 0.5, 0.9], images: { emission: lie(createWaves(3, 0, false), 1) } }],
  'metal and roughness of an image': [
    { metallic: 0.9, roughness: 0.8, images: { metallicRoughness: lie(createWaves(5, 30, true)) } },
  ],
  glass: [{ transmission: 0.9, roughness: 0.1, ior: 1.7, images: { transmission: lie(createWaves(6, 100, true)) } }],
  'an image of normals': [{ roughness: 0.4, normalScale: 0.8, images: { normal: lie(createBumps(), 0, false) } }],
};

/** A floor below a torus of a material. */
export function createShadowScene(material: Partial<SurfaceMaterial>, options?: { opacities?: boolean }): MeshScene {
  const floor = createMesh({
    positions: Float32Array.of(-2, -2, -0.6, 2, -2, -0.6, 2, 2, -0.6, -2, 2, -0.6),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  });
  return { meshes: [{ mesh: floor }, { mesh: createTorusOf(material, options) }], meshShading: LIT, shadows: true };
}
