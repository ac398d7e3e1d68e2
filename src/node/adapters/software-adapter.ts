/** SwiftShader, a Vulkan adapter that runs on the CPU, from an npm package alone. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { parseTar } from 'nanotar';
import { DeviceError } from '../../index.js';
import { findCacheFolder } from '../folders/cache-folder.js';
import { ensurePrivateFolder, haveContents } from '../folders/private-folder.js';
import { makeTemporaryFolder } from '../folders/temporary-folder.js';
import { sha256 } from '../read/sha256.js';
import { removeAtExit } from '../write/unfinished.js';

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
 * The error that keeps a shared library that is no Node addon from loading. Node closes what did not register itself as an
 * addon and throws; with RTLD_NODELETE the library stays in the process all the same.
 */
function loadLibrary(path: string, flags: number): Error | undefined {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | flags);
  } catch (error) {
    if (!(error as Error).message.includes('did not self-register')) return error as Error;
  }
  return undefined;
}

/** The hashes of the files, beside them: it is written last, so that without it nothing counts. */
const HASHES = 'sha256.json';

/**
 * The folder with the files, from the user's cache if that is nobody else's and holds what was unpacked into it, else from
 * a folder of this process alone.
 */
async function unpackOnce(): Promise<string> {
  const { archive, version } = findArchive();
  const cached = await findInCache(`swiftshader-${version}`, archive);
  if (cached !== undefined) return cached;
  try {
    const folder = await makeTemporaryFolder();
    await writeFiles(folder, await readArchive(archive));
    return folder;
  } catch (cause) {
    if (cause instanceof DeviceError) throw cause;
    throw new DeviceError(
      `the software adapter cannot be unpacked: neither the cache folder nor ${tmpdir()} can be written: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Undefined where there is no cache that can be trusted and written. */
async function findInCache(name: string, archive: string): Promise<string | undefined> {
  try {
    const parent = await findCacheFolder();
    if (parent === undefined) return undefined;
    const folder = join(parent, name);
    if (await isIntact(folder)) return folder;
    await replaceFolder(parent, folder, await readArchive(archive));
    return folder;
  } catch (cause) {
    if (cause instanceof DeviceError) throw cause;
    return undefined;
  }
}

/** Whether the folder is the user's alone, and its files are what they were when they were unpacked. */
async function isIntact(folder: string): Promise<boolean> {
  if (!existsSync(folder) || (await ensurePrivateFolder(folder)) !== folder) return false;
  try {
    const hashes = JSON.parse(await readFile(join(folder, HASHES), 'utf8')) as Record<string, string>;
    return FILES.every((file) => Object.hasOwn(hashes, file)) && (await haveContents(folder, hashes));
  } catch {
    return false;
  }
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

type Contents = ReadonlyMap<string, Uint8Array>;

/** @throws DeviceError if it is damaged or lacks a file. */
async function readArchive(archive: string): Promise<Contents> {
  try {
    const tar = await promisify(brotliDecompress)(await readFile(archive), { maxOutputLength: ARCHIVE_BYTES_MAX });
    const contents = new Map(
      parseTar(tar).flatMap(({ name, data }) => (data ? [[name.replace(/^\.\//, ''), data]] : [])),
    );
    const missing = FILES.find((file) => !contents.has(file));
    if (missing) throw new Error(`it lacks ${missing}`);
    return new Map(FILES.map((file) => [file, contents.get(file)!]));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new DeviceError(`${archive}: cannot be unpacked; install ${PACKAGE} again: ${reason}`, { cause });
  }
}

/** Far more than it unpacks to. */
const ARCHIVE_BYTES_MAX = 1 << 28;

async function writeFiles(folder: string, contents: Contents): Promise<void> {
  const hashes: Record<string, string> = {};
  for (const [file, data] of contents) {
    await writeFile(join(folder, file), data, { mode: 0o700 });
    hashes[file] = await sha256(data);
  }
  await writeFile(join(folder, HASHES), JSON.stringify(hashes), { mode: 0o600 });
}

/** Unpacks beside `folder` and renames, so that a process that was stopped or runs at the same time does no harm. */
async function replaceFolder(parent: string, folder: string, contents: Contents): Promise<void> {
  const fresh = join(parent, `new-${randomName()}`);
  const removed = removeAtExit(fresh);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFiles(fresh, contents);
    await rename(fresh, folder).catch(async (cause: NodeJS.ErrnoException) => {
      if (!IN_THE_WAY.includes(cause.code ?? '')) throw cause;
      // Another process may have been faster; what is damaged, or a link, goes.
      if (await isIntact(folder)) return;
      const old = join(parent, `old-${randomName()}`);
      const oldRemoved = removeAtExit(old);
      await rename(folder, old);
      await rename(fresh, folder).finally(() => rm(old, { recursive: true, force: true }));
      oldRemoved();
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    removed();
  }
}

const randomName = () => randomBytes(9).toString('base64url');

const IN_THE_WAY = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'];
