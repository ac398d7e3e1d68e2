/** A page with one viewer, and what people do on it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LONGEST_WAIT_MS } from '../longest-wait.js';
import { servePage } from '../serve-page.js';
import type { StartedChromium } from '../start-chromium.js';
import type { TaskFiles } from './task-files.js';

const PAGE = `<!doctype html><html lang="en"><title>tasks</title>
<script type="module" src="dist/viewer/index.js"></script>
<style>html, body { margin: 0; height: 100% } tilecast-viewer { height: 100vh }</style>
<main><h1 style="position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0; clip-path: inset(50%)">tasks</h1><tilecast-viewer frames="1" quality="plain" step="2"></tilecast-viewer></main>`;

/** A folder for a picture of each task, where one is wanted. */
const PICTURES = process.env['TILECAST_TASK_PICTURES'];

export type PlaneName = 'axial' | 'coronal' | 'sagittal';

export class TaskPage {
  readonly page: Page;
  #opened = '';
  readonly #close: () => void;

  private constructor(page: Page, close: () => void) {
    this.page = page;
    this.#close = close;
  }

  static async open(chromium: StartedChromium, files: TaskFiles): Promise<TaskPage> {
    const server = await servePage(PAGE);
    const page = await chromium.browser.newPage({ viewport: { width: 860, height: 560 }, colorScheme: 'dark' });
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    await page.goto(server.url);
    const given = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
    await page.evaluate(
      `(async () => {
        await customElements.whenDefined('tilecast-viewer');
        window.files = Object.fromEntries(${JSON.stringify(given)}.map(([name, text]) =>
          [name, new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])]));
        window.told = { rests: false, errors: [], camera: 0, change: 0 };
        const viewer = document.querySelector('tilecast-viewer');
        viewer.addEventListener('change', () => { told.rests = false; told.change++; });
        viewer.addEventListener('camera', () => told.camera++);
        viewer.addEventListener('frame', ({ detail }) => { told.rests = detail.kind === 'resting'; });
        viewer.addEventListener('error', ({ detail }) => told.errors.push(detail.message));
      })()`,
    );
    return new TaskPage(page, () => server.close());
  }

  /** Runs a function's body in the page; `viewer` and `files` are there. */
  run<Result>(work: string): Promise<Result> {
    return this.page.evaluate(
      `(async () => { const viewer = document.querySelector('tilecast-viewer'); ${work} })()`,
    ) as Promise<Result>;
  }

  /** Shows some of the files as they are shown at first, in a layout. */
  async show(names: readonly string[], layout = 'slices', panel = ''): Promise<void> {
    const key = names.join(' ');
    if (key !== this.#opened) {
      const given = names.map((name) =>
        name.endsWith('/') ? `...Object.keys(files).filter((file) => file.startsWith('${name}'))` : `'${name}'`,
      );
      await this.run(
        `await viewer.open([${given.join()}].map((name) => ({ name, source: files[name], ...(name.startsWith('series/') && { input: 'series' }) })));`,
      );
      this.#opened = key;
    }
    await this.run(
      `viewer.document = { quality: 'plain', step: 2 };
      viewer.setAttribute('layout', '${layout}'); viewer.setAttribute('panel', '${panel}'); told.errors.length = 0;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));`,
    );
    await this.button('Turn and move').click();
    await this.page.mouse.move(1, 1);
  }

  /** The next task opens its files anew. */
  forget(): void {
    this.#opened = '';
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true });

  pane = (plane: PlaneName): Locator => this.page.locator(`.slice[data-plane="${plane}"]`);

  slice = (plane: PlaneName): Locator => this.pane(plane).locator('canvas');

  /** The number of the slice that is shown. */
  number = async (plane: PlaneName): Promise<number> => Number(await this.slice(plane).getAttribute('aria-valuenow'));

  /** A place of a pane, as shares of its size, on the page. */
  async place(plane: PlaneName, x: number, y: number): Promise<{ x: number; y: number }> {
    const box = (await this.slice(plane).boundingBox())!;
    return { x: box.x + x * box.width, y: box.y + y * box.height };
  }

  async drag(
    plane: PlaneName,
    from: readonly [number, number],
    to: readonly [number, number],
    button: 'left' | 'right' = 'left',
  ): Promise<void> {
    const { mouse } = this.page;
    const [start, end] = [await this.place(plane, ...from), await this.place(plane, ...to)];
    await mouse.move(start.x, start.y);
    await mouse.down({ button });
    await mouse.move(end.x, end.y, { steps: 4 });
    await mouse.up({ button });
  }

  /** Some field of the document. */
  document = <Value>(field: string): Promise<Value> => this.run<Value>(`return viewer.document.${field};`);

  /** The text on a pane, such as the window and the value under the pointer. */
  text = (plane: PlaneName): Promise<string> => this.pane(plane).evaluate((pane) => pane.textContent ?? '');

  /** The pixels of a slice, as text. */
  pixels = (plane: PlaneName): Promise<string> =>
    this.slice(plane).evaluate((canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());

  /** Does something, and expects the pixels of a slice to become others. */
  async changes(plane: PlaneName, act: () => Promise<unknown>): Promise<void> {
    const before = await this.settledPixels(plane);
    await act();
    await expect.poll(() => this.pixels(plane)).not.toBe(before);
  }

  /** The pixels of a slice once they stay the same. */
  async settledPixels(plane: PlaneName): Promise<string> {
    let before = await this.pixels(plane);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      const now = await this.pixels(plane);
      if (now === before) return now;
      before = now;
    }
  }

  /** Waits for the exact 3D picture. */
  async settle(): Promise<void> {
    await expect.poll(() => this.page.evaluate('window.told.rests')).toBe(true);
  }

  /** A file that the page hands to the browser's downloads. */
  async download(act: () => Promise<unknown>): Promise<{ readonly name: string; readonly path: string }> {
    const downloading = this.page.waitForEvent('download');
    await act();
    const download = await downloading;
    return { name: download.suggestedFilename(), path: await download.path() };
  }

  async picture(name: string): Promise<void> {
    if (!PICTURES) return;
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.page.close();
    this.#close();
  }
}
