/** Everyday tasks that were tried by hand after the other lists were done: what people do between the large ones. */
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import type { TaskPage } from './task-page.js';

const CT = ['ct.nrrd'];
const CELLS = ['cells.zarr/'];

/** Pixels of the 3D picture, as text, once it is exact. */
async function scenePixels(v: TaskPage): Promise<string> {
  await v.settle();
  return v.run<string>(`
    const bytes = new Uint8Array(await (await viewer.screenshot({ width: 60, height: 60 })).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));`);
}

/** Does something, and expects the 3D picture to become another. */
async function changesScene(v: TaskPage, act: () => Promise<unknown>): Promise<void> {
  const before = await scenePixels(v);
  await act();
  await expect.poll(() => scenePixels(v)).not.toBe(before);
}

const focusScene = (v: TaskPage) => v.page.locator('.surface').first().focus();

async function measureLength(v: TaskPage, from: readonly [number, number], to: readonly [number, number]) {
  await v.button('Measure a length').click();
  for (const [x, y] of [from, to]) {
    const place = await v.place('axial', x, y);
    await v.page.mouse.click(place.x, place.y);
  }
}

describeTasks('everyday', {
  'turn the scan by keys, and show all of it again': async (v) => {
    await v.show(CT, '3d');
    const eye = () => v.run<string>('return String(viewer.camera.eye.map((x) => x.toFixed(3)))');
    const before = await eye();
    await focusScene(v);
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '+']) await v.page.keyboard.press(key);
    await expect.poll(eye).not.toBe(before);
    await v.page.keyboard.press('1');
    await v.page.keyboard.press('r');
    await expect.poll(eye).toBe(before);
  },
  'zoom to what the pointer is at by the wheel': async (v) => {
    await v.show(CT, '3d');
    const distance = () =>
      v.run<number>('const { eye, target } = viewer.camera; return Math.hypot(...eye.map((x, i) => x - target[i]));');
    const before = await distance();
    await v.page.mouse.move(430, 280);
    await v.page.mouse.wheel(0, -300);
    await expect.poll(distance).toBeLessThan(0.95 * before);
  },
  'move the picture by Shift and a drag': async (v) => {
    await v.show(CT, '3d');
    const target = () => v.run<string>('return String(viewer.camera.target)');
    const before = await target();
    await v.page.keyboard.down('Shift');
    await v.page.mouse.move(430, 280);
    await v.page.mouse.down();
    await v.page.mouse.move(500, 300, { steps: 3 });
    await v.page.mouse.up();
    await v.page.keyboard.up('Shift');
    await expect.poll(target).not.toBe(before);
  },
  'compare sizes without perspective': async (v) => {
    await v.show(CT, '3d', 'save');
    await v.button('Orthographic').click();
    await expect.poll(() => v.run('return viewer.camera.projection')).toBe('orthographic');
  },
  'cut the head open towards me, and turn the cut around': async (v) => {
    await v.show(CT, '3d', 'cut');
    await changesScene(v, () => v.button('Cut across the view').click());
    await changesScene(v, () => v.button('Turn Plane 1 around').click());
    await v.button('Remove Plane 1').click();
    expect(await v.document('clip')).toEqual([]);
  },
  'look at a slab of the scan alone': async (v) => {
    await v.show(CT, '3d', 'cut');
    await changesScene(v, () => v.page.getByLabel('Show a slab alone').check());
    await v.page.getByLabel('Show a slab alone').uncheck();
  },
  'see the least values of a thick slab, as of airways': async (v) => {
    await v.show(CT, 'axial', 'slices');
    await v.page.getByLabel('Thick slices').check();
    await v.changes('axial', () => v.page.getByLabel('Shows the').selectOption({ label: 'Minimum' }));
    await v.page.getByLabel('Thick slices').uncheck();
  },
  'see the scan as a radiograph': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await changesScene(v, () => v.button('X-ray').click());
    expect(await v.document('mode')).toBe('xray');
  },
  'see the bone as a surface, and choose its value': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await changesScene(v, () => v.button('Surface').click());
    await changesScene(v, async () => {
      await v.page.getByLabel('Isovalue').last().fill('700');
      await v.page.keyboard.press('Enter');
    });
  },
  'switch the light off': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await changesScene(v, () => v.page.getByLabel('Light the volume').click());
  },
  'take a preset by its picture, and the automatic one again': async (v) => {
    await v.show(CT, '3d', 'appearance');
    const presets = v.page.locator('.presets button');
    await presets.first().waitFor();
    await changesScene(v, () => presets.last().click());
    await v.button('Automatic').click();
    expect(await v.document('preset')).toBeUndefined();
  },
  'see all values of a slice, and then the soft tissue': async (v) => {
    await v.show(CT, 'axial', 'slices');
    await v.button('All values').click();
    await expect.poll(() => v.document('sliceWindow')).toEqual([-1000, 1000]);
    await v.button('Soft tissue').click();
    await expect.poll(() => v.document('sliceWindow')).toEqual([-160, 240]);
  },
  'read value and place where the planes cross': async (v) => {
    await v.show(CT, 'slices', 'slices');
    const place = await v.place('axial', 0.5, 0.5);
    await v.page.mouse.click(place.x, place.y);
    const outputs = () => v.page.locator('.panel output').allTextContents();
    await expect.poll(async () => (await outputs()).join(' ')).toMatch(/5\d(\.\d+)? HU/);
    expect((await outputs()).join(' ')).toContain('mm');
  },
  'remove one of two measurements': async (v) => {
    await v.show(CT, 'axial', 'measure');
    await measureLength(v, [0.4, 0.4], [0.6, 0.4]);
    await measureLength(v, [0.4, 0.6], [0.6, 0.6]);
    await v.button('Remove measurement 1').click();
    expect(await v.document<unknown[]>('measurements')).toHaveLength(1);
    await v.page.keyboard.press('Control+z');
    await expect.poll(() => v.document<unknown[]>('measurements')).toHaveLength(2);
  },
  'measure in 3D between two places of the surface': async (v) => {
    await v.show(CT, '3d', 'measure');
    await v.settle();
    await v.button('Measure a length').click();
    const box = (await v.page.locator('.surface').first().boundingBox())!;
    for (const share of [0.45, 0.55]) {
      await v.page.mouse.click(box.x + share * box.width, box.y + 0.5 * box.height);
      await v.page.waitForTimeout(200);
    }
    await expect
      .poll(() => v.page.locator('.measured output').allTextContents())
      .toEqual([expect.stringMatching(/\d mm/)]);
  },
  'put a white background behind the cells for a figure': async (v) => {
    await v.show(CELLS, '3d', 'save');
    await v.page.getByLabel('Background colour').fill('#ffffff');
    await expect.poll(() => v.document('background')).toEqual([1, 1, 1]);
    const { path } = await v.download(() => v.button('Save the picture as PNG').click());
    const { data } = PNG.sync.read(readFileSync(path));
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  },
  'save a figure without a background': async (v) => {
    await v.show(CELLS, '3d', 'save');
    await v.button('Transparent').click();
    const { path } = await v.download(() => v.button('Save the picture as PNG').click());
    expect(PNG.sync.read(readFileSync(path)).data[3]).toBe(0);
  },
  'see the cells as maximum intensities along z': async (v) => {
    await v.show(CELLS, '3d', 'appearance');
    await changesScene(v, () => v.button('MIP').click());
  },
  'give a surface another colour, and make it see-through': async (v) => {
    await v.show(['ct.nrrd', 'ball.obj'], 'four', 'meshes');
    await changesScene(v, () =>
      v.page
        .getByLabel(/colour/i)
        .first()
        .fill('#00ff00'),
    );
    await changesScene(v, () =>
      v.page
        .getByLabel(/Opacity/)
        .last()
        .fill('0.3'),
    );
  },
  'hide the viewer of a page, and show it again': async (v) => {
    await v.show(CT, '3d');
    const before = await scenePixels(v);
    await v.run(
      `viewer.style.display = 'none'; await new Promise((resolve) => setTimeout(resolve, 300)); viewer.style.display = '';`,
    );
    expect(await scenePixels(v)).toBe(before);
    expect(await v.run('return told.errors')).toEqual([]);
  },
  'move the viewer to another place of the page': async (v) => {
    await v.show(CT, '3d');
    const before = await scenePixels(v);
    await v.run(
      `const box = document.createElement('div'); viewer.parentElement.append(box); told.rests = false; box.append(viewer);`,
    );
    await v.settle();
    expect(await scenePixels(v)).toBe(before);
    await v.run(`const box = viewer.parentElement; told.rests = false; box.replaceWith(viewer);`);
    await v.settle();
  },
  'keep the document of a view, and give it to the viewer later': async (v) => {
    await v.show(CT, '3d');
    await v.run(`viewer.change({ mode: 'mip' }); viewer.setAttribute('azimuth', '40');`);
    const expected = await scenePixels(v);
    await v.run(
      `window.kept = JSON.stringify(viewer.document); viewer.removeAttribute('azimuth'); viewer.document = { quality: 'plain', step: 2 };`,
    );
    await v.run(`viewer.document = JSON.parse(kept);`);
    await expect.poll(() => scenePixels(v)).toBe(expected);
  },
  'turn a scan round and round by a program': async (v) => {
    await v.show(CT, '3d');
    const eyes = await v.run<number>(`
      const eyes = new Set();
      for (let azimuth = 0; azimuth < 360; azimuth += 45) {
        viewer.setAttribute('azimuth', String(azimuth));
        await new Promise((resolve) => viewer.addEventListener('frame', resolve, { once: true }));
        eyes.add(String(viewer.camera.eye.map(Math.round)));
      }
      viewer.removeAttribute('azimuth');
      return eyes.size;`);
    expect(eyes).toBe(8);
  },
});
