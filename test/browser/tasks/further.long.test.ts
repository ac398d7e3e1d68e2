/** Further everyday tasks of the same people: what a first list of theirs left out. */
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import type { TaskPage } from './task-page.js';

const CT = ['ct.nrrd'];
const CELLS = ['cells.zarr/'];

/** What a browser hands over of files that are dropped. */
const dropFiles = (v: TaskPage, names: readonly string[]) =>
  v.run(`
    const data = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) data.items.add(new File([files[name]], name));
    viewer.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));`);

async function addFiles(v: TaskPage, name: string): Promise<void> {
  const choosing = v.page.waitForEvent('filechooser');
  await v.button('Add files').click();
  const bytes = await v.run<string>(
    `return btoa(String.fromCharCode(...new Uint8Array(await files['${name}'].arrayBuffer())));`,
  );
  const buffer = Buffer.from(bytes, 'base64');
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const messageOf = (v: TaskPage) => v.page.locator('.message').allTextContents();

type Place = readonly [number, number];

async function measureRegion(v: TaskPage, sides: readonly [Place, Place]): Promise<void> {
  await v.button('Measure a region of a slice').click();
  await v.drag('axial', ...sides);
  await expect.poll(() => v.text('axial')).toMatch(/± \d/);
}

describeTasks('all', {
  'compare two scans side by side, leafing through both at once': async (v) => {
    await v.show(CT, 'axial');
    await v.run(`
      viewer.style.width = '50%';
      const other = document.createElement('tilecast-viewer');
      other.id = 'other';
      other.style.cssText = 'position: absolute; right: 0; top: 0; width: 50%; height: 100vh';
      other.setAttribute('layout', 'axial');
      document.body.append(other);
      for (const one of [viewer, other]) one.link = 'pair';
      await other.open([{ name: 'stat.nii', source: files['stat.nii'] }]);`);
    try {
      const numberOf = (at: number) => v.slice('axial').nth(at).getAttribute('aria-valuenow');
      const before = Number(await numberOf(1));
      await v.slice('axial').nth(0).focus();
      for (let presses = 0; presses < 3; presses++) await v.page.keyboard.press('ArrowUp');
      await expect.poll(async () => Number(await numberOf(1))).toBe(before + 3);
      await v.picture('side-by-side');
    } finally {
      await v.run(`document.getElementById('other').remove(); viewer.link = null; viewer.style.width = '';`);
    }
  },
  'measure HU in a region, and take the numbers to a spreadsheet': async (v) => {
    await v.show(CT, 'axial', 'measure');
    await measureRegion(v, [
      [0.47, 0.46],
      [0.53, 0.54],
    ]);
    const { path } = await v.download(() => v.button('CSV').click());
    const [header = '', row = ''] = readFileSync(path, 'utf8').split('\r\n');
    const numberOf = (name: string) => Number(row.split(',')[header.split(',').indexOf(name)]);
    expect(row).toContain(',region,mm,HU,');
    expect(numberOf('mean')).toBeGreaterThan(48);
    expect(numberOf('mean')).toBeLessThan(60);
    expect(numberOf('count')).toBeGreaterThan(2);
  },
  'turn a plane by dragging its handle': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.page.getByLabel('Handles that turn the planes').check();
    const box = (await v.page.getByRole('slider', { name: 'Turn coronal in axial' }).boundingBox())!;
    await v.changes('coronal', async () => {
      await v.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await v.page.mouse.down();
      await v.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 60, { steps: 5 });
      await v.page.mouse.up();
    });
    expect(await v.text('coronal')).toContain('turned');
    await v.button('Straighten').click();
    await v.page.getByLabel('Handles that turn the planes').uncheck();
  },
  'do without a mouse: layout, slices, window, help': async (v) => {
    await v.show(CT, '3d');
    const press = (...keys: readonly string[]) =>
      keys.reduce((done, key) => done.then(() => v.page.keyboard.press(key)), Promise.resolve());
    await v.button('Layout: 3D').focus();
    await press('Enter', 'Enter');
    await expect.poll(() => v.page.locator('.slice').count()).toBe(3);
    await v.settledPixels('axial');
    await v.slice('axial').focus();
    const before = await v.number('axial');
    await press('ArrowUp', 'PageUp');
    await expect.poll(() => v.number('axial')).toBeGreaterThan(before);
    await v.run(`viewer.setAttribute('panel', 'slices');`);
    await v.button('Bone').focus();
    await press('Enter');
    await expect.poll(() => v.document('sliceWindow')).toEqual([-500, 1300]);
    await press('?');
    await v.page.getByRole('dialog').waitFor();
    await press('Escape');
    await v.page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  'look at a scan on a phone': async (v) => {
    await v.show(CT, 'four');
    await v.page.setViewportSize({ width: 375, height: 667 });
    try {
      await v.button('Data').click();
      await expect.poll(() => v.page.locator('.panel').isVisible()).toBe(true);
      const { widest, scrolls } = await v.run<{ widest: number; scrolls: boolean }>(`
        const boxes = [...viewer.shadowRoot.querySelectorAll('.bar button, .panel, .slice')].map((one) => one.getBoundingClientRect());
        return {
          widest: Math.max(...boxes.filter(({ width }) => width > 0).map(({ right }) => right)),
          scrolls: document.documentElement.scrollWidth > innerWidth,
        };`);
      await v.picture('phone');
      expect([widest <= 375.5, scrolls]).toEqual([true, false]);
    } finally {
      await v.page.setViewportSize({ width: 860, height: 560 });
    }
  },
  'open a folder of several series, and see which there are': async (v) => {
    v.forget();
    await v.run(`await viewer.open(Object.keys(files).filter((name) => name.startsWith('series/')).map((name) => ({ name, source: files[name], input: 'series' })));
      viewer.setAttribute('layout', 'slices'); viewer.setAttribute('panel', 'data');`);
    const texts = () => v.page.locator('.series button').allTextContents();
    await expect.poll(async () => (await texts()).join()).toMatch(/localizer.*thin slices/s);
    await expect
      .poll(() => v.page.locator('.series button[aria-pressed="true"]').textContent())
      .toContain('thin slices');
  },
  'take back a crop': async (v) => {
    await v.show(CT, 'slices', 'cut');
    await v.page.getByLabel('Handles in the picture').check();
    await v.page.getByRole('slider', { name: 'Crop: first i, axial' }).focus();
    await v.page.keyboard.press('ArrowRight');
    expect(await v.document('crop.first[0]')).toBe(1);
    await v.page.keyboard.press('Control+z');
    await expect.poll(() => v.document('crop')).toBeUndefined();
    await v.page.getByLabel('Handles in the picture').uncheck();
  },
  'save a picture that is wide enough for print': async (v) => {
    await v.show(CT, 'slices', 'save');
    const field = v.page.getByLabel('Width in pixels');
    await field.fill('1772');
    await field.press('Enter');
    const { path } = await v.download(() => v.button('Save the picture as PNG').click());
    expect(PNG.sync.read(readFileSync(path)).width).toBe(1772);
    await v.button('As on the screen').click();
  },
  'load another scan over the first': async (v) => {
    await v.show(CT, 'slices');
    v.forget();
    await v.changes('axial', () => v.run(`await viewer.open([{ name: 'times.nii', source: files['times.nii'] }]);`));
    await v.run(`viewer.setAttribute('panel', 'data');`);
    await expect.poll(() => v.page.locator('.parts .name').allTextContents()).toEqual(['times.nii']);
  },
  'drop the wrong file, and then the right one': async (v) => {
    await v.show(CT, 'slices');
    v.forget();
    await dropFiles(v, ['notes.txt']);
    await expect.poll(async () => (await messageOf(v)).join()).toContain('notes.txt');
    await v.picture('wrong-file');
    await dropFiles(v, ['stat.nii']);
    await expect.poll(async () => (await messageOf(v)).join()).not.toContain('notes.txt');
    await v.run(`viewer.setAttribute('panel', 'data');`);
    await expect.poll(() => v.page.locator('.parts .name').allTextContents()).toEqual(['stat.nii']);
    expect(await v.page.locator('.aside .name').allTextContents()).toEqual(['ct.nrrd']);
  },
  'tell all buttons of the toolbar apart by their names, and in a narrow one by their icons': async (v) => {
    await v.show(CT, 'slices');
    for (const width of [1280, 520]) {
      await v.page.setViewportSize({ width, height: 560 });
      const buttons = v.page.locator('.bar button:visible');
      const names = await buttons.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim()),
      );
      expect(new Set(names).size).toBe(names.length);
      const icons = await v.page
        .locator('.bar button:visible path')
        .evaluateAll((all) => all.map((one) => one.getAttribute('d')));
      expect(new Set(icons).size).toBe(icons.length);
    }
    await v.page.setViewportSize({ width: 860, height: 560 });
  },
  'add a second scan of the patient by the button, which lies over the first': async (v) => {
    v.forget();
    await v.show(CT, 'slices', 'data');
    await v.changes('axial', () => addFiles(v, 'stat.nii'));
    await expect.poll(() => v.page.locator('.parts .name').allTextContents()).toEqual(['ct.nrrd', 'stat.nii']);
    await v.picture('added-overlay');
    await v.changes('axial', () => v.button('Hide stat.nii').click());
  },
  'add a scan that lies elsewhere, look at it, and go back to the first as it was': async (v) => {
    v.forget();
    await v.show(CT, 'slices', 'data');
    await v.changes('axial', () => v.run(`viewer.change({ sliceWindow: [0, 90] });`));
    const first = await v.settledPixels('axial');
    await addFiles(v, 'far.nrrd');
    const also = () => v.page.locator('.aside .name').allTextContents();
    await expect.poll(also).toEqual(['far.nrrd']);
    expect((await messageOf(v)).join()).toContain('far.nrrd: is listed in Data');
    await v.picture('listed');
    expect(await v.settledPixels('axial')).toBe(first);
    await v.changes('axial', () => v.button('Show far.nrrd in place of what is shown').click());
    await expect.poll(also).toEqual(['ct.nrrd']);
    expect(await v.document('sliceWindow')).toBeUndefined();
    await v.button('Show ct.nrrd in place of what is shown').click();
    await expect.poll(() => v.pixels('axial')).toBe(first);
    expect(await v.document('sliceWindow')).toEqual([0, 90]);
  },
  'hide what is weak in two channels, each by its own threshold': async (v) => {
    v.forget();
    await v.show(CELLS, 'slices', 'data');
    await v.changes('axial', () => v.page.getByLabel('Second channel', { exact: true }).selectOption({ label: 'GFP' }));
    const put = async (label: string, value: string) => {
      const field = v.page.getByLabel(label, { exact: true });
      await field.fill(value);
      await field.press('Enter');
    };
    await v.changes('axial', () => put('Hide below of the second channel', '120'));
    expect(await v.document('fused[0].threshold.low')).toBe(120);
    await v.run(`viewer.setAttribute('panel', 'appearance');`);
    await v.changes('axial', () => put('Hide below', '90'));
    expect(await v.document('threshold.low')).toBe(90);
    v.forget();
    await v.run(`viewer.removeAttribute('component');`);
  },
  'type a window': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.changes('axial', async () => {
      const field = v.page.getByLabel('Width', { exact: true });
      await field.fill('80');
      await field.press('Enter');
    });
    expect(await v.text('axial')).toContain('W 80');
  },
  'see all slices of a stack as one projection': async (v) => {
    await v.show(CELLS, 'axial', 'slices');
    await v.page.getByLabel('Thick slices').check();
    const slider = v.page.getByRole('slider', { name: 'Thickness' });
    await v.changes('axial', async () => slider.fill(String(await slider.getAttribute('max'))));
    expect(await v.document('sliceSlab.mode')).toBe('mip');
  },
  'measure the area of a cell': async (v) => {
    await v.show(CELLS, 'axial', 'measure');
    await measureRegion(v, [
      [0.35, 0.35],
      [0.6, 0.6],
    ]);
    const { path } = await v.download(() => v.button('JSON').click());
    const { unit, measurements } = JSON.parse(readFileSync(path, 'utf8'));
    expect([unit, measurements[0].area > 0]).toEqual(['µm', true]);
  },
  'take a volume of labels for one, and mask the other by it': async (v) => {
    v.forget();
    await v.show(['ct.nrrd', 'labels.nii'], 'four', 'data');
    const role = v.page.getByLabel('Show labels.nii as');
    const sections = () => v.page.locator('.panel h3').allTextContents();
    await role.selectOption('overlay');
    await expect.poll(sections).toContain('Second volume');
    await role.selectOption('labels');
    await expect.poll(sections).not.toContain('Second volume');
    const recipe = JSON.parse(await v.run<string>('return viewer.saveView();'));
    expect(recipe.mask.path).toBe('labels.nii');
    await v.settle();
    v.forget();
  },
  'be told that a map of fractions holds no labels, and keep it': async (v) => {
    await v.show(['ct.nrrd', 'stat.nii'], 'slices', 'data');
    const role = v.page.getByLabel('Show stat.nii as');
    await role.selectOption('labels');
    await expect.poll(async () => (await messageOf(v)).join()).toMatch(/^\s*stat\.nii: .*whole numbers/);
    await expect.poll(() => role.inputValue()).toBe('overlay');
    await v.button('Dismiss').click();
    v.forget();
  },
  'go back to how it was at first': async (v) => {
    await v.show(CT, '3d', 'appearance');
    const shown = () => v.run<string>('return JSON.stringify(viewer.document);');
    const before = await shown();
    await v.button('MIP').click();
    await v.button('Surface').click();
    while (await v.button('Undo (Ctrl + Z)').isEnabled()) {
      if ((await shown()) === before) break;
      await v.button('Undo (Ctrl + Z)').click();
    }
    expect(await v.document('mode')).toBe('composite');
  },
  'leave the page and come back': async (v) => {
    await v.show(CT, '3d');
    await v.run(`
      viewer.change({ mode: 'mip' });
      const { parentElement } = viewer;
      viewer.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      parentElement.append(viewer);
      told.rests = false;
      viewer.change({});`);
    await v.settle();
    expect(await v.document('mode')).toBe('mip');
  },
  'open another file while one is loading: the last one counts': async (v) => {
    v.forget();
    await v.run(`
      const first = viewer.open([{ name: 'ct.nrrd', source: files['ct.nrrd'] }]);
      const second = viewer.open([{ name: 'stat.nii', source: files['stat.nii'] }]);
      await Promise.all([first, second]);
      viewer.setAttribute('layout', 'slices'); viewer.setAttribute('panel', 'data');`);
    await expect.poll(() => v.page.locator('.parts .name').allTextContents()).toEqual(['stat.nii']);
  },
  'be told which address has no file': async (v) => {
    v.forget();
    const said = await v.run<string>(`return viewer.open(['missing/scan.nii.gz']).catch(({ message }) => message);`);
    expect(said).toMatch(/^scan\.nii\.gz|^missing\/scan\.nii\.gz/);
    expect(said).toContain('404');
    await v.button('Dismiss').click();
  },
  'see one of a few slices far apart, be told so, and see all of them': async (v) => {
    // A view that still waits for its files says so before all else.
    await v.run(`viewer.shadowRoot.querySelector('[aria-label="Dismiss"]')?.click();`);
    await v.show(['few.nii'], '3d', 'cut');
    const crop = () => v.run('return viewer.document.crop ?? null;');
    await expect.poll(async () => (await messageOf(v)).join()).toMatch(/few\.nii: has a few slices far apart.*whole/);
    expect(await crop()).toBeNull();
    await v.button('Whole volume').click();
    await expect.poll(crop).toEqual({ first: [0, 0, 0], last: [59, 63, 4] });
    await v.settle();
    await v.picture('few-slices');
    v.forget();
  },
  'show it at twice the size, as browsers do': async (v) => {
    await v.show(CT, 'slices', 'slices');
    await v.run(`document.documentElement.style.zoom = '2';`);
    try {
      await expect.poll(async () => (await v.slice('axial').boundingBox())!.width).toBeGreaterThan(50);
      await v.picture('zoomed');
      expect(await v.run('return document.documentElement.scrollWidth <= innerWidth;')).toBe(true);
    } finally {
      await v.run(`document.documentElement.style.zoom = '';`);
    }
  },
});
