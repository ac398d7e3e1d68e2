/** Everyday tasks of people who come from other viewers, and expect here what they do there. */
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import type { TaskPage } from './task-page.js';

const CT = ['ct.nrrd'];
const CORE = ['core/'];
const CELLS = ['cells.zarr/'];

/** The name of the button that has the focus. */
const focused = (v: TaskPage) =>
  v.run<string>(`return viewer.shadowRoot.activeElement?.getAttribute('aria-label') ?? '';`);

const eyeOf = (v: TaskPage) => v.run<readonly number[]>('return viewer.camera.eye;');

const fill = async (v: TaskPage, label: string, text: string) => {
  const field = v.page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Enter');
};

/** The largest grey of a picture of the view. */
const brightest = (v: TaskPage) =>
  v.run<number>(`
    const bitmap = await createImageBitmap(await viewer.screenshot({ width: 96, height: 96 }));
    const context = new OffscreenCanvas(96, 96).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, 96, 96);
    return data.reduce((most, value, at) => (at % 4 === 1 ? Math.max(most, value) : most), 0);`);

describeTasks('neighbours', {
  'keyboard: go through the toolbar by arrows, and leave the picture as it is': async (v) => {
    await v.show(CT, '3d');
    await v.settle();
    const before = await eyeOf(v);
    await v.button('Open files').focus();
    await v.page.keyboard.press('ArrowRight');
    expect(await focused(v)).toBe('Save the picture');
    await v.page.keyboard.press('ArrowDown');
    expect(await focused(v)).toBe('Turn and move');
    await v.page.keyboard.press('Home');
    await v.page.keyboard.press('ArrowLeft');
    expect(await focused(v)).toBe('Help (?)');
    await v.page.keyboard.press('End');
    expect(await focused(v)).toBe('Help (?)');
    expect(await eyeOf(v)).toEqual(before);
  },
  'radiologist: see a radiograph from black to white, whichever way it is seen': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await v.button('X-ray').click();
    await v.settle();
    expect(await brightest(v)).toBeGreaterThan(250);
    await v.page.locator('.surface').focus();
    await v.page.keyboard.press('5');
    await v.settle();
    expect(await brightest(v)).toBeGreaterThan(250);
  },
  'radiologist: be told that a projection shows the first of two scans': async (v) => {
    await v.show(['ct.nrrd', 'stat.nii'], '3d', 'appearance');
    const hint = v.page.getByText('This mode shows the first volume alone.');
    expect(await hint.count()).toBe(0);
    await v.button('MIP').click();
    await expect.poll(() => hint.count()).toBe(1);
  },
  'radiologist: go to a place by its coordinates': async (v) => {
    await v.show(CT, 'slices', 'slices');
    const before = await v.number('axial');
    await v.changes('axial', () => fill(v, 'Go to z', '9'));
    expect((await v.document<number[]>('cursor'))[2]).toBe(9);
    expect(await v.number('axial')).not.toBe(before);
    expect(await v.page.locator('.panel').textContent()).toContain('9.0 mm');
  },
  'radiologist: leaf ten slices on by a key': async (v) => {
    await v.show(CT, 'axial');
    await v.slice('axial').focus();
    await v.changes('axial', () => v.page.keyboard.press('Home'));
    await expect.poll(() => v.number('axial')).toBe(0);
    await v.page.keyboard.press('PageUp');
    await expect.poll(() => v.number('axial')).toBe(10);
  },
  'radiologist: read which structure is under the pointer': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'axial');
    await v.settledPixels('axial');
    const at = await v.place('axial', 0.42, 0.5);
    await v.page.mouse.move(at.x, at.y);
    await expect.poll(() => v.text('axial')).toContain('label 1');
  },
  'radiologist: see one structure alone, and all of them again': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'axial', 'cut');
    const boxes = v.page.locator('.panel .list input[type="checkbox"]');
    await v.changes('axial', () => boxes.first().click());
    expect((await v.document<unknown[]>('labels')).length).toBeGreaterThan(0);
    await v.changes('axial', () => boxes.first().click());
  },
  'geologist: say in the panel how far apart the slices are, and see it': async (v) => {
    await v.show(CORE, 'slices', 'slices');
    await v.settledPixels('axial');
    await fill(v, 'Distance of slices', '0.5');
    await expect.poll(() => v.page.getByLabel('Distance of slices').inputValue()).toBe('0.5');
    // Twelve slices, half as far apart as pixels are, take a quarter of the width that 22 pixels do.
    const heightOf = () =>
      v.run<number>(`
        const canvas = viewer.shadowRoot.querySelector('.slice[data-plane="coronal"] canvas');
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(width / 2, 0, 1, height);
        return data.reduce((sum, value, at) => (at % 4 === 1 && value > 20 ? sum + 1 : sum), 0) / height;`);
    await expect.poll(heightOf).toBeLessThan(0.35);
    await v.changes('coronal', () => fill(v, 'Distance of slices', '1'));
    await expect.poll(heightOf).toBeGreaterThan(0.4);
    v.forget();
  },
  'radiologist: be asked for no spacing where the file says it': async (v) => {
    await v.show(CT, 'slices', 'slices');
    expect(await v.page.getByLabel('Distance of slices').count()).toBe(0);
  },
  'microscopist: read where the pointer is in µm, on each plane': async (v) => {
    await v.show(CELLS, 'slices');
    await v.settledPixels('axial');
    for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
      const at = await v.place(plane, 0.5, 0.5);
      await v.page.mouse.move(at.x, at.y);
      await expect.poll(() => v.text(plane)).toContain('µm');
    }
  },
  'microscopist: turn the stack by its corner figure to another side': async (v) => {
    await v.show(CELLS, '3d');
    await v.settle();
    const before = await eyeOf(v);
    await v.page.locator('.surface').focus();
    await v.page.keyboard.press('5');
    await expect.poll(() => eyeOf(v)).not.toEqual(before);
    await v.page.keyboard.press('Control+z');
    await v.settle();
  },
  'microscopist: save the middle plane alone as a picture': async (v) => {
    await v.show(CELLS, 'axial', 'save');
    await v.settledPixels('axial');
    const { name } = await v.download(() => v.button('Save the picture').click());
    expect(name).toMatch(/\.png$/);
  },
  'developer: hear where people click on a slice': async (v) => {
    await v.show(CT, 'axial');
    await v.settledPixels('axial');
    await v.run(
      `window.places = []; viewer.addEventListener('change', ({ detail }) => places.push(detail.cursor), { once: true });`,
    );
    const at = await v.place('axial', 0.4, 0.6);
    await v.page.mouse.click(at.x, at.y);
    const [place] = await v.run<number[][]>('return window.places;');
    expect(place).toHaveLength(3);
    expect(await v.document('cursor')).toEqual(place);
  },
  'developer: put the slices’ crossing somewhere by a program': async (v) => {
    await v.show(CT, 'axial');
    await v.changes('axial', () => v.run('viewer.change({ cursor: [20, 20, 6] });'));
    await expect.poll(() => v.document('cursor')).toEqual([20, 20, 6]);
  },
  'developer: colour the controls by a property of the page': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await v.run(`viewer.style.setProperty('--tilecast-surface', 'rgb(40, 0, 60)');`);
    const colorOf = () =>
      v.run<string>(`return getComputedStyle(viewer.shadowRoot.querySelector('.panel')).backgroundColor;`);
    await expect.poll(colorOf).toBe('rgb(40, 0, 60)');
    await v.run(`viewer.style.removeProperty('--tilecast-surface');`);
  },
  'developer: take the viewer out while a scan is loading': async (v) => {
    await v.run(`
      const other = document.createElement('tilecast-viewer');
      viewer.after(other);
      const opening = other.open([{ name: 'ct.nrrd', source: files['ct.nrrd'] }]).catch(() => {});
      other.remove();
      await opening;`);
    expect(await v.run('return told.errors;')).toEqual([]);
    expect(await v.run(`return document.querySelectorAll('tilecast-viewer').length;`)).toBe(1);
  },
});
