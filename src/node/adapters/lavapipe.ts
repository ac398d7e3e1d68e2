/** Says why the system's lavapipe, Mesa's Vulkan driver for the CPU, is not taken, and how to get one that is. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { findHome } from '../folders/find-home.js';

const INSTALL = 'apt-get install mesa-vulkan-drivers (on Debian 12 with -t bookworm-backports)';

/** Why there is no lavapipe, or none that Dawn takes, and what to install; for people who would be served by one. */
export function explainMissingLavapipe(): string {
  if (process.platform !== 'linux') return `lavapipe is for Linux, and this is ${process.platform}`;
  const manifest = findLavapipeManifest();
  return manifest === undefined ? `lavapipe is not installed: ${INSTALL}` : explainOldLavapipe(manifest);
}

/** Why there is no adapter at all, and what to install on such a machine; an old lavapipe is named. */
export function explainNoAdapter(
  { platform, arch }: { readonly platform: string; readonly arch: string } = process,
  manifest: string | undefined = findLavapipeManifest(),
): string {
  const isLinux = platform === 'linux';
  const ways = [
    'install a GPU driver with Vulkan, Metal or D3D12',
    ...(isLinux
      ? [manifest === undefined ? `lavapipe: ${INSTALL}` : `a newer lavapipe: ${explainOldLavapipe(manifest)}`]
      : []),
    ...(isLinux && arch === 'x64' ? ['SwiftShader: npm install @sparticuz/chromium@147.0.0'] : []),
  ];
  return `no adapter works here: ${ways.join('; or ')}`;
}

const explainOldLavapipe = (manifest: string) =>
  `the lavapipe that is installed (${manifest}) is too old for Dawn, which takes Mesa 25.0 and not 22.3: on Debian 12 ` +
  'apt-get install -t bookworm-backports mesa-vulkan-drivers';

/**
 * The package to install to be faster than with SwiftShader; undefined where there is nothing. Measured on two cores, lavapipe
 * takes a quarter to two fifths of SwiftShader's time for the same frames: experiments/peers.
 */
export function adviseLavapipe(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const how = findLavapipeManifest() === undefined ? `: ${INSTALL}` : `, but ${explainMissingLavapipe()}`;
  return `lavapipe would be three times as fast${how}`;
}

/** The manifest by which Vulkan's loader finds the driver, at the places where it looks. */
export function findLavapipeManifest(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const listed = env['VK_DRIVER_FILES'] || env['VK_ICD_FILENAMES'];
  const paths = listed ? listed.split(delimiter) : manifestsOf(env);
  return paths.find((path) => /^(lvp|lavapipe)/.test(basename(path)) && existsSync(path));
}

function manifestsOf(env: NodeJS.ProcessEnv): string[] {
  const data = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(delimiter);
  const home = findHome();
  const own = env['XDG_DATA_HOME'] || (home && join(home, '.local', 'share'));
  return ['/usr/local/etc', '/etc', ...data, ...(own ? [own] : [])].flatMap((root) => {
    const folder = join(root, 'vulkan', 'icd.d');
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
}
