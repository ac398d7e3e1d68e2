/** Far more inputs than a process may have files open. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { MAIN, makeFolder } from '../../cli/run-cli.js';

const OPEN_FILES = 200;
const INPUTS = 2000;

it.skipIf(process.platform === 'win32')('reads more inputs than files may be open', () => {
  const path = join(makeFolder(), 'a.png');
  const picture = new PNG({ width: 4, height: 4 });
  writeFileSync(path, PNG.sync.write(picture));
  const command = `ulimit -n ${OPEN_FILES} && exec "$0" "$@"`;
  const args = [process.execPath, MAIN, 'render', ...Array<string>(INPUTS).fill(path), '-o', `${path}.out.png`];
  const { stderr, status } = spawnSync('sh', ['-c', command, ...args], { encoding: 'utf8' });
  expect(stderr).toMatch(/is volume 9; a picture shows up to 8 volumes/);
  expect(status).toBe(2);
});
