/** Everyday tasks of a pathologist, a neurosurgeon, a geologist, of who embeds the element in an app, and of who has no mouse or no screen. */
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';
import type { TaskPage } from './task-page.js';

const CT = ['ct.nrrd'];

const press = async (v: TaskPage, ...keys: readonly string[]) => {
  for (const key of keys) await v.page.keyboard.press(key);
};

/** The name of what has the focus within the viewer. */
const focused = (v: TaskPage) =>
  v.run<string | null>(`return viewer.shadowRoot.activeElement?.getAttribute('aria-label') ?? null;`);

const colorAt = (v: TaskPage, x: number, y: number) =>
  v.run<number[]>(`
    const canvas = [...viewer.shadowRoot.querySelectorAll('.slice canvas')].find((one) => one.checkVisibility());
    const { width, height } = canvas;
    return [...canvas.getContext('2d').getImageData(Math.round(${x} * width), Math.round(${y} * height), 1, 1).data];`);

/** A page of an app with a strict policy, with a viewer in a closed shadow tree. */
const APP = `<!doctype html><html lang="en"><title>app</title><script type="module" src="/app.js"></script><main></main>`;
const APP_SCRIPT = `
  import '/dist/viewer/index.js';
  const host = document.querySelector('main').appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('tilecast-viewer { width: 400px; height: 300px }');
  root.adoptedStyleSheets = [sheet];
  const viewer = root.appendChild(document.createElement('tilecast-viewer'));
  for (const [name, value] of Object.entries({ src: '/ct.nrrd', frames: '1', quality: 'plain', step: '2', layout: 'four', panel: 'slices' }))
    viewer.setAttribute(name, value);
  window.app = { viewer, shown: false, broken: [], errors: [] };
  viewer.addEventListener('frame', ({ detail }) => { app.shown ||= detail.kind === 'resting'; });
  viewer.addEventListener('error', ({ detail }) => app.errors.push(detail.message));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => app.broken.push(violatedDirective + ' ' + blockedURI));`;
const POLICY = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "require-trusted-types-for 'script'", 'trusted-types lit-html tilecast-workers'],
].join('; ');

