/** Everyday tasks that begin with how files ask to be shown: in their windows, and with the channels of their authors. */
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import type { TaskPage } from './task-page.js';

const SCAN = ['windows/'];
const CELLS = ['active.zarr/'];

const windowOf = (v: TaskPage) => v.document<readonly [number, number] | null>('sliceWindow');
const isPressed = async (v: TaskPage, name: string) => (await v.button(name).getAttribute('aria-pressed')) === 'true';

/** The grey of a pane's pixel, at shares of its size. */
const greyAt = (v: TaskPage, x: number, y: number) =>
  v.slice('axial').evaluate(
    (canvas, [x, y]) => {
      const { width, height, getContext } = canvas as unknown as {
        width: number;
        height: number;
        getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } };
      };
      const context = getContext.call(canvas, '2d');
      return context.getImageData(Math.round(x! * width), Math.round(y! * height), 1, 1).data[0]!;
    },
    [x, y],
  );

const SOFT_TISSUE = [0.5, 0.5] as const;

describeTasks('readers', {
  'see a scan in the window that its file asks for': async (v) => {
    await v.show(SCAN);
    await expect.poll(() => v.text('axial')).toContain('W 400  L 40');
    await v.settledPixels('axial');
    // 54 HU from −160 to 240.
    expect(Math.abs((await greyAt(v, ...SOFT_TISSUE)) - 255 * (214 / 399))).toBeLessThan(4);
  },
  'find the windows of the file by their names': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    expect(await isPressed(v, 'ABDOMEN')).toBe(true);
    expect(await v.button('<b>BONE</b>').count()).toBe(1);
  },
  'be told that a window of the file shows nothing': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    const hint = v.page.getByText('passed over its window of level 9000, width 100 (NOTHING)');
    expect(await hint.textContent()).toContain('lies outside of its values');
  },
  'choose another window of the file': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    await v.changes('axial', () => v.button('<b>BONE</b>').click());
    expect(await windowOf(v)).toEqual([-600, 1399]);
    expect(await v.text('axial')).toContain('W 2000  L 400');
    expect([await isPressed(v, 'ABDOMEN'), await isPressed(v, '<b>BONE</b>')]).toEqual([false, true]);
  },
  'go back to the first window of the file': async (v) => {
    await v.changes('axial', () => v.button('ABDOMEN').click());
    expect(await v.text('axial')).toContain('W 400  L 40');
    expect(await v.document('sliceWindow')).toBeUndefined();
  },
  'see the contrast of the values in its place': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    await v.changes('axial', () => v.button('Automatic').click());
    expect((await windowOf(v))![0]).toBe(-1000);
    expect(await isPressed(v, 'Automatic')).toBe(true);
  },
  'take a usual window of CT beside those of the file': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    await v.changes('axial', () => v.button('Lung').click());
    expect(await windowOf(v)).toEqual([-1350, 150]);
  },
  'type another level, and keep the width of the file': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    const field = v.page.getByLabel('Level', { exact: true });
    expect(await field.inputValue()).toBe('40');
    await v.changes('axial', async () => {
      await field.fill('100');
      await field.press('Enter');
    });
    expect(await windowOf(v)).toEqual([-100, 300]);
  },
  'drag the window on from that of the file': async (v) => {
    await v.show(SCAN);
    await v.settledPixels('axial');
    await v.button('Window and level').click();
    await v.changes('axial', () => v.drag('axial', [0.4, 0.5], [0.5, 0.5]));
    const [low, high] = (await windowOf(v))!;
    expect((low + high) / 2).toBeCloseTo(39.5, 0);
    expect(high - low).not.toBe(400);
  },
  'take back a window that was chosen': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    await v.changes('axial', () => v.button('Bone').click());
    await v.changes('axial', () => v.page.keyboard.press('Control+z'));
    await expect.poll(() => v.text('axial')).toContain('W 400  L 40');
  },
  'change the window of slices, and leave the 3D picture as it is': async (v) => {
    await v.show(SCAN, 'slices', 'slices');
    await v.changes('axial', () => v.button('<b>BONE</b>').click());
    expect([await v.document('window'), await v.document('transfer')]).toEqual([undefined, undefined]);
  },
  'read a film whose low values are bright': async (v) => {
    await v.show(['film/']);
    await v.settledPixels('axial');
    // Air, the least that is stored, is the brightest.
    const [corner, bone] = [await greyAt(v, 0.3, 0.2), await greyAt(v, 0.5, 0.5)];
    expect(corner).toBeGreaterThan(bone);
  },
  'see a NIfTI file from cal_min to cal_max': async (v) => {
    await v.show(['cal.nii'], 'slices', 'slices');
    await expect.poll(() => v.text('axial')).toContain('W 400  L 40');
    expect(await isPressed(v, 'cal_min to cal_max')).toBe(true);
  },
  'open a store, and see the channels that its author shows': async (v) => {
    await v.show(CELLS, 'slices', 'data');
    expect(await v.page.locator('.parts .name').allTextContents()).toEqual(['DAPI', 'RFP']);
    const chosen = (label: string) => v.page.getByLabel(label, { exact: true }).inputValue();
    expect([await chosen('Channel'), await chosen('Second channel')]).toEqual(['0', '2']);
  },
  'look at one of these channels alone, and at all three': async (v) => {
    await v.show(CELLS, 'slices', 'data');
    const second = v.page.getByLabel('Second channel', { exact: true });
    await v.changes('axial', () => second.selectOption({ label: 'None' }));
    await v.changes('axial', () => v.button('Show all 3 channels').click());
    expect(await v.page.locator('.parts .name').allTextContents()).toEqual(['DAPI', 'GFP', 'RFP']);
    v.forget();
  },
  'see these channels in 3D': async (v) => {
    v.forget();
    await v.show(CELLS, '3d');
    await v.settle();
  },
});
