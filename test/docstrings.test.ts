/** Each exported name has a docstring, and so has each public member of its classes and interfaces: editors and the reference show them. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');
const ENTRIES = ['index.ts', 'mesh-queries.ts', 'lab.ts', 'node/index.ts', 'viewer/index.ts'];

/** A node of the syntax tree, of whose kinds these are the fields that are looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly {
    readonly local: { readonly name: string };
    readonly exported: { readonly name: string };
  }[];
  readonly declaration?: Node | null;
  readonly id?: { readonly name: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name: string } }[];
  readonly body?: { readonly body: readonly Node[] } | null;
  readonly key?: { readonly type: string; readonly name?: string; readonly value?: string };
  readonly kind?: string;
  readonly accessibility?: string;
  readonly override?: boolean;
}

interface Parsed {
  readonly statements: readonly Node[];
  readonly hasDocstring: (node: Node) => boolean;
}

const files = new Map<string, Parsed>();

function parse(path: string): Parsed {
  const known = files.get(path);
  if (known) return known;
  const code = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, code);
  const docstrings = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const parsed = {
    statements: program.body as unknown as Node[],
    hasDocstring: ({ start }: Node) =>
      docstrings.some(({ end }) => end <= start && code.slice(end, start).trim() === ''),
  };
  files.set(path, parsed);
  return parsed;
}

const resolve = (from: string, source: string) => join(dirname(from), source.replace(/\.js$/, '.ts'));

/** The declarations of a name: functions with overloads have several. */
function findDeclarations(path: string, name: string): { readonly path: string; readonly nodes: readonly Node[] } {
  const { statements } = parse(path);
  const nodes = statements.filter((statement) => {
    const { id, declarations } = statement.declaration ?? statement;
    return id?.name === name || declarations?.some((one) => one.id.name === name);
  });
  if (nodes.length > 0) return { path, nodes };
  for (const { source, specifiers = [] } of statements) {
    const found = specifiers.find(({ exported }) => exported.name === name);
    if (source && found) return findDeclarations(resolve(path, source.value), found.local.name);
  }
  throw new Error(`${path}: declares no ${name}`);
}

/** Members that a user sees; a class's constructor has the docstring of its class. */
const isPublic = ({ key, accessibility, kind, override }: Node) =>
  key !== undefined && key.type !== 'PrivateIdentifier' && !accessibility && kind !== 'constructor' && !override;

function listUndocumented(path: string, name: string): string[] {
  const { path: declaredIn, nodes } = findDeclarations(path, name);
  const { hasDocstring } = parse(declaredIn);
  const members = nodes
    .map((node) => node.declaration ?? node)
    .filter(({ type }) => type === 'ClassDeclaration' || type === 'TSInterfaceDeclaration')
    .flatMap(({ body }) => body!.body.filter(isPublic))
    .map((member) => ({ member, called: `${name}.${member.key!.name ?? member.key!.value}` }));
  // Accessors and overloads share one.
  const documented = new Set(members.filter(({ member }) => hasDocstring(member)).map(({ called }) => called));
  return [
    ...(nodes.some(hasDocstring) ? [] : [name]),
    ...members.map(({ called }) => called).filter((called) => !documented.has(called)),
  ];
}

it.each(ENTRIES)('of src/%s', (entry) => {
  const path = join(SRC, entry);
  const exported = parse(path).statements.flatMap(({ type, source, specifiers = [] }) => {
    // What else an entry may hold would go unseen.
    if (type.startsWith('Export')) expect(source, `${entry}: ${type}`).toBeTruthy();
    return source ? specifiers.map(({ local }) => ({ from: resolve(path, source.value), name: local.name })) : [];
  });
  expect(exported.length).toBeGreaterThan(5);
  expect(exported.flatMap(({ from, name }) => listUndocumented(from, name))).toEqual([]);
});
