/** The words of identifiers and comments: the field's, one for each meaning, and comments that begin with their subject. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const listBelow = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|wgsl)$/.test(path))
    .map((path) => join(folder, path));

const sources = [...listBelow('src'), ...listBelow('wgsl')];

/** Comments and texts: what is left of a source without them is code. */
const COMMENT_OR_TEXT = /(\/\/[^\n]*|\/\*.*?\*\/)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gs;

/** Not a word of a text in backticks, which another or the end of the text follows. */
const IDENTIFIER = /[A-Za-z_$][\w$]*(?![\w$`]| [a-z])/g;

const commentsOf = (text: string) =>
  Array.from(text.matchAll(COMMENT_OR_TEXT), ([, comment]) => comment ?? '').filter(Boolean);
const codeOf = (text: string) => text.replace(COMMENT_OR_TEXT, ' ');

/** Words that had a meaning of their own here, and those of the field. */
const WORDS = [
  { say: 'CPU reference', not: /\btwins?\b/i },
  { say: 'primary rays', not: /\beye[ -]?rays?\b/i },
  { say: 'lane layout', not: /\bfootprints?\b/i },
  { say: 'GPU-resident', not: /\bresidents\b/i },
  { say: 'traversal', not: /\bwalks? (?:of|through) (?:a|the) (?:tree|bvh)\b/i },
  { say: 'warm up', not: /\brehears\w*/i },
  {
    say: 'appearance',
    not: /\b(?:an?|the|each|every|its|their|whose|first|default|base|dense|most|several) looks?\b(?! at| up| like|-)/i,
  },
] as const;

/** Parts of identifiers, such as in `VolumeLook`; a verb as in `lookUp`, `lookAlong` or `looksLike` is none. */
const IDENTIFIERS = [
  {
    say: 'appearance',
    not: /^looks?$|[a-z]Looks?(?:$|[A-Z])|^Look(?:s|[A-Z]|$)|^looks?[A-Z](?!p\b|ike|long|round|etween)/,
  },
  { say: 'warm up', not: /rehears/i },
  { say: 'lane layout', not: /footprint/i },
  { say: 'primary rays', not: /eyeRays?/i },
] as const;

/** The beginnings of comments that lack their subject. Comments of one line that follow each other are one. */
const BEGINNING = /^(?:What|The same|Of|One way|Those|Who|By|For|In|Where|With|So|Such|Else|It)\b/;

function firstLines(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, mark, words] = /^\s*(\/\*\*|\/\/)\s*(.*)$/.exec(line) ?? [];
    if (mark === undefined || (mark === '//' && /^\s*\/\//.test(lines[index - 1] ?? ''))) return [];
    return [words || (lines[index + 1] ?? '').replace(/^\s*\* ?/, '')];
  });
}

describe('the sources', () => {
  it('are read', () => {
    expect(sources.length).toBeGreaterThan(1000);
    const text = "// What it is.\n// Of it.\nconst lookUp = 'the look'; /** The default look. */\nconst baseLook = 1;";
    expect(firstLines(text)).toEqual(['What it is.']);
    expect(commentsOf(text)).toEqual(['// What it is.', '// Of it.', '/** The default look. */']);
    expect(codeOf(text)).not.toContain('the look');
    const identifiers = [
      'look',
      'Looks',
      'baseLook',
      'LookOption',
      'lookPanel',
      'lookUp',
      'looksLike',
      'lookAlong',
      'outlook',
    ];
    expect(identifiers.filter((name) => IDENTIFIERS[0].not.test(name))).toEqual(identifiers.slice(0, 5));
  });

  it.each(WORDS)('say "$say" in comments', ({ not }) => {
    const found = sources.flatMap((path) =>
      commentsOf(readFileSync(join(ROOT, path), 'utf8'))
        .filter((comment) => not.test(comment.replace(/\s*\n\s*(?:\*|\/\/)\s*/g, ' ')))
        .map((comment) => `${path}: ${comment}`),
    );
    expect(found).toEqual([]);
  });

  it.each(WORDS)('say "$say" in their READMEs', ({ not }) => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('README.md'))
        .map((path) => join('src', path)),
    ];
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((page) => not.test(readFileSync(join(ROOT, page), 'utf8')))).toEqual([]);
  });

  it.each(IDENTIFIERS)('say "$say" in identifiers', ({ not }) => {
    const found = sources.flatMap((path) =>
      [...new Set(codeOf(readFileSync(join(ROOT, path), 'utf8')).match(IDENTIFIER))]
        .filter((name) => not.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('have comments that begin with their subject', () => {
    const found = sources.flatMap((path) =>
      firstLines(readFileSync(join(ROOT, path), 'utf8'))
        .filter((line) => BEGINNING.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
