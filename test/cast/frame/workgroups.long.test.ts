/** How a workgroup covers its tile changes no bit of any picture; which pixel an invocation has is as the CPU reference says. */

import { describe, expect, it } from 'vitest';
import { link } from 'wesl/core';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene, VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { SHADER_SOURCES } from '../../../src/gpu/shaders/shader-sources.js';
import { BUFFER_USAGE } from '../../../src/gpu/usages.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { parseShape } from '../../../src/shapes/shape.js';
import { pixelOfInvocation } from '../../../src/shapes/shape-families.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const RANGE = [0, 255] as const;
const volume = makeVolume(Uint8Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.3);
const camera = obliqueCamera(volume);
/** No side is a multiple of a tile's. */
const SIZE = { width: 45, height: 39, quality: 'plain' } as const;

/** Each is a variant to compile, which takes longer than its frame. */
const FEW = ['16x16/morton', '32x4@columns', '16x4+7'];
const MANY = [
  ...FEW,
  ...['16x16/8x4', '16x8/1x4', '12x6/3x2', '1x64/morton', '8x8@morton'],
  ...['16x4/4x4@columns', '8x8+1', '4x16/4x2@morton+64'],
];

describe('a picture', () => {
  const scenes: Record<string, [Scene, RenderOptions]> = {
    composite: [{ volume, transfer }, { counts: true }],
    'to the last sample': [{ volume, transfer }, { earlyTermination: false }],
    'soon opaque, shaded and clipped': [
      {
        volume,
        transfer: makeTransfer(RANGE, 0.95),
        shading: createShading({ light: [1, 2, 3] }),
        clip: [{ normal: [1, 0, 0], offset: volume.indexToWorld.origin[0] + 3 }],
      } satisfies VolumeScene,
      {},
    ],
    'of several rays per pixel': [
      { volume, transfer },
      { samplesPerPixel: 3, jitter: 5 },
    ],
    mip: [{ volume, transfer, mode: 'mip' }, {}],
    isosurface: [{ volume, transfer, mode: 'isosurface', isoValue: 90 }, {}],
    'with a mesh in it': [
      { volume, transfer, meshes: [{ mesh: createTorus({ majorRadius: 5, minorRadius: 2 }) }] },
      {},
    ],
  };

  it.each(Object.entries(scenes))('%s is the same to the bit', async (name, [scene, options]) => {
    const renderer = new Renderer(gpu());
    const render = (text: string) => renderer.render(scene, camera, { ...SIZE, ...options, shape: parseShape(text) });
    const expected = await render('16x16');
    expect(expected.pixels.some((value) => value > 0 && value < 255)).toBe(true);
    for (const text of name === 'composite' ? MANY : FEW) {
      const { pixels, counts } = await render(text);
      expect(Buffer.compare(pixels, expected.pixels), text).toBe(0);
      expect(counts?.samples, text).toEqual(expected.counts?.samples);
    }
    renderer.destroy();
  });

  it('says how it was shared out, without what its kernel has not', async () => {
    const renderer = new Renderer(gpu());
    const workgroup = async (scene: Scene) => {
      const { stats } = await renderer.render(scene, camera, { ...SIZE, shape: parseShape('16x8/8x4@columns+32') });
      return [stats.shape, stats.workgroup];
    };
    expect(await workgroup({ volume, transfer })).toEqual(['16x8', '16x8/8x4@columns+32']);
    expect(await workgroup({ volume, transfer, mode: 'mip' })).toEqual(['16x8', '16x8/8x4@columns']);
    expect(await workgroup({ meshes: [{ mesh: createTorus() }] })).toEqual(['16x8', '16x8/8x4@columns']);
    renderer.destroy();
  });

  it('has a shape that whole lane layouts fill', async () => {
    const shape = { width: 16, height: 8, laneLayout: { width: 3, height: 4 } };
    const rendering = new Renderer(gpu()).render({ volume, transfer }, camera, { ...SIZE, shape });
    await expect(rendering).rejects.toThrow("the lane layout's sides must divide the shape's");
  });
});

/** Writes the pixel of every invocation of one workgroup. */
const MAP_PIXELS = `
import package::cast::frame::tile_pixels::pixels_in_tile;
override tile_width = 1u;
override tile_height = 1u;
@group(0) @binding(0) var<storage, read_write> pixels: array<vec2u>;
@compute @workgroup_size(tile_width * tile_height)
fn main(@builtin(local_invocation_index) local: u32) {
  let found = pixels_in_tile(local, tile_width, tile_height);
  pixels[local] = vec2u(found.x, found.y);
}
`;

describe('pixels_in_tile', () => {
  it.each(['16x16/8x4', '12x6/3x2', '4x32/2x2', '8x8/8x8', '16x16/morton', '32x4/morton', '2x64/morton', '1x8/morton'])(
    'of %s is that of the CPU reference',
    async (text) => {
      const { device } = gpu();
      const shape = parseShape(text);
      const { laneLayout, width, height } = shape;
      const { dest } = await link({
        weslSrc: { ...SHADER_SOURCES, 'map_pixels.wgsl': MAP_PIXELS },
        rootModuleName: 'map_pixels.wgsl',
      });
      const pipeline = device.createComputePipeline({
        layout: 'auto',
        compute: {
          module: device.createShaderModule({ code: dest }),
          constants: {
            tile_width: width,
            tile_height: height,
            lane_layout_morton: laneLayout === 'morton' ? 1 : 0,
            ...(typeof laneLayout === 'object' && {
              lane_layout_width: laneLayout.width,
              lane_layout_height: laneLayout.height,
            }),
          },
        },
      });
      const size = 8 * width * height;
      const pixels = device.createBuffer({ size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC });
      const readback = device.createBuffer({ size, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      const entries = [{ binding: 0, resource: { buffer: pixels } }];
      pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(1);
      pass.end();
      encoder.copyBufferToBuffer(pixels, 0, readback, 0, size);
      device.queue.submit([encoder.finish()]);
      const found = new Uint32Array(await gpu().read(readback));
      const expected = Array.from({ length: width * height }, (_, local) => pixelOfInvocation(shape, local)).flat();
      expect([...found]).toEqual(expected);
    },
  );
});
