/** The page that lists the library by what its names are about, with links into the API reference. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-pages.js';

/** Entries of the package, and their sources. */
const ENTRIES = [
  { name: 'tilecast', file: 'index.ts' },
  { name: 'tilecast/node', file: 'node/index.ts' },
  { name: 'tilecast/mesh', file: 'mesh-queries.ts' },
  { name: 'tilecast/viewer', file: 'viewer/index.ts' },
] as const;

/** Subjects by the folders that hold them; the first that a path starts with counts. */
const SUBJECTS: readonly (readonly [folder: string, subject: string])[] = [
  ['camera', 'Cameras and views'],
  ['cast/path', 'Light by random paths'],
  ['cast', 'Rendering'],
  ['shapes', 'Rendering'],
  ['transfer', 'Colours, opacities and light'],
  ['files/stores', 'Stores and volumes in pages'],
  ['paged', 'Stores and volumes in pages'],
  ['files', 'Files'],
  ['gpu', 'Devices'],
  ['errors', 'Errors'],
  ['isosurface', 'Surfaces of volumes'],
  ['mesh', 'Meshes'],
  ['overlay', 'Drawing on pictures'],
  ['math', 'Vectors and matrices'],
  ['volume', 'Volumes'],
  ['bvh/queries', 'Points, distances and collisions'],
  ['bvh', 'Segments'],
  ['node/pictures', 'Pictures as files'],
  ['node/png', 'Pictures as files'],
  ['node/y4m', 'Pictures as files'],
  ['node/write', 'Writing files'],
  ['node/read', 'Reading files'],
  ['node', 'Devices and files in Node'],
  ['recipe', 'The viewer'],
  ['viewer', 'The viewer'],
  ['slices', 'The viewer'],
];

const OTHER_SUBJECT = 'More';

/** Folders of the reference, by the kind of a name. */
const KINDS = ['functions', 'classes', 'interfaces', 'types', 'variables'];

interface Exported {
  readonly name: string;
  readonly subject: string;
}

function readExports(file: string): Exported[] {
  const source = readFileSync(join(ROOT, 'src', file), 'utf8');
  const room = file.includes('/') ? `${file.split('/')[0]}/` : '';
  return [...source.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) => {
    const path = from!.startsWith('../') ? from!.slice(3) : `${room}${from!.replace('./', '')}`;
    const subject = SUBJECTS.find(([folder]) => path.startsWith(folder))?.[1] ?? OTHER_SUBJECT;
    return names!
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '')
      .map((name) => ({ name, subject }));
  });
}

/** The first sentence of a name's page in the reference. */
function describeName(entry: string, name: string): { readonly link: string; readonly text: string } {
  for (const kind of KINDS) {
    const link = `api/${kind}/${entry.replace('/', '_')}.${name}.html`;
    const path = join(ROOT, 'docs', link.replace('api/', ''));
    if (!existsSync(path)) continue;
    const html = readFileSync(path, 'utf8');
    const [, paragraph = ''] = /<div class="tsd-comment tsd-typography"><p>(.*?)<\/p>/s.exec(html) ?? [];
    const text = paragraph.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    return { link, text: /^.*?[.;:](?=\s|$)/.exec(text)?.[0]?.replace(/[;:]$/, '.') ?? text };
  }
  throw new Error(`docs: have no page of ${name} of ${entry}; npm run docs writes them again`);
}

/** Markdown of the page. Types stand in the reference beside what takes or returns them. */
export function describeLibrary(): string {
  const parts = ENTRIES.map(({ name, file }) => {
    const exports = readExports(file).map((one) => ({ ...one, ...describeName(name, one.name) }));
    const values = exports.filter(({ link }) => /\/(?:functions|classes|variables)\//.test(link));
    const subjects = [...new Set([...SUBJECTS.map(([, subject]) => subject), OTHER_SUBJECT])].filter((subject) =>
      values.some((value) => value.subject === subject),
    );
    const tables = subjects.map((subject) => {
      const rows = values
        .filter((value) => value.subject === subject && !/^[A-Z_]+$/.test(value.name))
        .map(({ name, link, text }) => `| [\`${name}\`](${link}) | ${text.replaceAll('|', '\\|')} |`);
      return rows.length === 0 ? '' : `### ${subject}\n\n| name | what it is |\n| --- | --- |\n${rows.join('\n')}`;
    });
    return `## ${name}\n\n${tables.filter((table) => table !== '').join('\n\n')}`;
  });
  return `# The library

What programs and pages import, by entry and by subject; constants and types are in [the whole reference](api/index.html).
\`@tilecast/web\`, for pages, has the names of \`tilecast\`, \`tilecast/mesh\` and \`tilecast/viewer\`.

${parts.join('\n\n')}
`;
}
