/** Compares filtered fetches from 3D textures of several formats with interpolation in float64. */
import { parseArgs } from 'node:util';
import { InputError } from 'tilecast';
import { ADAPTER_CHOICES, openGpu } from 'tilecast/node';
import { filterTexels } from './filter-texels.js';

const FORMATS = ['r32float', 'r8unorm', 'r8snorm', 'rg8unorm'] as const;
type Format = (typeof FORMATS)[number];
/** Lengths of rows: coordinates in 32 bits have fewer bits between two texels of longer ones. */
const LENGTHS = [8, 256, 1000] as const;
const SIDE = 8;
const PLACES = 4096;
/** Flags of WebGPU, which Node has no globals for. */
const WRITTEN_AND_SAMPLED = 0x06;

const { values: options } = parseArgs({
  options: { adapter: { type: 'string', default: 'swiftshader' }, mirror: { type: 'boolean', default: false } },
});
const adapter = ADAPTER_CHOICES.find((name) => name === options.adapter);
if (!adapter) throw new InputError(`--adapter must be one of ${ADAPTER_CHOICES.join(', ')}`);
const gpu = await openGpu({ adapter, quiet: true });
const { device } = gpu;

let state = 1;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const edge = options.mirror ? 'mirror-repeat' : 'clamp-to-edge';
const sampler = device.createSampler({
  magFilter: 'linear',
  minFilter: 'linear',
  addressModeU: edge,
  addressModeV: edge,
  addressModeW: edge,
});
/** Bytes as each format holds them, in its first channel, and what they stand for. */
function makeTexels(format: Format, count: number) {
  const bytes = Uint8Array.from({ length: count }, () => 256 * random());
  if (format === 'r32float') return { data: Float32Array.from(bytes, (byte) => byte / 255), channels: 1 };
  if (format === 'r8snorm') return { data: Int8Array.from(bytes, (byte) => byte - 128), channels: 1 };
  const channels = format === 'rg8unorm' ? 2 : 1;
  const data = new Uint8Array(channels * count);
  for (const [index, byte] of bytes.entries()) data[channels * index] = byte;
  return { data, channels };
}

function meaningOf(format: Format, stored: number): number {
  if (format === 'r32float') return stored;
  return format === 'r8snorm' ? Math.max(stored / 127, -1) : stored / 255;
}

/** The largest and the mean difference, in 255ths. */
async function measure(format: Format, length: number) {
  const size = [length, SIDE, SIDE] as const;
  const { data, channels } = makeTexels(format, length * SIDE ** 2);
  const texture = device.createTexture({ size, dimension: '3d', format, usage: WRITTEN_AND_SAMPLED });
  const layout = { bytesPerRow: length * channels * data.BYTES_PER_ELEMENT, rowsPerImage: SIDE };
  device.queue.writeTexture({ texture }, data, layout, size);
  const places = Float32Array.from({ length: 4 * PLACES }, random);
  const found = await filterTexels(device, texture, sampler, places);
  const errors = Array.from(found, (value, place) => {
    const position = size.map((along, axis) => places[4 * place + axis]! * along - 0.5);
    return 255 * Math.abs(value - interpolate(position, size, (index) => meaningOf(format, data[channels * index]!)));
  });
  texture.destroy();
  return { largest: Math.max(...errors), mean: errors.reduce((sum, error) => sum + error, 0) / PLACES };
}

function interpolate(position: readonly number[], size: readonly number[], valueAt: (index: number) => number): number {
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    let weight = 1;
    let index = 0;
    for (const axis of [2, 1, 0]) {
      const first = Math.floor(position[axis]!);
      const isNext = (corner >> axis) & 1;
      const share = position[axis]! - first;
      weight *= isNext ? share : 1 - share;
      index = index * size[axis]! + Math.min(Math.max(first + isNext, 0), size[axis]! - 1);
    }
    sum += weight * valueAt(index);
  }
  return sum;
}

console.log(gpu.adapterName);
for (const format of FORMATS) {
  for (const length of LENGTHS) {
    const { largest, mean } = await measure(format, length);
    console.log(`${format}, rows of ${length}: up to ${largest.toFixed(4)} of 255 off, ${mean.toFixed(4)} on average`);
  }
}
gpu.destroy();
