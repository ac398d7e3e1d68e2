/** Exported names: one meaning each, so that a search for a name finds what it means. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');

/** Exports of these rooms that stand for the same thing elsewhere: in float64, or with files on disk and adapters of Node. */
const COUNTERPARTS: Readonly<Record<string, readonly string[]>> = {
  reference: [
    'AmbientOcclusion',
    'Cull',
    'FusedVolume',
    'NO_TRIANGLE',
    'SoftShadows',
    'VolumeLight',
    'exclusiveScan',
    'extractIsosurface',
    'split',
  ],
  node: ['CreateRendererOptions', 'createRenderer', 'loadEnvironment', 'loadMesh', 'loadVolume'],
};

/** Its exports have the keywords of DICOM's data dictionary (PS3.6), and are read as `tags.SeriesDescription`. */
const KEYWORDS = join('files', 'dicom', 'headers', 'attributes.ts');

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

/** The names that a text declares and exports; overloads once. */
const declaredIn = (text: string) => [...new Set(Array.from(text.matchAll(DECLARATION), ([, name]) => name!))];

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const declarations = sources
  .filter((path) => path !== KEYWORDS)
  .flatMap((path) => declaredIn(readFileSync(join(SRC, path), 'utf8')).map((name) => ({ name, path })));

const VALUE = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const values = new Set(
  sources
    .flatMap((path) => Array.from(readFileSync(join(SRC, path), 'utf8').matchAll(VALUE), ([, name]) => name!))
    .filter((name) => !name.endsWith('_DEFAULTS')),
);

/** A name's words in lower case; `three-mf` and `read3mf` have none in common, but the one without dashes may be in the other. */
const wordsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());

/** Letters by which words are the same, whatever their endings: navigate and navigation. */
const STEM_LETTERS = 5;
const stemOf = (word: string) => word.slice(0, STEM_LETTERS).replace(/s$/, '');

/** Whether a file with this name may have this export. */
function tellsOf(file: string, name: string): boolean {
  const stems = wordsOf(file).map(stemOf);
  return (
    wordsOf(name).some((word) => stems.includes(stemOf(word))) || name.toLowerCase().includes(file.replace('-', ''))
  );
}

describe('a file', () => {
  it('has a word of what it exports in its name', () => {
    const isTold = (path: string) => {
      const names = declaredIn(readFileSync(join(SRC, path), 'utf8'));
      const file = basename(path, '.ts').replace('three-', '3');
      return names.length === 0 || names.some((name) => tellsOf(file, name));
    };
    expect(sources.filter((path) => path !== KEYWORDS && !isTold(path))).toEqual([]);
    expect(tellsOf('found', 'LastCached')).toBe(false);
  });
});

describe('an exported name', () => {
  it('is found', () => {
    expect(declarations.length).toBeGreaterThan(2000);
    const text = 'export const a = 1;\nexport function b(): void;\nexport function b() {}\nexport type { c } from "d";';
    expect(declaredIn(text)).toEqual(['a', 'b']);
  });

  it('is declared by one file alone', () => {
    const isCounterpart = ({ name, path }: (typeof declarations)[number]) =>
      COUNTERPARTS[path.split(/[\\/]/)[0]!]?.includes(name) ?? false;
    const files = new Map<string, string[]>();
    for (const declaration of declarations.filter((each) => !isCounterpart(each))) {
      const { name, path } = declaration;
      files.set(name, [...(files.get(name) ?? []), path]);
    }
    const repeated = [...files].filter(([, paths]) => paths.length > 1);
    expect(repeated.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
  });

  it('is used by another file; an X_DEFAULTS is there for its readers', () => {
    const users = new Map<string, Set<string>>();
    const files = ['src', 'test', 'experiments', 'volumes'].flatMap((room) => {
      const paths = readdirSync(join(SRC, '..', room), { recursive: true, encoding: 'utf8' });
      // Packages of an experiment lie in it once it has run.
      const own = paths.filter((each) => /\.(?:ts|mjs|js)$/.test(each) && !each.includes('node_modules'));
      return own.map((path) => join(room, path));
    });
    for (const file of [...files, 'vite.config.ts']) {
      for (const [word] of readFileSync(join(SRC, '..', file), 'utf8').matchAll(/\w+/g)) {
        if (values.has(word)) users.set(word, (users.get(word) ?? new Set()).add(file));
      }
    }
    expect([...values].filter((name) => users.get(name)!.size < 2)).toEqual([]);
    expect(values.size).toBeGreaterThan(1500);
  });

  it('is no place, which is a point, a position, an index or a folder', () => {
    const isPlace = (name: string) => /^[pP]laces?(?:O[fn]|$)|(?<!In)Places?$|PLACES?$/.test(name);
    expect(declarations.filter(({ name }) => isPlace(name)).map(({ name, path }) => `${name}: ${path}`)).toEqual([]);
    const names = ['placesOn', 'ClosestPlace', 'placeCamera', 'swapBytesInPlace'];
    expect(names.filter(isPlace)).toEqual(['placesOn', 'ClosestPlace']);
  });

  it('of a variable is no place either, and no turn', () => {
    const found = sources.filter((path) =>
      /\b(?:const|let) (?:places?|turns?)\b/.test(readFileSync(join(SRC, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('of a counterpart is declared elsewhere too', () => {
    for (const [room, names] of Object.entries(COUNTERPARTS))
      for (const name of names) {
        const paths = declarations.filter((declaration) => declaration.name === name).map(({ path }) => path);
        expect(
          paths.filter((path) => path.startsWith(room)),
          `${name} in ${room}`,
        ).toHaveLength(1);
        expect(paths.length, name).toBe(2);
      }
  });
});
