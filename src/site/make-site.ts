/**
 * Builds the site into `dist-site/`: `npm run site`. Its pages are the repository's READMEs, what the library knows of itself, the
 * API reference of `npm run docs`, and live examples on the built library; it asks for nothing of any other host.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyReachable } from '../web/copy-reachable.js';
import { describeExamples, describeFeatures, describeFormats, describeTasks, readLive } from './describe-pages.js';
import { layOut, type Page, toRoot } from './layout.js';
import { describeLibrary } from './library-page.js';
import { renderMarkdown } from './markdown.js';
import { ROOT, SOURCE_PAGES } from './source-pages.js';

const OUT = join(ROOT, 'dist-site');

/** Examples that run on the site itself. */
const LIVE_EXAMPLES = ['worker', 'three'];
const ENTRIES = { tilecast: 'index.js', 'tilecast/mesh': 'mesh.js', 'tilecast/viewer': 'viewer/index.js' };

interface SearchEntry {
  readonly id: number;
  readonly title: string;
  readonly page: string;
  readonly url: string;
  readonly text: string;
}

const entries: SearchEntry[] = [];
const files = new Set<string>();

for (const [folder, script] of [
  ['dist', 'build'],
  ['docs', 'docs'],
]) {
  if (!existsSync(join(ROOT, folder!))) throw new Error(`${folder}: is not there; npm run ${script} makes it`);
}
rmSync(OUT, { recursive: true, force: true });

const library = await import(join(ROOT, 'dist', 'index.js'));
for (const { at, file, title } of SOURCE_PAGES) addMarkdown(at, title, readFileSync(join(ROOT, file), 'utf8'), file);
addMarkdown('library', 'Library', describeLibrary(), 'library.md');
addMarkdown('tasks', 'Tasks', describeTasks(), 'tasks.md');
addMarkdown('examples', 'Examples', describeExamples(), 'examples.md');
addMarkdown('formats', 'File formats', describeFormats(library), 'formats.md');
addMarkdown('features', 'Features beside others', describeFeatures(), 'experiments/peers/README.md');
for (const name of ['viewer', 'editor', 'shapes']) addLive(name);
addPage({
  at: '',
  title: 'tilecast',
  description: 'Ray casts volumes and triangle meshes with WebGPU, in Node and in the browser, with a GPU or without.',
  html: readLive('home').html,
});
files
  .add('volumes/head-and-knot.png')
  .add('volumes/head-phantom.nrrd')
  .add('volumes/knot.ply')
  .add('volumes/marschner-lobb.nrrd');

for (const file of files) copy(join(ROOT, file), join('files', file));
for (const name of ['chunks/decode-worker.js', ...Object.values(ENTRIES)]) copyReachable(name, join(OUT, 'tilecast'));
for (const name of LIVE_EXAMPLES) copy(join(import.meta.dirname, 'examples', name), join('examples', name));
for (const name of ['three.webgpu.js', 'three.core.js', 'three.tsl.js']) {
  copy(join(ROOT, 'node_modules', 'three', 'build', name), join('examples', 'three', 'build', name));
}
copy(join(ROOT, 'docs'), 'api');
copy(join(import.meta.dirname, 'assets'), 'assets');
copy(fileURLToPath(import.meta.resolve('minisearch')), join('assets', 'minisearch.js'));
write(join('assets', 'search.json'), JSON.stringify(entries));
process.stdout.write(`dist-site: ${SOURCE_PAGES.length + 9} pages and the API reference\n`);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  writeFileSync(join(OUT, path), text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(OUT, to)), { recursive: true });
  cpSync(from, join(OUT, to), { recursive: true });
}

function addPage(page: Page): void {
  write(join(page.at, 'index.html'), layOut(page));
}

function addMarkdown(at: string, title: string, markdown: string, file: string): void {
  const rendered = renderMarkdown(markdown, file, toRoot(at));
  for (const name of rendered.files) files.add(name);
  const description = describe(rendered.html);
  addPage({ at, title, description, html: rendered.html, headings: rendered.headings });
  addEntries(at, title, rendered.html);
}

function addLive(name: string): void {
  const { html, title } = readLive(name);
  const at = `live/${name}`;
  const imports = Object.fromEntries(
    Object.entries(ENTRIES).map(([from, to]) => [from, `${toRoot(at)}tilecast/${to}`]),
  );
  const head = `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;
  addPage({ at, title, description: describe(html), html, head });
  addEntries(at, title, html.replace(/<script.*?<\/script>/gs, ''));
}

/** The text of the first paragraph. */
function describe(html: string): string {
  const text = textOf(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? '');
  return text.slice(0, 160).replaceAll('"', '&quot;');
}

/** Adds each section under its heading to what the search finds. */
function addEntries(at: string, page: string, html: string): void {
  for (const part of html.split(/(?=<h[1-3][ >])/)) {
    const [, id, heading] = /^<h[1-3](?: id="([^"]*)")?>(.*?)<\/h[1-3]>/s.exec(part) ?? [];
    if (heading === undefined) continue;
    const title = textOf(heading.replace(/<a class="anchor".*$/s, ''));
    const url = `${at}/${id ? `#${id}` : ''}`;
    entries.push({ id: entries.length, title, page, url, text: textOf(part).slice(0, 4000) });
  }
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
