/** Everyday tasks of people who build pages. */
import { expect } from 'vitest';
import { describeTasks } from './describe-tasks.js';

const CT = ['ct.nrrd'];

const PANEL_COLOR = `return getComputedStyle(viewer.shadowRoot.querySelector('.panel')).backgroundColor;`;

describeTasks('developers', {
  'open a File': async (v) => {
    v.forget();
    await v.run(`await viewer.open([new File([files['ct.nrrd']], 'ct.nrrd')]);`);
    expect(await v.run('return viewer.camera !== undefined;')).toBe(true);
  },
  'open bytes without a name': async (v) => {
    v.forget();
    await v.run(`await viewer.open([files['ct.nrrd']]);`);
    expect(await v.run('return viewer.camera !== undefined;')).toBe(true);
  },
  'be told by open() what cannot be shown, once': async (v) => {
    await v.show(CT);
    const open = `viewer.open([{ name: 'notes.txt', source: files['notes.txt'] }]).catch(({ message }) => message)`;
    expect(await v.run(`return ${open};`)).toMatch(/^notes\.txt: /);
    expect(await v.run('return told.errors.length;')).toBe(1);
    await v.button('Dismiss').click();
    v.forget();
  },
  'open a saved view before its files, and be told which it needs': async (v) => {
    await v.show(CT, '3d');
    const view = await v.run<string>(`viewer.change({ mode: 'mip' }); return viewer.saveView();`);
    const texts = await v.run<string[]>(`
      const other = document.body.appendChild(document.createElement('tilecast-viewer'));
      const shown = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        .then(() => other.shadowRoot.querySelector('.message')?.textContent ?? '');
      other.openView(${JSON.stringify(view)}, 'view.json');
      const waiting = await shown();
      await other.open([{ name: 'ct.nrrd', source: files['ct.nrrd'] }]);
      const { mode } = other.document;
      const after = await shown();
      other.remove();
      return [waiting, mode, after];`);
    expect(texts[0]).toMatch(/needs a file that is not open\. Drop here:\s*ct\.nrrd, SHA-256 [0-9a-f]{64}/);
    expect(texts.slice(1)).toEqual(['mip', '']);
  },
  'be told by change() which field is wrong': async (v) => {
    await v.show(CT);
    const change = (patch: string) =>
      v.run(`try { viewer.change(${patch}); return ''; } catch ({ message }) { return message; }`);
    expect(await change(`{ mode: 'shiny' }`)).toBe('mode cannot be "shiny"');
    expect(await change('{ sliceWindow: [0, 100] }')).toBe('');
  },
  'follow changes by events': async (v) => {
    await v.show(CT, '3d');
    const before = await v.run<number>('return told.change;');
    await v.run('viewer.change({ sliceWindow: [0, 10] }); viewer.fit();');
    expect(await v.run<number>('return told.change;')).toBe(before + 2);
    expect(await v.run<number>('return told.camera;')).toBeGreaterThan(0);
  },
  'change the layout by an attribute': async (v) => {
    await v.show(CT, '3d');
    await v.run(`viewer.layout = 'four';`);
    await expect.poll(() => v.page.locator('.slice').count()).toBe(3);
  },
  'take a picture of a size': async (v) => {
    await v.show(CT, '3d');
    const size = await v.run(
      `const { width, height } = await createImageBitmap(await viewer.screenshot({ width: 120, height: 90 })); return [width, height];`,
    );
    expect(size).toEqual([120, 90]);
  },
  'take a picture of the layout with slices, of a size': async (v) => {
    await v.show(CT, 'four');
    const size = await v.run(
      `const { width, height } = await createImageBitmap(await viewer.screenshot({ width: 300, height: 200 })); return [width, height];`,
    );
    expect(size).toEqual([300, 200]);
  },
  'keep the view and the layout in an address': async (v) => {
    await v.show(CT, 'four');
    await v.run(`viewer.change({ cursor: [10, 20, 30] }); window.shared = await viewer.share();`);
    await v.show(CT, '3d');
    await v.run('await viewer.openShared(window.shared);');
    expect(await v.document('cursor')).toEqual([10, 20, 30]);
    await expect.poll(() => v.page.locator('.slice').count()).toBe(3);
  },
  'give people a link': async (v) => {
    await v.show(CT, '3d', 'save');
    await v.button('Copy a link to this view').click();
    // Headless browsers may refuse the clipboard, and the page then shows the link.
    await expect.poll(() => v.page.locator('.message').textContent()).toMatch(/The link was copied|#view=/);
    await v.button('Dismiss').click();
  },
  'keep a view as JSON': async (v) => {
    await v.show(CT, '3d');
    await v.run(`viewer.change({ mode: 'mip' }); window.saved = viewer.saveView(); viewer.undo();`);
    expect(await v.run(`viewer.openView(window.saved); return viewer.document.mode;`)).toBe('mip');
  },
  'link two viewers of a page': async (v) => {
    await v.show(CT, 'slices');
    const cursor = await v.run(`
      const other = document.createElement('tilecast-viewer');
      other.style.cssText = 'position: absolute; left: 0; bottom: 0; width: 200px; height: 150px';
      for (const one of [viewer, other]) one.link = 'pair';
      document.body.append(other);
      viewer.change({ cursor: [4, 5, 6] });
      const { cursor } = other.document;
      other.remove();
      viewer.link = null;
      return cursor;`);
    expect(cursor).toEqual([4, 5, 6]);
  },
  'undo and redo from outside': async (v) => {
    await v.show(CT, '3d');
    expect(
      await v.run(`viewer.change({ mode: 'mip' }); viewer.undo(); const undone = viewer.document.mode; viewer.redo();
      return [undone, viewer.document.mode];`),
    ).toEqual(['composite', 'mip']);
  },
  'give the viewer the keyboard': async (v) => {
    await v.show(CT, '3d');
    await v.run('viewer.focus();');
    await v.page.keyboard.press('?');
    await v.page.getByRole('dialog').waitFor();
    await v.page.keyboard.press('Escape');
    await v.page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  'show it in light colours': async (v) => {
    await v.show(CT, 'four', 'slices');
    const dark = await v.run(PANEL_COLOR);
    await v.run(`viewer.setAttribute('theme', 'light');`);
    const light = await v.run(PANEL_COLOR);
    await v.run(`viewer.removeAttribute('theme');`);
    expect(light).not.toBe(dark);
  },
  'show the picture alone': async (v) => {
    await v.show(CT, 'four', 'slices');
    await v.run(`viewer.setAttribute('controls', 'none');`);
    await expect.poll(() => v.page.locator('.bar').isVisible()).toBe(false);
    await v.run(`viewer.removeAttribute('controls');`);
  },
  'put it into a narrow column': async (v) => {
    await v.show(CT, 'slices');
    await v.run(`viewer.style.width = '320px';`);
    await expect.poll(async () => (await v.slice('axial').boundingBox())!.width).toBeLessThan(330);
    const { right } = await v.run<{ right: number }>(
      `const { right } = viewer.shadowRoot.querySelector('.bar').getBoundingClientRect(); return { right };`,
    );
    await v.picture('narrow');
    await v.run(`viewer.style.width = '';`);
    expect(right).toBeLessThanOrEqual(320);
  },
  'fill the screen': async (v) => {
    await v.show(CT, '3d');
    await v.button('Full screen').click();
    await expect.poll(() => v.run('return document.fullscreenElement === viewer;')).toBe(true);
    await v.button('Leave full screen').click();
    await expect.poll(() => v.run('return document.fullscreenElement === null;')).toBe(true);
  },
});
