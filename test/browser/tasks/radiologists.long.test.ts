/** Everyday tasks of people who read scans. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import { hounsfieldAt } from './task-files.js';
import type { TaskPage } from './task-page.js';

const CT = ['ct.nrrd'];

async function showWhole(v: TaskPage): Promise<void> {
  await v.slice('axial').focus();
  await v.changes('axial', () => v.page.keyboard.press('r'));
}

async function measureLength(v: TaskPage): Promise<void> {
  await v.button('Measure a length').click();
  await v.drag('axial', [0.4, 0.5], [0.6, 0.5]);
}

describeTasks('radiologists', {
  'open a scan and see it in 3D': async (v) => {
    await v.show(CT, '3d');
    await v.settle();
  },
  'leaf through slices by the wheel': async (v) => {
    await v.show(CT);
    const { x, y } = await v.place('axial', 0.5, 0.3);
    await v.page.mouse.move(x, y);
    const before = await v.number('axial');
    await v.page.mouse.wheel(0, 100);
    await expect.poll(() => v.number('axial')).toBe(before + 1);
  },
  'leaf through slices by the slider': async (v) => {
    await v.show(CT);
    await v.page.getByRole('slider', { name: 'Axial slice number' }).fill('4');
    await expect.poll(() => v.number('axial')).toBe(4);
  },
  'leaf through slices by keys': async (v) => {
    await v.show(CT);
    await v.slice('coronal').focus();
    await v.page.keyboard.press('Home');
    await v.page.keyboard.press('ArrowUp');
    await expect.poll(() => v.number('coronal')).toBe(1);
  },
  'go to a place in all three planes by one click': async (v) => {
    await v.show(CT);
    const { x, y } = await v.place('axial', 0.6, 0.4);
    const before = await v.number('sagittal');
    await v.page.mouse.click(x, y);
    await expect.poll(() => v.number('sagittal')).not.toBe(before);
  },
  'choose the bone window': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.changes('axial', () => v.button('Bone').click());
    expect(await v.document('sliceWindow')).toEqual([-500, 1300]);
    expect(await v.text('axial')).toContain('W 1800  L 400');
  },
  'drag the window': async (v) => {
    await v.show(CT);
    await v.button('Window and level').click();
    await v.changes('axial', () => v.drag('axial', [0.5, 0.5], [0.6, 0.4]));
  },
  'read the value under the pointer in HU': async (v) => {
    await v.show(CT);
    const { x, y } = await v.place('axial', 0.5, 0.5);
    await v.page.mouse.move(x + 3, y + 3);
    await expect.poll(() => v.text('axial')).toMatch(/\d+ HU\n[\d.]+, [\d.]+, [\d.]+ mm/);
  },
  'measure a length in mm': async (v) => {
    await v.show(CT);
    await measureLength(v);
    await expect.poll(() => v.text('axial')).toMatch(/\d mm/);
  },
  'measure an angle': async (v) => {
    await v.show(CT);
    await v.button('Measure an angle').click();
    for (const [x, y] of [
      [0.4, 0.4],
      [0.5, 0.55],
      [0.6, 0.4],
    ] as const) {
      const at = await v.place('axial', x, y);
      await v.page.mouse.click(at.x, at.y);
    }
    await expect.poll(() => v.text('axial')).toMatch(/\d°/);
  },
  'measure mean and deviation in a region': async (v) => {
    await v.show(CT, 'axial');
    await v.button('Measure a region of a slice').click();
    await v.drag('axial', [0.48, 0.47], [0.52, 0.53]);
    await expect.poll(() => v.text('axial')).toMatch(/5\d(\.\d+)? ± \d+(\.\d+)? HU/);
  },
  'probe a point': async (v) => {
    await v.show(CT);
    await v.button('Pick a point').click();
    const { x, y } = await v.place('coronal', 0.5, 0.5);
    await v.page.mouse.click(x, y);
    await expect.poll(() => v.document<{ value?: number }[]>('measurements')).toHaveLength(1);
    const [point] = await v.document<{ value: number }[]>('measurements');
    expect(Array.from({ length: 13440 }, (_, at) => hounsfieldAt(at))).toContain(point!.value);
  },
  'move a point of a measurement': async (v) => {
    await v.show(CT);
    await measureLength(v);
    const before = await v.document('measurements[0].points[1]');
    await v.button('Turn and move').click();
    await v.drag('axial', [0.6, 0.5], [0.7, 0.6]);
    expect(await v.document('measurements[0].points[1]')).not.toEqual(before);
  },
  'name a measurement': async (v) => {
    await v.show(CT, 'slices', 'measure');
    await measureLength(v);
    const field = v.page.getByLabel('Name of measurement 1');
    await field.fill('left wall');
    await field.press('Enter');
    expect(await v.document('measurements[0].name')).toBe('left wall');
  },
  'save measurements for a spreadsheet': async (v) => {
    await v.show(CT, 'slices', 'measure');
    await measureLength(v);
    const { name, path } = await v.download(() => v.button('CSV').click());
    expect(name).toBe('measurements.csv');
    expect(readFileSync(path, 'utf8')).toMatch(/^name,kind,unit,.*\r\nLength 1,length,mm,HU,\d/);
  },
  'save measurements for a program': async (v) => {
    await v.show(CT, 'slices', 'measure');
    await measureLength(v);
    const { path } = await v.download(() => v.button('JSON').click());
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ unit: 'mm', measurements: [{ kind: 'length' }] });
  },
  'take back a measurement': async (v) => {
    await v.show(CT);
    await measureLength(v);
    await v.page.keyboard.press('Control+z');
    expect(await v.document('measurements')).toEqual([]);
  },
  'fill the viewer with one slice, and go back': async (v) => {
    await v.show(CT);
    await v.button('Coronal alone (m)').click();
    await expect.poll(() => v.pane('axial').count()).toBe(0);
    await v.button('Show all panes (m)').click();
    await expect.poll(() => v.pane('axial').count()).toBe(1);
  },
  'magnify a slice and move it': async (v) => {
    await v.show(CT);
    const { x, y } = await v.place('axial', 0.5, 0.5);
    await v.page.mouse.move(x, y);
    await v.page.keyboard.down('Control');
    await v.changes('axial', () => v.page.mouse.wheel(0, -100));
    await v.page.keyboard.up('Control');
    await v.changes('axial', () => v.drag('axial', [0.5, 0.5], [0.6, 0.6], 'right'));
    await showWhole(v);
  },
  'magnify a slice by two fingers': async (v) => {
    await v.show(CT);
    await v.changes('axial', () =>
      v.run(`
        const canvas = viewer.shadowRoot.querySelector('.slice canvas');
        canvas.setPointerCapture = () => {};
        const { left, top } = canvas.getBoundingClientRect();
        const send = (type, pointerId, x, y) => canvas.dispatchEvent(new PointerEvent(type, {
          pointerId, pointerType: 'touch', clientX: left + x, clientY: top + y, bubbles: true,
        }));
        send('pointerdown', 11, 100, 100); send('pointerdown', 12, 140, 100);
        send('pointermove', 11, 60, 100); send('pointermove', 12, 180, 100);
        send('pointerup', 11, 60, 100); send('pointerup', 12, 180, 100);`),
    );
    await showWhole(v);
  },
  'see a thick slab as maximum intensities': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.changes('axial', () => v.page.getByLabel('Thick slices').check());
    expect(await v.document('sliceSlab.mode')).toBe('mip');
  },
  'turn the planes to an oblique one': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.page.getByLabel('Handles that turn the planes').check();
    const handle = v.page.getByRole('slider', { name: 'Turn coronal in axial' });
    await v.changes('coronal', async () => {
      await handle.focus();
      for (let presses = 0; presses < 9; presses++) await v.page.keyboard.press('ArrowUp');
    });
    expect(await v.text('coronal')).toContain('turned');
    await v.button('Straighten').click();
    expect(await v.document('sliceNormals')).toBeUndefined();
    await v.page.getByLabel('Handles that turn the planes').uncheck();
  },
  'see a segmentation over the scan, and fill it more': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'slices', 'cut');
    await v.changes('axial', () => v.page.getByRole('slider', { name: 'Fill in slices' }).fill('0.9'));
  },
  'hide one structure of a segmentation': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'slices', 'cut');
    await v.changes('axial', () => v.page.getByLabel('Label 1', { exact: true }).uncheck());
    expect(await v.document<unknown[]>('labels')).toHaveLength(1);
  },
  'see a statistic map over the anatomy, and fade it': async (v) => {
    await v.show(['ct.nrrd', 'stat.nii'], 'slices', 'data');
    await v.changes('axial', () => v.page.getByRole('slider', { name: 'Opacity of stat.nii in Data' }).fill('0.2'));
  },
  'hide what is weak in a statistic map': async (v) => {
    await v.show(['ct.nrrd', 'stat.nii'], 'slices', 'data');
    const field = v.page.getByLabel('Hide ± below of the second volume');
    await v.changes('axial', async () => {
      await field.fill('4');
      await field.press('Enter');
    });
    expect(await v.document('fused[0].threshold.low')).toBe(4);
    await v.changes('axial', async () => {
      await field.fill('');
      await field.press('Enter');
    });
    expect(await v.document('fused[0].threshold')).toBeUndefined();
  },
  'hide values below one, and show all again': async (v) => {
    await v.show(CT, 'four', 'appearance');
    const field = v.page.getByLabel('Hide below', { exact: true });
    await v.changes('axial', async () => {
      await field.fill('500');
      await field.press('Enter');
    });
    await v.changes('axial', () => v.button('Automatic').click());
    expect(await v.document('threshold')).toBeUndefined();
  },
  'see the anatomy alone for a moment': async (v) => {
    await v.show(['ct.nrrd', 'stat.nii'], 'slices', 'data');
    await v.changes('axial', () => v.button('Solo ct.nrrd').click());
    await v.changes('axial', () => v.button('Solo ct.nrrd').click());
  },
  'choose another series by its picture': async (v) => {
    await v.show(['series/'], 'slices', 'data');
    const series = v.page.locator('.series button');
    await expect.poll(() => series.count()).toBe(2);
    await series.first().click();
    await expect.poll(() => series.first().getAttribute('aria-pressed')).toBe('true');
    v.forget();
  },
  'play points in time': async (v) => {
    v.forget();
    await v.show(['times.nii'], 'slices', 'data');
    await expect.poll(() => v.page.locator('.message').textContent()).toMatch(/times\.nii: has \d+ points in time/);
    await v.button('Dismiss').click();
    await v.changes('axial', () => v.button('Play').click());
    await v.button('Pause').click();
    v.forget();
  },
  'crop the volume on a slice': async (v) => {
    await v.show(CT, 'slices', 'cut');
    await v.page.getByLabel('Handles in the picture').check();
    const handle = v.page.getByRole('slider', { name: 'Crop: first i, axial' });
    await handle.focus();
    for (let presses = 0; presses < 5; presses++) await v.page.keyboard.press('ArrowRight');
    expect(await v.document('crop.first[0]')).toBe(5);
    await v.page.getByLabel('Handles in the picture').uncheck();
  },
  'show maximum intensities in 3D': async (v) => {
    await v.show(CT, '3d', 'appearance');
    await v.button('MIP').click();
    await v.settle();
    expect(await v.document('mode')).toBe('mip');
  },
  'look from the patient’s left': async (v) => {
    await v.show(CT, '3d');
    await v.page.locator('.surface').focus();
    await v.page.keyboard.press('3');
    await v.settle();
    expect(await v.run<number>('return viewer.camera.eye[0] - viewer.camera.target[0];')).toBeGreaterThan(1);
  },
});
