/** Axe on the viewer in the states that people bring it into: files of all roles, measurements, masks, messages, saved pages, frames of a server. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN, makeFolder, runCli } from '../cli/run-cli.js';
import { findViolations } from './find-violations.js';
import { writeDrop } from './open-viewer.js';
import { useTaskPage } from './tasks/use-task-page.js';
import { useChromium } from './use-chromium.js';

/** Modes of the system, and a window as narrow as a phone: each state is looked at in all of them. */
const SURROUNDINGS = {
  dark: { width: 860, media: { colorScheme: 'dark', forcedColors: 'none' } },
  light: { width: 860, media: { colorScheme: 'light', forcedColors: 'none' } },
  narrow: { width: 340, media: { colorScheme: 'dark', forcedColors: 'none' } },
  forced: { width: 860, media: { colorScheme: 'dark', forcedColors: 'active' } },
} as const;

const open = (names: readonly string[], options = '{}') =>
  `await viewer.open(${JSON.stringify(names)}.map((name) => ({ name, source: files[name] })), ${options});`;
const put = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value]) => `viewer.setAttribute('${name}', '${value}');`)
    .join('\n');
/** Messages of a test before would be there still. */
const CLEAN = `viewer.document = { quality: 'plain', step: 2 }; ${put({ layout: 'slices', panel: '' })}`;

const POINTS = [
  [20, 20, 20],
  [40, 24, 20],
  [30, 30, 20],
];
const PLANE = { right: [1, 0, 0], down: [0, 1, 0] };
const MEASURED = [
  { points: POINTS.slice(0, 1), name: 'a point', value: 40 },
  { points: POINTS.slice(0, 2) },
  { points: POINTS },
  { points: POINTS.slice(0, 2), region: PLANE },
];

/** What the page is told for each state, as bodies of functions. */
const STATES: Readonly<Record<string, string>> = {
  'a volume with an overlay, labels and a mesh, in the list':
    open(['ct.nrrd', 'stat.nii', 'labels.nii', 'ball.obj']) + put({ panel: 'data', layout: 'four' }),
  'scans that are open and not shown':
    open(['ct.nrrd']) + open(['far.nrrd'], '{ add: true }') + put({ panel: 'data', layout: 'slices' }),
  'points in time': open(['times.nii']) + put({ panel: 'data', layout: 'slices' }),
  'measurements of all kinds, in slices and in their list':
    open(['ct.nrrd']) +
    put({ panel: 'measure', layout: 'four' }) +
    `viewer.change({ measurements: ${JSON.stringify(MEASURED)} });`,
  'labels over slices and as surfaces':
    open(['ct.nrrd', 'labels.nii']) + put({ panel: 'cut', layout: 'four', 'label-surfaces': '' }),
  'slices that are turned, as a thick slab':
    open(['ct.nrrd']) +
    put({ panel: 'slices', layout: 'slices' }) +
    `viewer.change({ sliceSlab: { thickness: 6, mode: 'mip' }, sliceNormals: [[0.8, 0.6, 0], [-0.6, 0.8, 0], [0, 0, 1]] });`,
  'paths of light': `${open(['ct.nrrd'])}${put({ panel: 'appearance', layout: '3d' })}viewer.change({ quality: 'path' });`,
  'an error': `await ${open(['notes.txt']).replace('await ', '').replace(/;$/, '')}.catch(() => undefined);`,
  'a view that misses its files':
    open(['ct.nrrd']) +
    `viewer.openView(JSON.stringify({ ...JSON.parse(viewer.saveView()), inputs: [{ path: 'other.nrrd', sha256: 'ab'.repeat(32) }] }));`,
  'a page that is ready to be saved':
    open(['ct.nrrd']) +
    put({ panel: 'save', layout: 'slices' }) +
    `const buttonOf = (text) => [...viewer.shadowRoot.querySelectorAll('.panel button')].find((one) => one.textContent.trim().startsWith(text));
    const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
    while (!buttonOf('Save as page') || buttonOf('Save as page').disabled) await wait();
    buttonOf('Save as page').click();
    while (!buttonOf('Save ct.html')) await wait();`,
  'the list of keys': `viewer.shadowRoot.querySelector('button[aria-label^="Help"]').click();`,
};

describe('in the browser', () => {
  const opened = useTaskPage();

  it.each(Object.entries(STATES))('%s', async (state, work) => {
    const viewer = opened();
    const { page } = viewer;
    await viewer.run(
      `viewer.shadowRoot.querySelector('dialog')?.close(); ${CLEAN} viewer.removeAttribute('label-surfaces');`,
    );
    await viewer.run(work);
    for (const [name, { width, media }] of Object.entries(SURROUNDINGS)) {
      await page.setViewportSize({ width, height: 560 });
      await page.emulateMedia(media);
      await viewer.run('await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));');
      // Colours change over 80 ms.
      await viewer.run('await Promise.all(viewer.shadowRoot.getAnimations().map(({ finished }) => finished));');
      await viewer.picture(`axe-${state}-${name}`.replaceAll(/\W+/g, '-'));
      expect([state, name, await findViolations(page)]).toEqual([state, name, []]);
    }
    await page.setViewportSize({ width: 860, height: 560 });
  });
});

describe('without WebGPU', () => {
  const used = useChromium([]);
  const folder = makeFolder();
  const scan = join(folder, 'drop.nrrd');

  async function openPage() {
    const { chromium, problem } = used();
    if (!chromium) throw new Error(problem);
    return chromium.browser.newPage({ viewport: { width: 860, height: 560 }, colorScheme: 'dark' });
  }

  it('a copy of a volume, whose frames come from the server', async () => {
    writeFileSync(scan, await writeDrop());
    const child = spawn(process.execPath, [MAIN, 'view', scan, '--no-open', '--remote'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill());
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
    const page = await openPage();
    await page.goto(url);
    await page.locator('canvas.picture').waitFor();
    await page.getByRole('status').filter({ hasText: 'Loaded' }).waitFor({ state: 'attached' });
    for (const panel of ['data', 'appearance', 'save', 'stats']) {
      await page.evaluate(`document.querySelector('tilecast-viewer').setAttribute('panel', '${panel}')`);
      expect([panel, await findViolations(page)]).toEqual([panel, []]);
    }
    await page.close();
  });

  it('a saved page, which shows its picture', async () => {
    writeFileSync(scan, await writeDrop());
    const saved = join(folder, 'page.html');
    const { status, stderr } = runCli(['view', scan, '--save', saved]);
    expect([status, stderr]).toEqual([0, expect.stringContaining('page.html')]);
    const page = await openPage();
    await page.goto(pathToFileURL(saved).href);
    await page.locator('#picture').waitFor();
    for (const [name, { width, media }] of Object.entries(SURROUNDINGS)) {
      await page.setViewportSize({ width, height: 560 });
      await page.emulateMedia(media);
      expect([name, await findViolations(page)]).toEqual([name, []]);
    }
    await page.close();
  });
});
