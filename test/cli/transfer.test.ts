/** `tilecast transfer` as a user meets it. */
import { describe, expect, it } from 'vitest';
import { applyWindow, findTransfer, NAMED_TRANSFERS, parseTransfer } from '../../src/index.js';
import { runCli } from './run-cli.js';

describe('tilecast transfer list', () => {
  it('shows each in a line of its own, with name, kind, values and what it shows', () => {
    const { status, stdout, stderr } = runCli(['transfer', 'list']);
    expect(status, stderr).toBe(0);
    const lines = stdout.toString().split('\n');
    for (const { name, kind, description } of NAMED_TRANSFERS) {
      const [line, ...others] = lines.filter((candidate) => candidate.startsWith(`${name} `));
      expect(others).toEqual([]);
      expect(line).toContain(kind);
      expect(line).toContain(description);
    }
    expect(lines.find((line) => line.startsWith('CT-Bone '))).toMatch(/ bone .* -16 to 641 /);
  });

  it('prints JSON', () => {
    const { transfers } = JSON.parse(runCli(['transfer', 'list', '--json']).stdout.toString());
    expect(transfers).toEqual(JSON.parse(JSON.stringify(NAMED_TRANSFERS)));
    expect(transfers[0]).toMatchObject({ name: 'CT-AAA', kind: 'HU preset', window: [143.556, 419.736] });
  });
});

describe('tilecast transfer show', () => {
  it('prints what --transfer reads', () => {
    for (const name of ['bone', 'uCT-Skull', 'viridis']) {
      const { status, stdout } = runCli(['transfer', 'show', name]);
      expect(status).toBe(0);
      expect(parseTransfer(stdout.toString(), name)).toEqual(findTransfer(name).create());
    }
  });

  it('lays it over a window, also of negative values', () => {
    const { stdout } = runCli(['transfer', 'show', 'bone', '--window', '-160,240']);
    expect(parseTransfer(stdout.toString(), '')).toEqual(applyWindow(findTransfer('bone').create(), [-160, 240]));
  });

  it.each([
    [
      ['transfer', 'show', 'bonw'],
      /there is no transfer function "bonw"; did you mean "bone"\? tilecast transfer list/,
    ],
    [['transfer', 'show'], /transfer show: name one of those/],
    [['transfer'], /transfer: say list or show NAME/],
    [['transfer', 'show', 'bone', '--window', '3,2'], /window must go from a lower to a higher value, not from 3 to 2/],
    [['transfer', 'show', 'bone', '--window'], /--window: its value is missing/],
  ])('%j is told in one line', (args, message) => {
    const { status, stdout, stderr } = runCli(args);
    expect(status).toBe(2);
    expect(stdout.toString()).toBe('');
    expect(stderr).toMatch(/^tilecast: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});
