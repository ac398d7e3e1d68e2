/** The house plan: which room may import which, and that browser-safe code stays so. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');
/** A larger folder wants rooms of its own. */
const MOST_FILES_IN_A_FOLDER = 15;

const DOMAIN = ['volume', 'mesh', 'transfer', 'camera'];
const ALL_BELOW_INDEX = [
  'math',
  ...DOMAIN,
  'gpu',
  'split',
  'shapes',
  'tiles',
  'bvh',
  'isosurface',
  'paged',
  'cast',
  'tune',
  'overlay',
  'files',
  'errors',
];

/** Rooms, and the rooms that they may import besides themselves. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  'with-defaults': [],
  math: [],
  volume: ['math', 'errors'],
  mesh: ['math', 'errors'],
  transfer: ['math', 'errors', 'volume'],
  camera: ['math', 'errors'],
  gpu: ['errors'],
  split: ['gpu', 'errors'],
  shapes: ['camera', 'volume', 'math', 'errors'],
  tiles: ['split', 'gpu', 'camera', 'math', 'errors'],
  bvh: ['split', 'mesh', 'gpu', 'math', 'errors'],
  isosurface: ['split', 'gpu', 'mesh', 'volume', 'math', 'errors'],
  paged: ['math', 'volume', 'errors'],
  cast: ['math', ...DOMAIN, 'paged', 'gpu', 'split', 'shapes', 'tiles', 'bvh', 'errors'],
  tune: ['math', ...DOMAIN, 'gpu', 'shapes', 'cast', 'errors'],
  overlay: ['math', 'camera', 'volume', 'transfer', 'errors'],
  slices: ['math', ...DOMAIN, 'paged', 'overlay', 'errors'],
  reference: ['math', ...DOMAIN, 'errors'],
  files: ['math', ...DOMAIN, 'paged', 'errors'],
  index: ALL_BELOW_INDEX,
  'mesh-queries': ALL_BELOW_INDEX,
  lab: ALL_BELOW_INDEX,
  worker: ['cast', 'files', 'paged', 'volume'],
  node: ['index', 'lab', 'worker'],
  farm: ['node', 'errors'],
  service: ['index', 'node', 'recipe'],
  recipe: ['index', 'mesh-queries', 'lab', 'slices'],
  'viewer-page': ['index', 'lab', 'recipe'],
  cli: ['index', 'mesh-queries', 'lab', 'recipe', 'slices', 'node', 'farm', 'service', 'viewer-page'],
  viewer: ['math', 'index', 'mesh-queries', 'lab', 'recipe', 'slices', 'viewer-page'],
  // Scripts that make packages and pages of the others; what they import lies outside of src.
  web: [],
  site: ['web'],
};

/** Rooms that every room may import. */
const EVERYWHERE = ['with-defaults'];

const NODE_ROOMS = ['node', 'farm', 'service', 'cli', 'web', 'site'];

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

/** The first folder below src, or the file's own name where it lies in src itself. */
const roomOf = (path: string) => path.split(/[\\/]/)[0]!.replace(/\.ts$/, '');

function importsOf(path: string): string[] {
  const text = readFileSync(join(SRC, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier!);
}

/** The files below src that a file imports, types included. */
const filesImportedBy = (path: string) =>
  importsOf(path)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(SRC, normalize(join(SRC, dirname(path), specifier.replace(/\.js$/, '.ts')))))
    .filter((target) => !target.startsWith('..'));

/** Files that import each other, directly or through others: the strongly connected components of more than one file. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = (from: string) => {
    const met = new Set<string>();
    const open = [...(graph.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (met.has(next)) continue;
      met.add(next);
      open.push(...(graph.get(next) ?? []));
    }
    return met;
  };
  const reached = new Map([...graph.keys()].map((path) => [path, reach(path)]));
  const circles = [...graph.keys()].map((path) =>
    [...graph.keys()].filter((other) => reached.get(path)!.has(other) && reached.get(other)?.has(path)),
  );
  return circles.filter((circle, index) => circle[0] === [...graph.keys()][index]);
}

describe('the rooms', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(100);
  });

  it.each(sources)('%s imports only what its room may', (path) => {
    const room = roomOf(path);
    const allowed = MAY_IMPORT[room];
    expect(allowed, `room ${room} is in the plan`).toBeDefined();
    for (const target of filesImportedBy(path)) {
      const targetRoom = roomOf(target);
      if (targetRoom !== room && !EVERYWHERE.includes(targetRoom))
        expect(allowed, `${path} imports ${target}`).toContain(targetRoom);
    }
  });

  it('have no files that import each other, types included', () => {
    expect(findCircles(new Map(sources.map((path) => [path, filesImportedBy(path)])))).toEqual([]);
  });

  it('would be told of circles', () => {
    const graph = { a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [], f: ['f'] };
    expect(findCircles(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['f']]);
  });

  it.each(sources.filter((path) => !NODE_ROOMS.includes(roomOf(path))))('%s runs in a browser', (path) => {
    const specifiers = importsOf(path);
    expect(specifiers.filter((name) => name.startsWith('node:') || name === 'webgpu')).toEqual([]);
    expect(readFileSync(join(SRC, path), 'utf8')).not.toMatch(/\b(Buffer|process)\./);
  });

  it('run the kernels of the rooms of the same names, whose paths they name', () => {
    const wgsl = join(ROOT, 'wgsl');
    const texts = new Map(sources.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));
    const kernels = readdirSync(wgsl, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.wgsl') && /@(?:compute|fragment)/.test(readFileSync(join(wgsl, path), 'utf8')))
      .map((path) => path.replaceAll('\\', '/'));
    expect(kernels.length).toBeGreaterThan(50);
    const isRun = (kernel: string) =>
      [...texts].some(
        ([path, text]) =>
          roomOf(path) === roomOf(kernel) && text.includes(`'${kernel}'`) && !path.endsWith('wgsl-contracts.ts'),
      );
    expect(kernels.filter((kernel) => !isRun(kernel))).toEqual([]);
  });

  it('are divided where they have many files', () => {
    const counts = new Map<string, number>();
    for (const top of ['src', 'wgsl']) {
      for (const path of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })) {
        const folder = join(top, dirname(path));
        if (/\.(?:ts|wgsl)$/.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)).toEqual([]);
  });

  it.each(sources)('%s says in its first line what it is', (path) => {
    const [first, second] = readFileSync(join(SRC, path), 'utf8').split('\n');
    expect(first!.startsWith('#!') ? second : first).toMatch(/^\/\*\*/);
  });
});
