/** The Python package, made into a wheel and tried by its own tests, where there is a Python with NumPy. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAIN, makeFolder } from '../cli/run-cli.js';

const ROOT = join(import.meta.dirname, '..', '..');

function python(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr, error } = spawnSync('python3', args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status: error ? undefined : status, stdout, stderr };
}

const HAS_PYTHON = python(['--version']).status === 0;
const HAS_NUMPY = python(['-c', 'import numpy']).status === 0;

describe.skipIf(!HAS_PYTHON)('the Python package', () => {
  const folder = makeFolder();
  let wheel = '';
  beforeAll(() => {
    const made = python([join(ROOT, 'src/python/make_wheel.py'), '--out', folder]);
    expect(made.status, made.stderr).toBe(0);
    wheel = made.stdout.trim();
    const unpacked = python(['-m', 'zipfile', '-e', wheel, join(folder, 'package')]);
    expect(unpacked.status, unpacked.stderr).toBe(0);
  });

  it('is the same wheel each time, which names all that it holds', () => {
    const again = python([join(ROOT, 'src/python/make_wheel.py'), '--out', join(folder, 'again')]).stdout.trim();
    expect(readFileSync(again).equals(readFileSync(wheel))).toBe(true);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const record = readFileSync(join(folder, 'package', `tilecast-${version}.dist-info`, 'RECORD'), 'utf8');
    const listed = python(['-m', 'zipfile', '-l', wheel]).stdout.trim().split('\n').slice(1);
    expect(record.trim().split('\n')).toHaveLength(listed.length);
    expect(record).toMatch(/^tilecast\/_program\/dist\/cli\/main\.js,sha256=/m);
  });

  it.skipIf(!HAS_NUMPY)('passes its tests', () => {
    const env = { PYTHONPATH: join(folder, 'package'), TILECAST_PROGRAM: MAIN };
    const { status, stderr } = python([join(import.meta.dirname, 'test_tilecast.py')], env);
    expect(status, stderr).toBe(0);
  });
});
