/** Hostile files for the command line, and the check that it refuses them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeFolder, runProcess } from '../run-cli.js';

/** Options of a picture that takes little time. */
export const SMALL = ['--size', '16x16', '--software'];
export const folder = makeFolder();

/** Expects exit code 2 and one line on stderr that matches `message`. */
export function expectRefusal(args: readonly string[], message: RegExp): void {
  const { status, stderr } = runProcess(args);
  const lines = stderr.split('\n').filter((line) => line && !/renders on the CPU|: reads /.test(line));
  expect(lines.join('\n')).toMatch(message);
  expect(lines).toHaveLength(1);
  expect(status).toBe(2);
}

export function writeText(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A small volume, whose data are in the file or where `fields` say. */
export function writeNrrd(path: string, fields = '', data = new Uint8Array(64).fill(7), side = 4): string {
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\n${fields}`;
  writeFileSync(path, fields.includes('data file') ? header : Buffer.concat([Buffer.from(`${header}\n`), data]));
  return path;
}
