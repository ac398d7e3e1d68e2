/** The flag that puts off optimizing is one that V8 knows: it would say so, and commands with it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each(['slices', 'render'])('says nothing with %s', (command) => {
  const { stderr, status } = spawnSync(process.execPath, ['dist/cli/main.js', command, 'none.nrrd', '-o', 'none.png'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('tilecast: none.nrrd: does not exist; check the path\n');
  expect(status).toBe(2);
});
