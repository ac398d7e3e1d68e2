/** Frames on a canvas of a real browser, without any readback, on a device that the page owns. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { openReport } from './open-report.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

/** Draws 200 frames of a turning mesh in a volume to a canvas, then reads the last one back as well. */
const PAGE = `<!doctype html>
<canvas width="96" height="64"></canvas>
<output></output>
<script type="module">
  import { createRenderer, createVolume, fitCamera, orbit } from './dist/index.js';
  import { createTorus } from './dist/lab.js';
  const say = (text) => { document.querySelector('output').textContent = text; };
  try {
    const adapter = await navigator.gpu.requestAdapter();
    const wanted = ['float32-filterable'].filter((name) => adapter.features.has(name));
    const device = await adapter.requestDevice({ requiredFeatures: wanted });
    const errors = [];
    device.onuncapturederror = ({ error }) => errors.push(error.message);
    let mapped = 0;
    const mapAsync = GPUBuffer.prototype.mapAsync;
    GPUBuffer.prototype.mapAsync = function (...args) {
      mapped += args[0] === GPUMapMode.READ && this.size > 4096 ? 1 : 0;
      return mapAsync.apply(this, args);
    };
    const voxels = Uint8Array.from({ length: 24 ** 3 }, (_, at) => (at * 7) % 251);
    const volume = createVolume({ sizes: [24, 24, 24], voxels });
    const mesh = { ...createTorus({ majorSegments: 24, minorSegments: 12 }), origin: [12, 12, 12] };
    const scene = { volume, meshes: [{ mesh: { ...mesh, positions: mesh.positions.map((x) => 8 * x) } }] };
    const start = fitCamera({ center: [12, 12, 12], radius: 18 }, { forward: [0, 0, -1], up: [0, 1, 0] }, { aspect: 1.5 });
    const target = document.querySelector('canvas');
    const renderer = await createRenderer({ device });
    const startMs = performance.now();
    let last;
    for (let frame = 0; frame < 200; frame++) {
      last = await renderer.render(scene, orbit(start, { azimuthDegrees: frame }), { target });
    }
    const report = await last.done;
    const milliseconds = performance.now() - startMs;
    const before = mapped;
    const camera = orbit(start, { azimuthDegrees: 199 });
    const { pixels } = await renderer.render(scene, camera, { width: target.width, height: target.height });
    const outputs = ['pixels', 'color'];
    const copied = await renderer.render(scene, camera, { width: 48, height: 32, outputs });
    const isSame = (frame) => outputs.every((name) => frame[name].join() === copied[name].join());
    let frameMapped;
    const whileMapped = async (frame) => {
      await new Promise(requestAnimationFrame);
      frameMapped = { isSame: isSame(frame), frame };
    };
    await renderer.render(scene, camera, { width: 48, height: 32, outputs, whileMapped });
    const inMapped = { isSame: frameMapped.isSame, isGone: outputs.every((name) => frameMapped.frame[name].length === 0) };
    await renderer.render(scene, camera, { target });
    const other = new OffscreenCanvas(96, 64);
    const small = { target: other, width: 48, height: 32 };
    const widths = [];
    for (const resizeCanvas of [false, true]) {
      const rendered = renderer.render(scene, camera, { ...small, resizeCanvas });
      widths.push(other.width);
      await rendered;
      widths.push(other.width);
    }
    renderer.destroy();
    const alive = device.createBuffer({ size: 16, usage: 8 }).size;
    say(JSON.stringify({ report, before, inMapped, errors, alive, widths, milliseconds, pixels: [...pixels] }));
  } catch (error) {
    say(JSON.stringify({ error: String(error) }));
  }
</script>`;

const used = useChromium(PRESENTING_ARGUMENTS);

describe('a canvas', () => {
  it('shows 200 frames that nothing reads back, and the last one as it would be read', async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const { page, report: said } = await openReport<{
      report: { whole: boolean };
      before: number;
      errors: string[];
      alive: number;
      widths: number[];
      pixels: number[];
    }>(chromium.browser, PAGE);
    expect(said).toMatchObject({ report: { whole: true }, before: 0, errors: [], alive: 16 });
    // Frames that are used where they are mapped are those that are copied, and gone afterwards.
    expect(said).toMatchObject({ inMapped: { isSame: true, isGone: true } });
    // A canvas keeps its size, and its picture, until the frame that resizes it is drawn.
    expect(said.widths).toEqual([96, 96, 96, 48]);
    const png = PNG.sync.read(await page.locator('canvas').screenshot());
    expect(new Set(said.pixels).size).toBeGreaterThan(50);
    const differing = said.pixels.filter((value, at) => Math.abs(value - png.data[at]!) > 1).length;
    expect(differing).toBe(0);
  });
});
