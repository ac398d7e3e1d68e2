/** `tilecast view` in a real browser: each way of looking around, by what the canvas then shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import { createDrop, differenceOf, type OpenedViewer, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);
let viewer: OpenedViewer;
/** The picture before the step that is tested. */
let before: PNG;

beforeAll(async () => {
  const { chromium } = used();
  if (!chromium) return;
  viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() });
  await viewer.settle();
  before = await viewer.canvas();
});
afterAll(() => viewer?.close());

/** Does something, and expects the picture at rest to become another one. */
async function expectChange(act: () => Promise<unknown>): Promise<void> {
  await act();
  const endMs = Date.now() + LONGEST_WAIT_MS;
  let after = before;
  // The device answers later, as after a double click, and changes the picture then.
  while (differenceOf(after, before) <= 20) {
    expect(Date.now(), 'the picture must change').toBeLessThan(endMs);
    await viewer.settle();
    after = await viewer.canvas();
  }
  before = after;
}

const SCREEN = 'v -12 0 5\nv 16 0 5\nv 2 0 35\nf 1 2 3\n';

/** Near the middle of the picture on the page. */
const MIDDLE = { x: 150, y: 200 };
const button = (name: string) => viewer.page.getByRole('button', { name, exact: true });

describe('the viewer', () => {
  const test = (name: string, run: () => Promise<void>) =>
    it(name, async ({ skip }) => {
      const { chromium, problem } = used();
      if (!chromium) return skip(problem);
      await run();
    });

  test('shows at rest what the command line renders', async () => {
    const expected = await viewer.replay();
    expect(new Set(expected.data).size, 'the picture must show something').toBeGreaterThan(50);
    expect(differenceOf(before, expected)).toBeLessThanOrEqual(1);
    // A quarter of the samples is enough for all that follows.
    await viewer.run(`window.watched.rests = false; viewer.quality = 'plain';`);
    await viewer.settle();
    before = await viewer.canvas();
  });

  test('shows a radiograph in the window of its own integrals, as the command line does', async () => {
    await viewer.run(`window.watched.rests = false; viewer.mode = 'xray';`);
    await viewer.settle();
    expect(differenceOf(await viewer.canvas(), await viewer.replay())).toBeLessThanOrEqual(1);
    await viewer.run(`window.watched.rests = false; viewer.mode = 'composite';`);
    await viewer.settle();
  });

  test('turns, moves and zooms by mouse, wheel, touch and keys, and looks at what is clicked twice', async () => {
    const { mouse, keyboard } = viewer.page;
    const drag = async (options: { button?: 'right' } = {}) => {
      await mouse.move(MIDDLE.x, MIDDLE.y);
      await mouse.down(options);
      await mouse.move(MIDDLE.x + 40, MIDDLE.y + 25, { steps: 3 });
      await mouse.up(options);
    };
    await expectChange(() => drag());
    await expectChange(() => drag({ button: 'right' }));
    await expectChange(() => mouse.wheel(0, -240));
    await expectChange(() => mouse.dblclick(MIDDLE.x + 30, MIDDLE.y + 10));
    await expectChange(() => pinch(viewer));
    await expectChange(() => keyboard.press('ArrowLeft'));
    await expectChange(() => keyboard.press('Shift+ArrowUp'));
    await expectChange(() => keyboard.press('3'));
    await expectChange(() => keyboard.press('o'));
    // A browser may drag selected text in place of the view, and keep the moves to itself.
    await viewer.run(`window.turns = 0; viewer.addEventListener('camera', () => window.turns++);`);
    await keyboard.press('Control+a');
    await expectChange(async () => {
      await mouse.move(MIDDLE.x, MIDDLE.y);
      await mouse.down();
      await mouse.move(MIDDLE.x + 60, MIDDLE.y + 30, { steps: 12 });
      await mouse.up();
    });
    expect(await viewer.run('return window.turns;')).toBeGreaterThanOrEqual(10);
    // The command line still makes the same picture of the view after all of this.
    expect(differenceOf(before, await viewer.replay())).toBeLessThanOrEqual(1);
    await expectChange(() => keyboard.press('Control+z'));
    await expectChange(() => keyboard.press('r'));
  });

  test('changes the look by modes, points, presets and the window, and undoes it', async () => {
    await viewer.run('window.watched.rests = false;');
    await button('Appearance').click();
    // The panel has taken some of the picture's room.
    await viewer.settle();
    before = await viewer.canvas();
    await expectChange(() => button('MIP').click());
    await expectChange(() => button('Composite').click());
    const points = viewer.page.getByRole('slider', { name: /^Opacity point/ });
    await points.nth(1).focus();
    await expectChange(async () => {
      for (let presses = 0; presses < 20; presses++) await viewer.page.keyboard.press('ArrowUp');
    });
    await expectChange(() => button('viridis').click());
    await expectChange(() => button('Undo (Ctrl + Z)').click());
    await viewer.run('window.watched.rests = false;');
    await button('Close Appearance').click();
    await viewer.settle();
    before = await viewer.canvas();
  });

  test('shows slices, and turns their pages', async () => {
    await viewer.run(`viewer.setAttribute('layout', 'four');`);
    const slice = viewer.page.getByRole('slider', { name: 'Axial slice', exact: true });
    const shot = () => slice.screenshot().then((bytes) => bytes.toString('base64'));
    await slice.focus();
    await viewer.settle();
    const first = await shot();
    await viewer.page.keyboard.press('PageUp');
    await viewer.settle();
    expect(await slice.getAttribute('aria-valuenow')).toBe('15');
    expect(await shot()).not.toBe(first);
    await viewer.run(`viewer.setAttribute('layout', '3d');`);
    await viewer.settle();
    before = await viewer.canvas();
  });

  test('tells the value of the slice that is shown under a pointer that rests, and none beside it', async () => {
    await viewer.run(`viewer.setAttribute('layout', 'slices');`);
    const slice = viewer.page.getByRole('slider', { name: 'Axial slice', exact: true });
    const caption = viewer.page.locator('.slice[data-plane="axial"] .caption:not(.top, .end)');
    const { x, y, width, height } = (await slice.boundingBox())!;
    const { voxels, sizes } = createDrop();
    // Middle of the voxel (12, 10) of a slice of 24 × 20 voxels, each 1 wide and 1.2 high.
    const scale = Math.min(width / 24, height / 24);
    await viewer.page.mouse.move(x + width / 2 + 0.5 * scale, y + height / 2 + 0.6 * scale);
    const voxelAt = (k: number) => voxels[12 + sizes[0] * (10 + sizes[1] * k)]!;
    const shown = async () => Number(await slice.getAttribute('aria-valuenow'));
    const expectValue = async (k: number) => {
      await expect.poll(shown).toBe(k);
      await expect.poll(() => caption.innerText()).toBe(`${voxelAt(k)}\n2.0, 16.0, ${(7 + 1.5 * k).toFixed(1)} mm`);
    };
    const before = await shown();
    await expectValue(before);
    await viewer.page.mouse.wheel(0, -100);
    await expectValue(before - 1);
    await viewer.page.mouse.wheel(0, 100);
    await expectValue(before);
    await viewer.page.mouse.move(x + 2, y + 2);
    await expect.poll(() => caption.innerText()).toBe('');
  });

  test('saves all panes as they are on the screen', async () => {
    const panes = viewer.page.locator('.views');
    // Each layout below is another one, so that a frame comes.
    await viewer.run(`window.watched.rests = false; viewer.setAttribute('layout', '3d');`);
    // All panes have whole pixels.
    await viewer.page.setViewportSize({ width: 301, height: 402 });
    await viewer.settle();
    for (const layout of ['slices', 'four']) {
      await viewer.run(`window.watched.rests = false; viewer.setAttribute('layout', '${layout}');`);
      await viewer.settle();
      await viewer.page.mouse.move(1, 1);
      const download = viewer.page.waitForEvent('download');
      await button('Save the picture').click();
      await viewer.page.mouse.move(1, 1);
      const bytes = readFileSync(await (await download).path());
      const [saved, screen] = [PNG.sync.read(bytes), PNG.sync.read(await panes.screenshot())];
      expect([saved.width, saved.height]).toEqual([screen.width, screen.height]);
      const off = saved.data.filter((value, at) => Math.abs(value - screen.data[at]!) > 40).length;
      // Edges of letters differ.
      expect(off / saved.data.length, layout).toBeLessThan(0.005);
      expect(bytes.toString('latin1')).toMatch(/tilecast:recipe.*"size":"\d{3}x\d{3}"/);
    }
    await viewer.page.setViewportSize({ width: 300, height: 400 });
    await viewer.run(`window.watched.rests = false; viewer.setAttribute('layout', '3d');`);
    await viewer.settle();
    before = await viewer.canvas();
  });

  test('takes meshes that are dropped, tells what it cannot read, and keeps what there was', async () => {
    await expectChange(() => drop(viewer, 'screen.obj', SCREEN));
    await drop(viewer, 'notes.txt', 'no volume');
    await viewer.page.locator('.message.bad').waitFor({ state: 'attached' });
    expect(await viewer.run(`return window.watched.errors.splice(0)`)).toEqual([
      expect.stringMatching(/^notes\.txt: is neither a volume nor a mesh that tilecast knows; it reads NRRD/),
    ]);
    // What came last is closed first.
    await viewer.run(`viewer.setAttribute('panel', 'cut');`);
    const panel = viewer.page.locator('.panel');
    await panel.waitFor();
    await viewer.page.locator('.surface').press('Escape');
    await viewer.page.locator('.message.bad').waitFor({ state: 'detached' });
    expect(await panel.count()).toBe(1);
    // The picture has its size without the panel again.
    await viewer.run('window.watched.rests = false;');
    await viewer.page.locator('.surface').press('Escape');
    await panel.waitFor({ state: 'detached' });
    await viewer.settle();
    expect(differenceOf(await viewer.canvas(), before)).toBe(0);
  });

  test('moves a mesh by its gizmo, and deforms it', async () => {
    await viewer.run(`viewer.change({ camera: viewer.camera }); viewer.setAttribute('panel', 'meshes');`);
    await button('Move, turn, scale').click();
    await viewer.run(`viewer.setAttribute('panel', '');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));`);
    // Handles are hidden here, so that the canvas is seen alone.
    await expectChange(() =>
      viewer.run(`
        const held = viewer.shadowRoot.querySelector('[aria-label="Move screen.obj along z"]');
        for (let presses = 0; presses < 5; presses++) held.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));`),
    );
    expect(await viewer.run('return viewer.document.meshes[0].transform.origin[2] > 0')).toBe(true);
    await expectChange(() => viewer.run(`viewer.deform = 'bend'; viewer.change({ deformTime: 0.25 });`));
    // The mesh was dropped, and is no file that the command line could name.
    writeFileSync(join(viewer.folder, 'screen.obj'), SCREEN);
    expect(differenceOf(before, await viewer.replay())).toBeLessThanOrEqual(1);
    await expectChange(() => viewer.run('viewer.undo(); viewer.undo(); viewer.undo();'));
  });

  test('turns what there is while it loads, and ends what is loading', async () => {
    await viewer.run(`
      window.watched.rests = false;
      window.turns = 0;
      viewer.addEventListener('camera', () => window.turns++);
      const endless = new Blob([new Uint8Array(1 << 20)]);
      let isOver = false;
      endless.stream = () => new ReadableStream({
        pull: (c) => new Promise((r) => setTimeout(() => { if (!isOver) c.enqueue(new Uint8Array(1 << 19)); r(); }, 5)),
        cancel: () => { isOver = true; },
      });
      window.done = viewer.open([{ name: 'endless.nrrd', source: endless }]);
      while (!viewer.shadowRoot.querySelector('.progress')) await new Promise(requestAnimationFrame);
      const { left, right, top, bottom } = viewer.shadowRoot.querySelector('.progress').getBoundingClientRect();
      window.card = { x: (left + right) / 2, y: top + (bottom - top) / 3 };`);
    // A card that goes while it is held would take the whole drag with it.
    const card = await viewer.run<{ x: number; y: number }>('return window.card;');
    const { mouse } = viewer.page;
    await mouse.move(card.x, card.y);
    await mouse.down();
    await mouse.move(card.x + 60, card.y - 30, { steps: 5 });
    await mouse.up();
    expect(await viewer.run('return window.turns;')).toBeGreaterThan(0);
    const loading = await viewer.run(`
      viewer.undo();
      viewer.shadowRoot.querySelector('.progress button').click();
      await window.done;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return viewer.shadowRoot.querySelector('.progress') === null ? 'ended' : 'goes on';`);
    expect(loading).toBe('ended');
    await viewer.settle();
    expect(differenceOf(await viewer.canvas(), before)).toBe(0);
  });

  test('fits its picture to another size', async () => {
    await viewer.run('window.watched.rests = false;');
    await viewer.page.setViewportSize({ width: 260, height: 340 });
    await viewer.settle();
    before = await viewer.canvas();
    const [size, room] = await viewer.run<[number[], number[]]>(`
      const { width, height } = viewer.shadowRoot.querySelector('canvas');
      const { clientWidth, clientHeight } = viewer.shadowRoot.querySelector('.surface');
      return [[width, height], [clientWidth, clientHeight]];`);
    expect(size).toEqual(room);
    expect(room[0]).toBe(260);
    expect(new Set(before.data).size).toBeGreaterThan(50);
  });

  test('goes on with another device where one is lost', async () => {
    await viewer.run(`
      window.watched.rests = false;
      (await window.lastDevice).destroy();`);
    await viewer.settle();
    expect(differenceOf(await viewer.canvas(), before)).toBe(0);
    expect(await viewer.run('return window.watched.errors')).toEqual([]);
  });

  test('saves a picture that holds its recipe', async () => {
    const text = await viewer.run<string>(
      `return (await (await viewer.screenshot()).text()).match(/tilecast:recipe.*?\\{(.*)"viewer"/)[1];`,
    );
    expect(text).toMatch(/"tilecast":"\d.*drop\.nrrd.*"sha256":"[0-9a-f]{64}"/);
  });

  test('has nothing that axe finds, in light and in dark', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await viewer.page.evaluate(axe);
    for (const panel of ['appearance', 'cut', 'slices', 'meshes', 'measure', 'save', 'stats']) {
      await viewer.run(
        `viewer.setAttribute('panel', '${panel}'); viewer.setAttribute('theme', '${panel === 'appearance' ? 'light' : 'dark'}');`,
      );
      const violations = await viewer.run<{ id: string; nodes: { html: string }[] }[]>(`
        await new Promise((resolve) => setTimeout(resolve, 100));
        return (await axe.run(document, { resultTypes: ['violations'] })).violations;`);
      expect(violations.map(({ id, nodes }) => [panel, id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });

  test('says nothing on the console', async () => {
    expect(viewer.said).toEqual([]);
  });
});

/** Two fingers that move apart. */
const pinch = ({ run }: OpenedViewer) =>
  run(`
    const surface = viewer.shadowRoot.querySelector('.surface');
    surface.setPointerCapture = () => {};
    const { left, top } = surface.getBoundingClientRect();
    const send = (type, pointerId, x, y) => surface.dispatchEvent(new PointerEvent(type, {
      pointerId, pointerType: 'touch', clientX: left + x, clientY: top + y, bubbles: true, button: type === 'pointermove' ? -1 : 0,
    }));
    send('pointerdown', 11, 120, 90);
    send('pointerdown', 12, 170, 110);
    send('pointermove', 11, 90, 80);
    send('pointermove', 12, 210, 130);
    send('pointerup', 11, 90, 80);
    send('pointerup', 12, 210, 130);`);

const drop = ({ run }: OpenedViewer, name: string, text: string) =>
  run(`
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(${JSON.stringify(text)}, (c) => c.charCodeAt(0))], '${name}'));
    const loaded = new Promise((resolve) => {
      const end = ({ detail }) => { if (!detail) { viewer.removeEventListener('loading', end); resolve(); } };
      viewer.addEventListener('loading', end);
    });
    viewer.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    await loaded;`);