describeTasks('specialists', {
  'pathologist: see a stained section in its colours, as it is': async (v) => {
    await v.show(['stain.png']);
    await v.run(`viewer.removeAttribute('layout');`);
    await expect.poll(() => v.page.locator('.slice:visible').count()).toBe(1);
    await expect.poll(() => colorAt(v, 0.5, 0.5)).toEqual([90, 40, 140, 255]);
  },
  'pathologist: measure how large a group of cells is, and read its colour': async (v) => {
    await v.show(['stain.png'], 'axial', 'measure');
    await v.button('Measure a length').click();
    await v.drag('axial', [0.4, 0.5], [0.6, 0.5]);
    await expect.poll(() => v.page.locator('.panel').textContent()).toMatch(/1[0-9](\.\d)?/);
    await v.button('Turn and move').click();
    const { x, y } = await v.place('axial', 0.5, 0.5);
    await v.page.mouse.move(x, y);
    await expect.poll(() => v.text('axial')).toContain('90, 40, 140');
  },
  'neurosurgeon: see tracts within the scan': async (v) => {
    await v.show(['ct.nrrd', 'tracks.vtk'], 'four', 'meshes');
    await v.settle();
    expect(await v.page.locator('.panel').textContent()).toContain('tracks.vtk');
    await v.changes('axial', () =>
      v.run(`viewer.change({ meshes: [{ visible: false, opacity: 1, reflectivity: 0 }] });`),
    );
  },
  'neurosurgeon: measure how deep a target lies below the skull': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], 'slices', 'measure');
    await v.button('Measure a length').click();
    await v.drag('coronal', [0.5, 0.08], [0.5, 0.5]);
    await expect.poll(() => v.page.locator('.panel').textContent()).toMatch(/\d+(\.\d+)? mm/);
  },
  'neurosurgeon: look down on the head with the target alone in it': async (v) => {
    await v.show(['ct.nrrd', 'labels.nii'], '3d');
    await v.settle();
    await v.run(`viewer.change({ labels: [{ label: 1 }] });`);
    await v.page.locator('.surface').focus();
    await press(v, '5');
    await v.settle();
    const { eye, target } = await v.run<{ eye: number[]; target: number[] }>('return viewer.camera;');
    expect(eye[2]! - target[2]!).toBeGreaterThan(20);
    expect(await v.document('labels')).toEqual([{ label: 1 }]);
  },
  'geologist: open a folder of slices of a core as one volume, in order': async (v) => {
    await v.show(['core/']);
    await v.settledPixels('axial');
    expect(
      await v.run(`return viewer.shadowRoot.querySelector('.slice[data-plane="axial"] .count').textContent;`),
    ).toBe('7 / 12');
    expect(await v.page.getByText('--spacing').count()).toBe(0);
    // The vein wanders along the core: slice 10 comes after 9.
    await v.run(`viewer.change({ cursor: [3, 3, 11] });`);
    await expect.poll(() => v.text('axial')).toContain('12 / 12');
    v.forget();
  },
  'geologist: tell how far apart the slices are': async (v) => {
    await v.run(`viewer.setAttribute('spacing', '0.25,0.25,0.5');`);
    await v.show(['core/'], 'slices', 'measure');
    await v.button('Measure a length').click();
    await v.drag('coronal', [0.5, 0.2], [0.5, 0.8]);
    const [from, to] = (await v.document<{ points: number[][] }[]>('measurements'))[0]!.points as [number[], number[]];
    expect(Math.abs(from[2]! - to[2]!)).toBeGreaterThan(1.5);
    expect(Math.abs(from[2]! - to[2]!)).toBeLessThan(6.5);
    await v.run(`viewer.removeAttribute('spacing');`);
    v.forget();
  },
  'geologist: see the dense vein alone': async (v) => {
    await v.show(['core/'], '3d', 'appearance');
    await v.run(`viewer.change({ threshold: { low: 200 } });`);
    await v.settle();
    expect(await v.document('threshold')).toEqual({ low: 200 });
    v.forget();
  },
  'geologist: open the raw file of a scanner': async (v) => {
    v.forget();
    await v.run(`viewer.setAttribute('raw', '20x18x16:uint8'); viewer.setAttribute('spacing', '0.1,0.1,0.2');`);
    try {
      await v.show(['grains.raw']);
      await v.settledPixels('axial');
      await expect.poll(() => v.text('axial')).toContain('9 / 16');
    } finally {
      await v.run(`viewer.removeAttribute('raw'); viewer.removeAttribute('spacing');`);
      v.forget();
    }
  },
  'radiologist: take a window of the file that is a sigmoid': async (v) => {
    await v.show(['curve/'], 'slices', 'slices');
    await v.changes('axial', () => v.button('CURVE').click());
    const [low, high] = await v.document<[number, number]>('sliceWindow');
    expect(high - low).toBe(1500);
    expect(await v.document('sliceSigmoid')).toBe(true);
    // 1 / (1 + exp(−4 (54 − 300) / 1500)) of 255, where a straight line has 85.
    await v.settledPixels('axial');
    expect(Math.abs((await colorAt(v, 0.5, 0.5))[0]! - 87)).toBeLessThan(3);
    await v.changes('axial', () => v.button('Automatic').click());
    expect(await v.document('sliceSigmoid')).toBeUndefined();
  },
  'developer: put the viewer into a closed shadow tree of an app with a strict policy': async (v) => {
    const page = await v.page.context().browser()!.newPage();
    try {
      const origin = new URL(v.page.url()).origin;
      const bytes = Buffer.from(
        await v.run<string>(`
        const bytes = new Uint8Array(await files['ct.nrrd'].arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));`),
        'base64',
      );
      const headers = { 'content-security-policy': POLICY };
      await page.route(`${origin}/app.html`, (route) =>
        route.fulfill({ body: APP, contentType: 'text/html', headers }),
      );
      await page.route(`${origin}/app.js`, (route) =>
        route.fulfill({ body: APP_SCRIPT, contentType: 'text/javascript' }),
      );
      await page.route(`${origin}/ct.nrrd`, (route) =>
        route.fulfill({ body: bytes, contentType: 'application/octet-stream' }),
      );
      await page.goto(`${origin}/app.html`);
      await expect.poll(() => page.evaluate('window.app?.shown')).toBe(true);
      expect(await page.evaluate('app.broken.concat(app.errors)')).toEqual([]);
      // Keys and pointers find their way into it.
      const before = await page.evaluate('JSON.stringify(app.viewer.camera)');
      await page.evaluate('app.viewer.focus()');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.evaluate('JSON.stringify(app.viewer.camera)')).not.toBe(before);
      const box = (await page.evaluate(`(() => { const { x, y, width, height } =
        app.viewer.shadowRoot.querySelector('.slice canvas').getBoundingClientRect(); return { x, y, width, height }; })()`)) as {
        x: number;
        y: number;
        width: number;
        height: number;
      };
      await page.mouse.click(box.x + box.width / 4, box.y + box.height / 4);
      await expect.poll(() => page.evaluate('app.viewer.document.cursor !== undefined')).toBe(true);
    } finally {
      await page.close();
    }
  },
  'developer: set attributes after the address, in one go': async (v) => {
    const shown = await v.run<number>(`
      const other = document.createElement('tilecast-viewer');
      document.body.append(other);
      window.told.errors.length = 0;
      const opening = other.open(Object.keys(files).filter((name) => name.startsWith('active.zarr/')).map((name) => ({ name, source: files[name] })));
      other.setAttribute('transfer', 'hot');
      await opening;
      const count = Number(other.saveView().match(/"component":"([^"]*)"/)?.[1].split(',').length ?? 1);
      other.remove();
      return count;`);
    expect(shown).toBe(1);
  },
  'keyboard: open a panel, close it, and be where I was': async (v) => {
    await v.show(CT, 'slices');
    await v.button('Appearance').focus();
    await press(v, 'Enter');
    await v.button('Close Appearance').focus();
    await press(v, 'Enter');
    await expect.poll(() => focused(v)).toBe('Appearance');
    await press(v, 'Enter', 'Tab');
    await v.page.locator('.panel select, .panel input').first().focus();
    await press(v, 'Escape');
    await expect.poll(() => focused(v)).toBe('Appearance');
  },
  'keyboard: read the help, and go on': async (v) => {
    await v.show(CT, '3d');
    await v.page.locator('.surface').focus();
    await press(v, '?');
    await v.button('Close help').focus();
    await press(v, 'Enter');
    await expect.poll(() => focused(v)).toBe('3D view');
  },
  'keyboard: measure between two places of a slice': async (v) => {
    await v.show(CT, 'slices', 'measure');
    await v.settledPixels('axial');
    await v.button('Measure a length').focus();
    await press(v, 'Enter');
    await v.slice('axial').focus();
    await press(v, 'Enter', ...Array<string>(5).fill('Shift+ArrowRight'), 'Enter');
    await expect.poll(() => v.page.locator('.panel').textContent()).toContain('10 mm');
  },
  'screen reader: hear what is loaded, which slice it is, and what was measured': async (v) => {
    await v.show(CT, 'slices');
    const status = () => v.run<string>(`return viewer.shadowRoot.querySelector('p[role="status"]').textContent;`);
    await expect.poll(status).toBe('Loaded ct.nrrd');
    const slice = v.page.getByRole('slider', { name: 'Axial slice', exact: true });
    const number = await v.number('axial');
    expect(await slice.getAttribute('aria-valuetext')).toBe(`${number + 1} of 20`);
    await v.run(`viewer.change({ measurements: [{ points: [[10, 20, 20], [30, 20, 20]] }] });`);
    await expect.poll(status).toBe('Loaded ct.nrrd; 20 mm');
  },
  'screen reader: hear at once what is wrong': async (v) => {
    await v.show(CT, '3d');
    await v.run(`await viewer.open([{ name: 'notes.txt', source: files['notes.txt'] }]).catch(() => undefined);`);
    expect(await v.page.getByRole('alert').textContent()).toContain('notes.txt');
    await v.button('Dismiss').focus();
    await press(v, 'Enter');
    await expect.poll(() => focused(v)).toBe('3D view');
    v.forget();
  },
});
