/** `tilecast completion`: its script in a bash that asks for words as the Tab key does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, makeFolder, runCli, runProcess } from './run-cli.js';

const folder = makeFolder();

/** Command lines up to the cursor, with all that may follow there: what is not among it, the shell completes by files. */
const LINES: readonly (readonly [line: readonly string[], expected: readonly string[]])[] = [
  [['re'], ['render']],
  [
    ['transfer', ''],
    ['list', 'show'],
  ],
  [['render', ''], []],
  [['render', 'a.nrrd', '-o', ''], []],
  [
    ['render', '--mesh-'],
    ['--mesh-color', '--mesh-opacity'],
  ],
  [['render', '-', '--eye', '-1,0,0', '--tar'], ['--target']],
];

describe('tilecast completion', () => {
  it('completes commands and options in bash', () => {
    const script = join(folder, 'ask.sh');
    const asked = LINES.map(([line]) => `ask tilecast ${line.map((word) => `'${word}'`).join(' ')}`);
    writeFileSync(
      script,
      [
        `tilecast() { '${process.execPath}' '${MAIN}' "$@"; }`,
        'source <(SHELL=/bin/bash tilecast completion)',
        'ask() {',
        '  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()',
        '  SHELL=/bin/bash _tilecast_yargs_completions',
        `  echo "\${COMPREPLY[*]}"`,
        '}',
        ...asked,
      ].join('\n'),
    );
    const { status, stdout, stderr } = runProcess([script], {}, folder, ['bash']);
    expect([status, stderr]).toEqual([0, '']);
    const words = stdout.toString().trimEnd().split('\n');
    expect(words).toEqual(LINES.map(([, expected]) => expected.join(' ')));
  });

  it('offers all options behind two dashes, which end the options of a command', () => {
    const { status, stdout } = runCli(['--get-yargs-completions', 'tilecast', 'render', '--'], { SHELL: '/bin/bash' });
    expect(status).toBe(0);
    expect(stdout.toString().split('\n')).toEqual(expect.arrayContaining(['--output', '--light', '--own-colors']));
  });

  it('names the shells that there is a script for', () => {
    const { status, stderr } = runCli(['completion', 'fish']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tilecast: fish: completion takes no arguments; .* bash, or for zsh/);
  });

  it('prints a script for zsh where that is the shell', () => {
    const { stdout } = runCli(['completion'], { SHELL: '/bin/zsh' });
    expect(stdout.toString()).toMatch(/^#compdef tilecast/);
  });
});
