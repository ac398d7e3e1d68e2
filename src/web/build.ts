/** `npm run build`: makes `dist`, unless it is what the sources make already. `--force` makes it again. */
import { execSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnlessCurrent } from './build-unless-current.js';

const ROOT = join(import.meta.dirname, '..', '..');
const STAMP = 'node_modules/.cache/tilecast-build.json';

const COMMAND =
  'vite build --logLevel warn && tsc --project tsconfig.build.json && rolldown --config rolldown.config.ts';

const FILES = {
  root: ROOT,
  inputs: [
    'src',
    'wgsl',
    'package.json',
    // Versions and hashes of all that is installed.
    'node_modules/.package-lock.json',
    ...['vite.config.ts', 'rolldown.config.ts', 'tsconfig.json', 'tsconfig.build.json'],
  ],
  // Contracts of kernels are written among the sources.
  outputs: ['dist', 'src/gpu/shaders/wgsl-contracts.ts'],
  stamp: STAMP,
};

if (process.argv.includes('--force')) rmSync(join(ROOT, STAMP), { force: true });
const built = buildUnlessCurrent(FILES, () => execSync(COMMAND, { cwd: ROOT, stdio: 'inherit' }));
if (!built) process.stdout.write('dist is what the sources make already; npm run build -- --force makes it again\n');
