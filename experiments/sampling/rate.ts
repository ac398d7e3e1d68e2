/** Samples per second where every sample of a dense volume counts, beside what the texture units give without anything else. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Renderer, type Volume } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { geometricMean, median } from '../averages.js';
import { parseSizes, SIZE_FLAGS } from './flags.js';
import { type Bits, listLooks, listViews, makeVolume } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    ...SIZE_FLAGS,
    rounds: { type: 'string', default: '7' },
    out: { type: 'string', default: join('experiments', 'sampling', 'rate.json') },
  },
});
const { side, image, viewCount, rounds } = parseSizes(flags);

/** Samples of each invocation, and dispatches that are timed together. */
const STEPS = 1024;
const DISPATCHES = 20;
/** Voxels along a side: few enough for the second level of a GPU's cache. */
const CACHED_SIDE = 128;

type OpenedGpu = Awaited<ReturnType<typeof openGpu>>;
const gpu = await openGpu({ software: flags.software });
const { device } = gpu;
const USAGE = { texture: 0x4 | 0x2, storage: 0x80 | 0x4, target: 0x8 };
const readable = device.createBuffer({ size: 4, usage: 0x1 | 0x8 });

/** Texts of the linked WGSL and what stands in their place: the cast without a part of it, whose pictures are wrong. */
const WITHOUT: Readonly<Record<string, readonly [text: RegExp, replacement: string]>> = {
  table: [/(fn read_table\([^)]*\) -> vec4f \{)/, '$1\n  return vec4f(1e-3 * coordinate);'],
  fetches: [
    /(fn sample_volume\([^)]*\) -> f32 \{)/,
    '$1\n  return fract(3.0 * position.x + 5.0 * position.y + position.z);',
  ],
};

const rows = [];
for (const bits of [8, 16] as const) {
  const fetches = await fetchRate(bits);
  const volume = makeVolume(side, bits);
  const casts = await castRates(gpu, volume, bits);
  const mean = geometricMean(casts);
  const without: Record<string, number> = {};
  for (const [part, patch] of Object.entries(WITHOUT)) {
    const own = await openPatched(...patch);
    without[part] = geometricMean(await castRates(own, volume, bits));
    own.destroy();
    console.log(`${bits} bits without ${part}: ${without[part].toPrecision(3)} G samples per second`);
  }
  rows.push({ bits, fetchesPerNs: fetches, samplesPerNs: casts, ofFetches: mean / fetches, without });
  console.log(
    `${bits} bits: ${mean.toPrecision(3)} G samples per second (${Math.min(...casts).toPrecision(3)} to ${Math.max(...casts).toPrecision(3)}), texture units ${fetches.toPrecision(3)} G, ${(mean / fetches).toFixed(2)} of that`,
  );
}
writeFileSync(flags.out, `${JSON.stringify({ adapter: gpu.adapterName, side, image, rows }, undefined, 1)}\n`);
gpu.destroy();

/** Filtered samples per nanosecond of a kernel that does nothing else; the most of all rounds. */
async function fetchRate(bits: Bits): Promise<number> {
  const bytes = bits / 8;
  const size = [CACHED_SIDE, CACHED_SIDE, CACHED_SIDE];
  const format = bits === 8 ? 'r8unorm' : 'rg8unorm';
  const texture = device.createTexture({ size, dimension: '3d', format, usage: USAGE.texture });
  const texels = Uint8Array.from({ length: bytes * CACHED_SIDE ** 3 }, (_, at) => (at * 97) & 255);
  device.queue.writeTexture({ texture }, texels, { bytesPerRow: bytes * CACHED_SIDE, rowsPerImage: CACHED_SIDE }, size);
  const code = readFileSync(join(import.meta.dirname, 'fetch_rate.wgsl'), 'utf8');
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code }), constants: { steps: STEPS } },
  });
  const sums = device.createBuffer({ size: 4 * image * image, usage: USAGE.storage });
  const sampler = device.createSampler({
    magFilter: 'linear',
    minFilter: 'linear',
    addressModeU: 'repeat',
    addressModeV: 'repeat',
    addressModeW: 'repeat',
  });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [texture.createView(), sampler, { buffer: sums }].map((resource, binding) => ({ binding, resource })),
  });
  const rates: number[] = [];
  for (let round = -1; round < rounds; round++) {
    await gpu.idle();
    const startMs = performance.now();
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let dispatch = 0; dispatch < DISPATCHES; dispatch++) pass.dispatchWorkgroups(image / 8, image / 8);
    pass.end();
    encoder.copyBufferToBuffer(sums, 0, readable, 0, 4);
    device.queue.submit([encoder.finish()]);
    const [sum] = new Float32Array(await gpu.read(readable));
    const ns = 1e6 * (performance.now() - startMs);
    if (!(sum! > 0)) throw new Error('the kernel that fetches wrote nothing');
    if (round >= 0) rates.push((DISPATCHES * image * image * STEPS) / ns);
  }
  texture.destroy();
  sums.destroy();
  return Math.max(...rates);
}

/** Samples per nanosecond of frames with the defaults, view by view. */
async function castRates(gpu: OpenedGpu, volume: Volume, bits: Bits): Promise<number[]> {
  const { transfer } = listLooks(bits).find(({ name }) => name === 'dense')!;
  const renderer = new Renderer(gpu);
  // Nothing is read back: the GPU's clock falls while it waits for the processor.
  const target = gpu.device.createTexture({ size: [image, image], format: 'rgba8unorm', usage: USAGE.target });
  const options = { quality: 'plain', width: image, height: image, skip: false, earlyTermination: false } as const;
  const rates: number[] = [];
  for (const { camera } of listViews(volume, viewCount)) {
    const { stats } = await renderer.render({ volume, transfer }, camera, { ...options, counts: true });
    const times: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const { done } = await renderer.render({ volume, transfer }, camera, { ...options, target, timestamps: true });
      const { times: passes } = await done;
      if (round >= 0 && passes) times.push(passes.timesMs['cast'] ?? Object.values(passes.timesMs)[0]!);
    }
    rates.push(stats.samples! / (1e6 * median(times)));
  }
  renderer.destroy();
  target.destroy();
  return rates;
}

/** A device on which kernels have another text in the place of one. */
async function openPatched(text: RegExp, replacement: string): Promise<OpenedGpu> {
  const own = await openGpu({ software: flags.software });
  const create = own.device.createShaderModule.bind(own.device);
  own.device.createShaderModule = (descriptor) =>
    create({ ...descriptor, code: descriptor.code.replace(text, replacement) });
  return own;
}
