/** The element within styles of a page: sizes that it gets, and modes that people set. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenedViewer, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);
let viewer: OpenedViewer | undefined;
beforeAll(async () => {
  const { chromium } = used();
  if (!chromium) return;
  viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() }, { width: 300, height: 600 });
  // Most buttons are for a volume.
  await viewer.settle();
});
afterAll(() => viewer?.close());

const PANELS = ['data', 'appearance', 'cut', 'slices', 'measure', 'save', 'stats'];

it('has all buttons within 300 pixels', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const buttons = await viewer.run<{ left: number; right: number; width: number }[]>(
    `return [...viewer.shadowRoot.querySelectorAll('.bar button')].map((button) => button.getBoundingClientRect())
      .filter(({ width }) => width > 0).map(({ left, right, width }) => ({ left, right, width }));`,
  );
  expect(buttons.length).toBeGreaterThan(15);
  expect(Math.min(...buttons.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...buttons.map(({ right }) => right))).toBeLessThanOrEqual(300);
  // WCAG 2.2, 2.5.8.
  expect(Math.min(...buttons.map(({ width }) => width))).toBeGreaterThanOrEqual(24);
});

it('has nothing that axe finds in forced colours, at that width', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const { page, run } = viewer;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  for (const panel of PANELS) {
    const violations = await run<{ id: string; nodes: { html: string }[] }[]>(
      `viewer.setAttribute('panel', '${panel}'); await new Promise((resolve) => setTimeout(resolve, 100));
      return (await axe.run(document, { resultTypes: ['violations'] })).violations;`,
    );
    expect(violations.map(({ id, nodes }) => [panel, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
  await run(`viewer.setAttribute('panel', '');`);
});

it('shows its picture whatever display a page gives it', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const { run } = viewer;
  for (const display of ['block', 'flex', 'grid', 'inline-block']) {
    await run(`Object.assign(viewer.style, { display: '${display}', height: '400px', width: '280px' });`);
    const sides = () =>
      run(`const { clientWidth: w, clientHeight: h } = viewer.shadowRoot.querySelector('.surface'); return [w, h];`);
    await expect.poll(sides).toEqual([280, expect.closeTo(400 - 85, -2)]);
  }
  expect(viewer.said).toEqual([]);
  await run(`Object.assign(viewer.style, { height: '0', minHeight: '0' });`);
  await expect.poll(() => viewer!.said).toEqual([expect.stringContaining('leave no room for a picture')]);
});

it('keeps the shape of its picture while its size and the picture change', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const distorted = await viewer.run<string[]>(`
    const canvas = viewer.shadowRoot.querySelector('canvas.picture');
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Sizes are observed before a frame is painted.
    const painted = () => nextFrame().then(() => new Promise((resolve) => setTimeout(resolve)));
    const distorted = [];
    for (let turn = 0; turn < 16; turn++) {
      const { camera } = viewer;
      viewer.change({ camera: { ...camera, fovDegrees: camera.fovDegrees + (turn % 2 ? 1 : -1) } });
      for (let frame = 0; frame < turn % 4; frame++) await nextFrame();
      viewer.style.height = turn % 2 ? '400px' : '250px';
      for (let frame = 0; frame < 8; frame++) {
        await painted();
        const { width, height } = canvas.getBoundingClientRect();
        const stretch = (width / height) / (canvas.width / canvas.height);
        if (Math.abs(Math.log(stretch)) > 0.1) distorted.push([turn, frame, stretch].join(' '));
      }
    }
    viewer.style.height = '';
    return distorted;`);
  expect(distorted).toEqual([]);
});

/** Parts of the viewer by selectors, as they lie on the page: sides of those that are seen. */
const boxes = (selector: string) =>
  viewer!.run<{ left: number; right: number; top: number; bottom: number; width: number; height: number }[]>(
    `return [...viewer.shadowRoot.querySelectorAll('${selector}')].map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0).map((box) => box.toJSON());`,
  );

it('has letters, windows and numbers of slices beside each other as narrow as panes get', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const { run, page } = viewer;
  await page.setViewportSize({ width: 390, height: 844 });
  await run(`viewer.removeAttribute('style'); viewer.style.height = '800px'; viewer.setAttribute('layout', 'four');`);
  await expect.poll(() => boxes('.slice .edge')).toHaveLength(12);
  const texts = await boxes('.slice :is(.edge, .caption.top, .caption.end)');
  const overlap = texts.flatMap((a, index) =>
    texts.slice(index + 1).filter((b) => {
      const [across, down] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ];
      return across > 1 && down > 1;
    }),
  );
  expect(overlap).toEqual([]);
  await run(`viewer.setAttribute('layout', 'slices');`);
  await expect.poll(() => boxes('.slice .count')).toHaveLength(3);
});

it('has round points in its curve, and all of its help, on a phone', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const { run } = viewer;
  await run(`viewer.setAttribute('layout', '3d'); viewer.setAttribute('panel', 'appearance');`);
  await expect.poll(async () => (await boxes('.editor .point')).length).toBeGreaterThan(2);
  for (const { width, height } of await boxes('.editor .point')) expect(width / height).toBeCloseTo(1, 1);
  await run(`viewer.shadowRoot.querySelector('button[aria-label^="Help"]').click();`);
  await expect.poll(() => boxes('dialog')).toHaveLength(1);
  const [dialog] = await boxes('dialog');
  for (const { right } of await boxes('dialog :is(dt, dd, kbd)')) expect(right).toBeLessThanOrEqual(dialog!.right - 10);
});

it('has buttons that can be read where nothing is open, light as well', async (context) => {
  if (!viewer) return context.skip(used().problem);
  const colors = await viewer.run<string[]>(`
    const other = document.body.appendChild(document.createElement('tilecast-viewer'));
    other.theme = 'light';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { color, backgroundColor } = getComputedStyle(other.shadowRoot.querySelector('.empty button.plain'));
    other.remove();
    return [color, backgroundColor];`);
  expect(colors).toEqual(['rgb(29, 33, 41)', 'rgb(255, 255, 255)']);
});
