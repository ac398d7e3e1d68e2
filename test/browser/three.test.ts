/** One device, owned by three.js's WebGPURenderer and shared: the same scene drawn by both, in turns. */
import { describe, expect, it } from 'vitest';
import { openReport } from './open-report.js';
import { WEBGPU_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

/** Each side draws a red torus twice, the second time where three.js has moved it, and three.js once more at the end. */
const PAGE = `<!doctype html>
<output></output>
<script type="module">
  import * as THREE from './node_modules/three/build/three.webgpu.js';
  import { createMesh, Gpu, Renderer } from './dist/index.js';
  import { createTorus } from './dist/lab.js';
  const say = (text) => { document.querySelector('output').textContent = text; };
  const SIDE = 64;
  try {
    const owner = new THREE.WebGPURenderer({ antialias: false });
    await owner.init();
    const device = owner.backend.device;
    const errors = [];
    const handler = ({ error }) => errors.push(error.message);
    device.onuncapturederror = handler;

    const torus = createTorus({ majorSegments: 24, minorSegments: 12 });
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(torus.positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(torus.triangles, 1));
    const material = new THREE.MeshBasicMaterial({ color: 0xff0000, side: THREE.DoubleSide });
    const object = new THREE.Mesh(geometry, material);
    const stage = new THREE.Scene();
    stage.add(object);
    const eye = [1.2, -4, 2.1];
    const view = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
    view.up.set(0, 0, 1);
    view.position.set(...eye);
    view.lookAt(0.2, 0, 0.1);
    const target = new THREE.RenderTarget(SIDE, SIDE);
    const drawByThree = async () => {
      owner.setRenderTarget(target);
      await owner.renderAsync(stage, view);
      return [...await owner.readRenderTargetPixelsAsync(target, 0, 0, SIDE, SIDE)];
    };

    const gpu = await Gpu.from(device);
    const renderer = new Renderer(gpu);
    const camera = { projection: 'perspective', eye, target: [0.2, 0, 0.1], up: [0, 0, 1], fovDegrees: 40 };
    const meshes = [{ mesh: createMesh(torus), transform: object.matrixWorld.elements, color: [1, 0, 0] }];
    const drawByTilecast = async () => {
      const frame = await renderer.render({ meshes, background: 'transparent' }, camera, { width: SIDE, height: SIDE });
      return [...frame.pixels];
    };

    const pictures = [await drawByThree(), await drawByTilecast()];
    object.position.set(0.5, 0.2, -0.4);
    object.scale.set(0.7, 1.2, -0.8);
    pictures.push(await drawByThree(), await drawByTilecast());
    renderer.destroy();
    gpu.destroy();
    pictures.push(await drawByThree());
    say(JSON.stringify({ pictures, errors, keepsHandler: device.onuncapturederror === handler }));
  } catch (error) {
    say(JSON.stringify({ error: String(error.stack) }));
  }
</script>`;

const used = useChromium(WEBGPU_ARGUMENTS);

/** Whether anything was drawn at each pixel; without green or blue in it. */
function coverage(pixels: readonly number[]): boolean[] {
  const covered = pixels.flatMap((value, at) => (at % 4 === 3 ? [value > 0] : []));
  for (const [pixel, isCovered] of covered.entries()) {
    if (!isCovered) continue;
    expect(pixels[4 * pixel]).toBeGreaterThan(0);
    // A highlight of tilecast's light is white.
    expect(pixels[4 * pixel + 1]).toBeLessThanOrEqual(pixels[4 * pixel]!);
  }
  return covered;
}

const countDifferences = (a: readonly boolean[], b: readonly boolean[]) =>
  a.filter((covered, pixel) => covered !== b[pixel]).length;

describe("three.js's device", () => {
  it('draws one scene by both libraries, and survives the other', async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const { report: said } = await openReport<{
      pictures: number[][];
      errors: string[];
      keepsHandler: boolean;
    }>(chromium.browser, PAGE);
    expect(said).toMatchObject({ errors: [], keepsHandler: true });
    const [first, firstHere, moved, movedHere, last] = said.pictures.map(coverage) as [
      boolean[],
      boolean[],
      boolean[],
      boolean[],
      boolean[],
    ];
    expect(first.filter(Boolean).length).toBeGreaterThan(300);
    expect(countDifferences(first, moved)).toBeGreaterThan(100);
    // Both sample at pixels' centres, and round the edges of triangles in their own ways.
    expect(countDifferences(first, firstHere)).toBeLessThanOrEqual(4);
    expect(countDifferences(moved, movedHere)).toBeLessThanOrEqual(4);
    expect(last).toEqual(moved);
  });
});
