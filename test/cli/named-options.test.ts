/** The documents of the command line name options and exit codes that exist. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';

const OPTION = /(?<![\w-])--(?:no-)?([a-z][a-z\d-]*)/g;
const NAMES = Object.keys(COMMANDS);
const CALL = new RegExp(`tilecast (?:${NAMES.join('|')}) .*`, 'g');
let known: ReadonlySet<string>;

const named = (text: string) => [...text.matchAll(OPTION)].map(([, name]) => name!);

beforeAll(() => {
  const help = NAMES.map((command) =>
    execFileSync(process.execPath, ['dist/cli/main.js', command, '--help'], { encoding: 'utf8' }),
  );
  known = new Set(help.flatMap(named));
});

describe('documents of the command line', () => {
  it('has options to compare with', () => expect(known.size).toBeGreaterThan(50));

  it('names no option that no command has, in src/cli/README.md', () => {
    const missing = named(readFileSync('src/cli/README.md', 'utf8')).filter((name) => !known.has(name));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('gives tilecast no option that it does not have, in SECURITY.md', () => {
    const text = readFileSync('SECURITY.md', 'utf8').replace(/\\\n/g, ' ');
    const commands = text.split('\n').flatMap((line) => [...line.matchAll(CALL)].map(([call]) => call));
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.flatMap(named).filter((name) => !known.has(name))).toEqual([]);
  });

  it('lists the exit codes of signals and of the time limit', () => {
    const table = readFileSync('src/cli/README.md', 'utf8').split('## Exit codes')[1]!;
    for (const code of [124, 129, 130, 143]) expect(table).toMatch(new RegExp(`^\\|[^|]*\\b${code}\\b`, 'm'));
  });
});
