/** Everyday tasks of people at microscopes. */
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';

const CELLS = ['cells.zarr/'];

describeTasks('microscopists', {
  'open a store of cells': async (v) => {
    await v.show(CELLS, '3d');
    await v.settle();
  },
  'see the planes as XY, XZ and YZ': async (v) => {
    await v.show(CELLS);
    expect(await v.text('axial')).toContain('XY');
    expect(await v.text('coronal')).toContain('XZ');
    expect(await v.text('sagittal')).toContain('YZ');
  },
  'see a scale bar in µm': async (v) => {
    await v.show(CELLS);
    await expect.poll(() => v.text('axial')).toContain('µm');
  },
  'step along z': async (v) => {
    await v.show(CELLS);
    await v.slice('axial').focus();
    await v.changes('axial', () => v.page.keyboard.press('ArrowUp'));
  },
  'choose another channel': async (v) => {
    await v.show(CELLS, 'slices', 'data');
    await v.changes('axial', () => v.page.getByLabel('Channel', { exact: true }).selectOption({ label: 'GFP' }));
    v.forget();
  },
  'see two channels together': async (v) => {
    await v.show(CELLS, 'slices', 'data');
    await v.changes('axial', () => v.page.getByLabel('Second channel', { exact: true }).selectOption({ label: 'GFP' }));
  },
  'see all channels at once, each by its name': async (v) => {
    v.forget();
    await v.show(CELLS, 'slices', 'data');
    await v.changes('axial', () => v.button('Show all 2 channels').click());
    expect(await v.page.locator('.parts .name').allTextContents()).toEqual(['DAPI', 'GFP']);
  },
  'give a channel another colour': async (v) => {
    await v.changes('axial', () => v.page.getByLabel('Colours of the second channel').selectOption('viridis'));
  },
  'give a channel a colour of its own, and mix it with the first': async (v) => {
    for (const channel of ['first', 'second'])
      await v.changes('axial', () => v.page.getByLabel(`Colour of the ${channel} channel`).fill('#ff00ff'));
  },
  'set the contrast of a channel': async (v) => {
    const field = v.page.getByLabel('Highest value of the second channel');
    await v.changes('axial', async () => {
      await field.fill('60');
      await field.press('Enter');
    });
  },
  'hide a channel': async (v) => {
    await v.changes('axial', () => v.button('Hide GFP').click());
    v.forget();
    await v.run(`viewer.removeAttribute('component');`);
  },
  'measure a length in µm': async (v) => {
    await v.show(CELLS);
    await v.button('Measure a length').click();
    await v.drag('axial', [0.4, 0.5], [0.6, 0.5]);
    await expect.poll(() => v.text('axial')).toMatch(/\d µm/);
  },
  'measure intensities in a region': async (v) => {
    await v.show(CELLS);
    await v.button('Measure a region of a slice').click();
    await v.drag('axial', [0.4, 0.4], [0.6, 0.6]);
    await expect.poll(() => v.text('axial')).toMatch(/± .*µm²/s);
  },
  'put a scale bar on the 3D picture': async (v) => {
    await v.show(CELLS, '3d', 'save');
    await v.page.getByLabel('Scale bar in 3D').check();
    await expect.poll(() => v.page.locator('.stage svg.overlay').textContent()).toContain('µm');
    await v.page.getByLabel('Scale bar in 3D').uncheck();
  },
  'show surfaces of cells': async (v) => {
    await v.show(CELLS, '3d', 'appearance');
    await v.button('Surface').click();
    await v.settle();
    expect(await v.document('mode')).toBe('isosurface');
  },
  'open a picture of one plane': async (v) => {
    await v.show(['picture.png'], 'axial');
    await expect.poll(() => v.pane('axial').count()).toBe(1);
    expect(await v.text('axial')).toContain('1 / 1');
  },
  'open a picture of one plane, and see it at once': async (v) => {
    await v.show(['picture.png'], 'axial');
    await v.run(`viewer.removeAttribute('layout');`);
    await expect.poll(() => v.page.locator('.views').getAttribute('data-layout')).toBe('axial');
    // One that is chosen stays.
    await v.run(`viewer.setAttribute('layout', '3d');`);
    await expect.poll(() => v.page.locator('.views').getAttribute('data-layout')).toBe('3d');
  },
  'lay a surface over slices': async (v) => {
    await v.show(['ct.nrrd', 'ball.obj'], 'slices', 'data');
    await v.changes('axial', () => v.button('Hide ball.obj').click());
  },
  'save all panes for a figure, twice as large': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'slices', 'save');
    await v.button('Twice as large').click();
    const { path } = await v.download(() => v.button('Save the picture as PNG').click());
    const box = (await v.page.locator('.views').boundingBox())!;
    const { width, height } = PNG.sync.read(readFileSync(path));
    expect([width, height]).toEqual([2 * Math.round(box.width), 2 * Math.round(box.height)]);
    await v.button('As on the screen').click();
  },
});
