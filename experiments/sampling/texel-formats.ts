/** Times filtered fetches from 3D textures of several formats, by the CPU time of all cores: for adapters on the CPU. */
import { parseArgs } from 'node:util';
import { InputError } from 'tilecast';
import { ADAPTER_CHOICES, openGpu } from 'tilecast/node';

const BYTES = { r32float: 4, r16float: 2, r8unorm: 1, rg8unorm: 2 } as const;
type Format = keyof typeof BYTES;
const FORMATS = Object.keys(BYTES) as Format[];
/** Ways of rays through memory: along its slowest axis, and along its rows. */
const WAYS = ['across slices', 'along rows'] as const;
const [SIDE, IMAGE, STEPS] = [256, 256, 256];
/** Flags of WebGPU, which Node has no globals for. */
const [STORAGE, SAMPLED_AND_WRITTEN] = [0x80, 0x02 | 0x04];

const { values: options } = parseArgs({
  options: { adapter: { type: 'string', default: 'lavapipe' }, rounds: { type: 'string', default: '7' } },
});
const adapter = ADAPTER_CHOICES.find((name) => name === options.adapter);
if (!adapter) throw new InputError(`--adapter must be one of ${ADAPTER_CHOICES.join(', ')}`);
const gpu = await openGpu({ adapter, quiet: true });
const { device } = gpu;

/** Four fetches a turn, as composites take them. */
const shader = (format: Format, alongRows: boolean) => `
@group(0) @binding(0) var voxels: texture_3d<f32>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;
fn fetch(p: vec3f) -> f32 {
  let c = textureSampleLevel(voxels, linear, p${alongRows ? '.zyx' : ''}, 0.0);
  return ${format === 'rg8unorm' ? 'dot(c.xy, vec2f(255.0, 65280.0) / 65535.0)' : 'c.x'};
}
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var p = vec3f((vec2f(id.xy) + 0.3) / ${IMAGE}.0, 0.4 / ${STEPS}.0);
  let step = vec3f(3e-4, 2e-4, 1.0 / ${STEPS}.0);
  var sum = 0.0;
  for (var k = 0; k < ${STEPS}; k += 4) {
    sum += fetch(p) + fetch(p + step) + fetch(p + 2.0 * step) + fetch(p + 3.0 * step);
    p += 4.0 * step;
  }
  sums[id.y * ${IMAGE}u + id.x] = sum;
}`;

const sums = device.createBuffer({ size: 4 * IMAGE ** 2, usage: STORAGE });
const sampler = device.createSampler({ magFilter: 'linear', minFilter: 'linear' });

const variants = FORMATS.flatMap((format) => {
  const texture = device.createTexture({
    size: [SIDE, SIDE, SIDE],
    dimension: '3d',
    format,
    usage: SAMPLED_AND_WRITTEN,
  });
  const bytesPerRow = SIDE * BYTES[format];
  device.queue.writeTexture({ texture }, makeTexels(format), { bytesPerRow, rowsPerImage: SIDE }, [SIDE, SIDE, SIDE]);
  return WAYS.map((way, index) => {
    const module = device.createShaderModule({ code: shader(format, index === 1) });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const entries = [
      { binding: 0, resource: texture.createView() },
      { binding: 1, resource: sampler },
      { binding: 2, resource: { buffer: sums } },
    ];
    const bindGroup = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    return { format, way, pipeline, bindGroup, nanoseconds: [] as number[] };
  });
});

/** Finite in every format, and different from row to row. */
function makeTexels(format: Format): Uint8Array<ArrayBuffer> {
  const count = SIDE ** 3;
  const valueAt = (index: number) => ((index * 7919) % 4096) / 4096;
  if (format === 'r32float') return new Uint8Array(Float32Array.from({ length: count }, (_, i) => valueAt(i)).buffer);
  // Halves from 0.125 to 0.25.
  if (format === 'r16float')
    return new Uint8Array(Uint16Array.from({ length: count }, (_, i) => 0x3000 + 1023 * valueAt(i)).buffer);
  return Uint8Array.from({ length: BYTES[format] * count }, (_, i) => 255 * valueAt(i));
}

for (let round = 0; round <= Number(options.rounds); round++) {
  for (const { pipeline, bindGroup, nanoseconds } of variants) {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(IMAGE / 8, IMAGE / 8);
    pass.end();
    const before = process.cpuUsage();
    device.queue.submit([encoder.finish()]);
    await gpu.idle();
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) nanoseconds.push((1e3 * (user + system)) / (STEPS * IMAGE ** 2));
  }
}
console.log(gpu.adapterName);
for (const { format, way, nanoseconds } of variants) {
  console.log(`${format} ${way}: ${Math.min(...nanoseconds).toFixed(1)} ns of CPU time a fetch`);
}
gpu.destroy();
