/** Measures which shapes of the workgroup are the fastest with today's kernel. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { boundingSphere, corners, fitCamera, Renderer, VIEW_NAMES, type Volume, viewDirection } from 'tilecast';
import { candidateShapes, chooseShape, formatShape, measurePixelSteps, measureShapes, spreadViews } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { fitRule, type MeasuredView, reportRules } from './fit-rule.js';
import { parseSizes, SIZE_FLAGS } from './flags.js';
import { type Bits, listLooks, makeVolume } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    ...SIZE_FLAGS,
    /** Views around the sphere, besides a to f. */
    views: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    /** Seconds for the shapes of 8 and of 16 bits, which stop there with what they have. */
    seconds: { type: 'string', default: '100,75' },
    out: { type: 'string', default: join('experiments', 'sampling', 'decide.json') },
  },
});
const { side, image, viewCount, rounds } = parseSizes(flags);
const [seconds8, seconds16] = flags.seconds.split(',').map(Number) as [number, number];

const gpu = await openGpu({ software: flags.software });
const renderer = new Renderer(gpu);
const maxInvocations = gpu.device.limits.maxComputeInvocationsPerWorkgroup;
const shapes = candidateShapes(maxInvocations);
const size = { quality: 'plain', width: image, height: image } as const;
const results: Record<string, unknown> = {
  adapter: { name: gpu.adapterName, ...pickInfo() },
  settings: { volume: `${side}³`, image: `${image}²`, views: viewCount, rounds },
};

function pickInfo() {
  const { vendor, architecture, device } = gpu.adapterInfo;
  return { vendor, architecture, device, subgroupSizes: gpu.traits.subgroupSizes };
}

for (const [bits, seconds] of [
  [8, seconds8],
  [16, seconds16],
] as const) {
  if (seconds > 0) results[`shapes${bits}`] = await decideShapes(makeVolume(side, bits), bits, seconds);
  write();
}
gpu.destroy();

/** Even viewpoints fit the rule, odd ones judge it. */
async function decideShapes(volume: Volume, bits: Bits, seconds: number) {
  const endMs = performance.now() + 1000 * seconds;
  const sphere = boundingSphere(corners(volume));
  const axes = VIEW_NAMES.filter((name) => name.length === 1).map(
    (name) => [name, viewDirection(name, volume.indexToWorld)] as const,
  );
  const around = spreadViews(viewCount).map((direction, index) => [`sphere-${index}`, direction] as const);
  const [dense] = listLooks(bits);
  const measured: MeasuredView[] = [];
  await warmUp(volume, fitCamera(sphere, around[0]![1], { aspect: 1 }), bits);
  for (const [view, direction] of [...axes, ...around]) {
    if (performance.now() > endMs) break;
    const camera = fitCamera(sphere, direction, { aspect: 1 });
    const measurement = await measureShapes(
      shapes,
      (shape) =>
        renderer.render({ volume, transfer: dense!.transfer }, camera, {
          ...size,
          shape,
          skip: false,
          earlyTermination: false,
          timestamps: true,
        }),
      { frames: rounds },
    );
    const seen = { camera, volume, image: size };
    measured.push({
      view,
      steps: measurePixelSteps(seen)!,
      ruled: chooseShape(seen, { maxInvocations }).shape,
      // The least: a GPU that idles between frames lowers its clock, which makes some frames slow, and none fast.
      times: measurement!.times.map(({ shape, runsMs }) => ({ shape, ms: Math.min(...runsMs) })),
    });
  }
  const fitted = fitRule(measured.filter((_, index) => index % 2 === 0));
  const report = reportRules(measured, fitted);
  console.log(`${bits} bits, ${measured.length} viewpoints\n${report.lines.join('\n')}`);
  const views = measured.map(({ view, ruled, steps, times }) => ({
    view,
    ruled: formatShape(ruled),
    steps,
    ms: Object.fromEntries(times.map(({ shape, ms }) => [formatShape(shape), ms])),
  }));
  return { fitted, policies: report.policies, views };
}

/** Renders until the clock is up: what is measured first would else seem the slowest. */
async function warmUp(volume: Volume, camera: Parameters<Renderer['render']>[1], bits: Bits): Promise<void> {
  const endMs = performance.now() + (flags.software ? 0 : 3000);
  const [dense] = listLooks(bits);
  do {
    await renderer.render({ volume, transfer: dense!.transfer }, camera, { ...size, skip: false });
  } while (performance.now() < endMs);
}

/** Called after every phase, so that an interrupted run leaves what it has. */
function write(): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  writeFileSync(flags.out, `${JSON.stringify(results, rounded, 1)}\n`);
}
