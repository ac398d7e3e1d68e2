/** SwiftShader, a Vulkan adapter that runs on the CPU, from an npm package alone. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { parseTar } from 'nanotar';
import { DeviceError } from '../index.js';

/** Carries SwiftShader for Linux on x86-64 beside its browser; an optional dependency. */
const PACKAGE = '@sparticuz/chromium';
const LOADER = 'libvulkan.so.1';
const MANIFEST = 'vk_swiftshader_icd.json';
const FILES = [LOADER, MANIFEST, 'libvk_swiftshader.so'];

/** dlopen's flag on glibc and musl; Node's `os.constants.dlopen` leaves it out. */
const RTLD_NODELETE = 0x1000;

/**
 * Makes SwiftShader the Vulkan driver of this process, unpacking it into the user's cache the first time.
 * @throws DeviceError where it cannot run or is not installed.
 */
export async function useSoftwareAdapter(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new DeviceError(
      `the software adapter runs on Linux on x86-64 only, and this is ${process.platform} on ${process.arch}`,
    );
  }
  const folder = await unpackOnce();
  const manifest = join(folder, MANIFEST);
  // The first is what Vulkan loaders since 1.3.207 read, the second what older ones do.
  process.env['VK_DRIVER_FILES'] = manifest;
  process.env['VK_ICD_FILENAMES'] = manifest;
  keepLoaded(join(folder, LOADER));
}

/** Whether Dawn can look for GPUs at all: where it does not find Vulkan's loader it complains on stderr. */
export function hasVulkanLoader(): boolean {
  return process.platform !== 'linux' || loadLibrary(LOADER, 0) === undefined;
}

/** Loads Vulkan's loader, so that Dawn's own dlopen of its bare name finds it. */
function keepLoaded(path: string): void {
  const problem = loadLibrary(path, RTLD_NODELETE);
  if (problem) throw new DeviceError(`the software adapter does not load: ${problem.message}`, { cause: problem });
}

/**
 * What keeps a shared library that is no Node addon from loading. Node closes what did not register itself as an addon
 * and throws; with RTLD_NODELETE the library stays in the process all the same.
 */
function loadLibrary(path: string, flags: number): Error | undefined {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | flags);
  } catch (error) {
    if (!(error as Error).message.includes('did not self-register')) return error as Error;
  }
  return undefined;
}

async function unpackOnce(): Promise<string> {
  const { archive, version } = findArchive();
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tilecast');
  const name = `swiftshader-${version}`;
  for (const parent of [cache, join(tmpdir(), 'tilecast')]) {
    const folder = join(parent, name);
    if (FILES.every((file) => existsSync(join(folder, file)))) return folder;
    try {
      await unpack(archive, parent, folder);
      return folder;
    } catch (cause) {
      if (!isUnwritable(cause)) throw cause;
    }
  }
  throw new DeviceError(`the software adapter cannot be unpacked: neither ${cache} nor ${tmpdir()} can be written`);
}

function findArchive(): { archive: string; version: string } {
  const require = createRequire(import.meta.url);
  try {
    const root = join(dirname(require.resolve(PACKAGE)), '..', '..');
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { archive: join(root, 'bin', 'swiftshader.tar.br'), version };
  } catch (cause) {
    throw new DeviceError(`the software adapter is not installed: npm install ${PACKAGE}`, { cause });
  }
}

/** Unpacks beside `folder` and renames, so that a process that was stopped or runs at the same time does no harm. */
async function unpack(archive: string, parent: string, folder: string): Promise<void> {
  await mkdir(parent, { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    const tar = await promisify(brotliDecompress)(await readFile(archive));
    for (const { name, data } of parseTar(tar)) {
      const file = name.replace(/^\.\//, '');
      if (data && FILES.includes(file)) await writeFile(join(fresh, file), data, { mode: 0o755 });
    }
    await rename(fresh, folder).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
      if (FILES.every((file) => existsSync(join(folder, file)))) return;
      await rm(folder, { recursive: true });
      await rename(fresh, folder);
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const isUnwritable = (cause: unknown) =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
