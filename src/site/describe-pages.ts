/** Pages that are made of what the library knows of itself, and of the programs of `tasks`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-pages.js';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const TASKS = join(import.meta.dirname, 'tasks');

/** The order in which they are told. */
const TASK_ORDER = [
  ...['render', 'texture', 'floats', 'depth', 'accumulate', 'paths', 'several-volumes', 'moving-meshes', 'stores'],
  ...['isosurface', 'queries', 'closest-points', 'own-device', 'abort'],
];

/** Markdown of all tasks. */
export function describeTasks(): string {
  const found = readdirSync(TASKS).map((name) => name.replace(/\.js$/, ''));
  const stray = [
    ...found.filter((name) => !TASK_ORDER.includes(name)),
    ...TASK_ORDER.filter((name) => !found.includes(name)),
  ];
  if (stray.length > 0) throw new Error(`tasks: ${stray.join(', ')} is not in both the folder and the order`);
  const parts = TASK_ORDER.map((name) => {
    const [first = '', ...lines] = readFileSync(join(TASKS, `${name}.js`), 'utf8').split('\n');
    return `## ${first.replace(/^\/\/ |\.$/g, '')}\n\n\`\`\`js\n${lines.join('\n').trim()}\n\`\`\``;
  });
  return `# Tasks, each in a few lines

These programs run in Node as they stand, in a folder with the [sample volumes](volumes/README.md); a test runs them. In a page,
\`loadVolume\` takes an address, everything is imported from \`@tilecast/web\`, and \`target: canvas\` shows a frame.

${parts.join('\n\n')}
`;
}

/** Examples, their files, and where they run on the site. */
const EXAMPLES: readonly {
  readonly title: string;
  readonly text?: string;
  readonly files: readonly string[];
  readonly live: string | undefined;
}[] = [
  { title: 'React', files: ['react-page/main.tsx'], live: undefined },
  {
    title: 'A worker with an OffscreenCanvas',
    files: ['worker/index.html', 'worker/render-worker.js'],
    live: 'worker',
  },
  { title: 'three.js on the same device', files: ['three/index.html'], live: 'three' },
  {
    title: 'An Observable notebook',
    text: 'For Notebook Kit: `npm install @observablehq/notebook-kit @tilecast/web`, then `npx notebooks preview`.',
    files: ['observable/notebook.html'],
    live: undefined,
  },
  { title: 'A server with express', files: ['express/server.js'], live: undefined },
  { title: 'Segments in buffers of a program', files: ['segments/segments.js'], live: undefined },
];

/** Markdown of the examples, each of which a test runs. */
export function describeExamples(): string {
  const parts = EXAMPLES.map(({ title, text: introduction, files, live }) => {
    const code = files.map((file) => {
      const text = readFileSync(join(import.meta.dirname, 'examples', file), 'utf8').trim();
      const [name = '', language] = [file.split('/').pop(), file.split('.').pop()];
      return `\`${name}\`\n\n\`\`\`${language}\n${text}\n\`\`\``;
    });
    const link = live ? `[Run it](examples/${live}/index.html)\n\n` : '';
    return `## ${title}\n\n${introduction ? `${introduction}\n\n` : ''}${link}${code.join('\n\n')}`;
  });
  return `# Examples\n\nPages and programs that a test runs as they stand.\n\n${parts.join('\n\n')}\n`;
}

interface Format {
  readonly name: string;
  readonly extensions: readonly string[];
}

interface Formats {
  readonly VOLUME_FORMATS: readonly Format[];
  readonly MESH_FORMATS: readonly Format[];
  readonly TRANSFER_FORMATS: readonly Format[];
  readonly WRITABLE_VOLUMES: readonly string[];
  readonly WRITABLE_MESHES: readonly string[];
}

export function describeFormats(library: Formats): string {
  const table = (formats: readonly Format[]) =>
    [
      '| format | files |',
      '| --- | --- |',
      ...formats.map(
        ({ name, extensions }) => `| ${name} | ${extensions.map((ending) => `\`${ending}\``).join(', ')} |`,
      ),
    ].join('\n');
  const list = (endings: readonly string[]) => endings.map((ending) => `\`${ending}\``).join(', ');
  return `# File formats

Files are recognised by their content first and by their names second, gzipped or not, alone or in zip archives. The table is made
from the readers themselves.

## Volumes

${table(library.VOLUME_FORMATS)}

OME-Zarr stores of any size are read piece by piece, and folders of DICOM files or of pictures as one volume. Written are
${list(library.WRITABLE_VOLUMES)} and OME-Zarr.

## Meshes, lines and points

${table(library.MESH_FORMATS)}

Written are ${list(library.WRITABLE_MESHES)}.

## Transfer functions

${table(library.TRANSFER_FORMATS)}
`;
}

/** The table of features in the experiment that compares programs, with what was read for it. */
export function describeFeatures(): string {
  const page = readFileSync(join(ROOT, 'experiments', 'peers', 'README.md'), 'utf8');
  const start = page.lastIndexOf('\n## ', page.indexOf('| a picture by one command |'));
  const end = page.indexOf('\n## ', start + 4);
  if (start < 0) throw new Error('experiments/peers/README.md: has no table of features');
  return page
    .slice(start, end < 0 ? undefined : end)
    .trim()
    .replace(/^## .*/, '# Features beside others');
}

/** A page of the folder `live`, whose first heading is its title. */
export function readLive(name: string): { readonly html: string; readonly title: string } {
  const html = readFileSync(join(import.meta.dirname, 'live', `${name}.html`), 'utf8');
  return { html, title: escapeHtml(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '') };
}
