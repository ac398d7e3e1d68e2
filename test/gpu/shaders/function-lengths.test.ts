/** Functions of kernels and modules are short enough to be read at once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const WGSL = join(import.meta.dirname, '..', '..', '..', 'wgsl');
const LINES_MAX = 60;

/** The lines of each function, from the one with `fn` to its brace. */
function functionLengths(text: string): { name: string; lines: number }[] {
  return [...text.matchAll(/^(?:@\S+ )*fn (\w+)[\s\S]*?^\}$/gm)].map(([whole, name]) => ({
    name: name!,
    lines: whole.split('\n').length,
  }));
}

it('have no function of more than 60 lines', () => {
  const paths = readdirSync(WGSL, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.wgsl'));
  const functions = paths.flatMap((path) =>
    functionLengths(readFileSync(join(WGSL, path), 'utf8')).map((one) => ({ path, ...one })),
  );
  expect(functions.length).toBeGreaterThan(500);
  expect(functions.filter(({ lines }) => lines > LINES_MAX)).toEqual([]);
});
