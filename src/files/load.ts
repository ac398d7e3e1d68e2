/** Loads volumes and meshes from web addresses, with `fetch` alone. */
import { InputError } from '../errors.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Volume } from '../volume/volume.js';
import { gunzip } from './bytes/inflate.js';
import { readMesh } from './meshes/mesh-formats.js';
import type { FileSource, VolumeSelection } from './volumes/source.js';
import { readVolume } from './volumes/volume-formats.js';

export interface LoadOptions {
  /** Stops the download; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Loads a volume in any format that `readVolume` knows, with the data files that its header names, relative to it.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadVolume` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no volume or a broken one.
 */
export async function loadVolume(url: string | URL, options: LoadOptions & VolumeSelection = {}): Promise<Volume> {
  return (await readVolume(await fetchSource(url, options), options)).volume;
}

/**
 * Loads a mesh in any format that `readMesh` knows, gzipped or not.
 * @param url absolute, or relative to the page. `tilecast/node` has a `loadMesh` for paths.
 * @throws InputError, one line that starts with the address, if it cannot be fetched, is no mesh or a broken one.
 */
export async function loadMesh(url: string | URL, options: LoadOptions = {}): Promise<Mesh> {
  return (await readMesh(await fetchSource(url, options))).mesh;
}

async function fetchSource(url: string | URL, { signal }: LoadOptions): Promise<FileSource> {
  const { bytes, finalUrl } = await fetchBytes(url, signal);
  const readSibling = async (name: string) => {
    if (!URL.canParse(name, finalUrl)) throw new InputError(`${name} has no address, since ${nameUrl(url)} has none`);
    return (await fetchBytes(new URL(name, finalUrl), signal)).bytes;
  };
  return { name: nameUrl(url), bytes, readSibling, gunzip };
}

async function fetchBytes(url: string | URL, signal: AbortSignal | undefined) {
  const name = nameUrl(url);
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: signal ?? null });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    signal?.throwIfAborted();
    const { message } = cause as Error;
    throw new InputError(`${name}: cannot be fetched: ${message}; check the address, and that its server allows CORS`, {
      cause,
    });
  }
  const { ok, status, statusText } = response;
  if (!ok) throw new InputError(`${name}: the server answers ${`${status} ${statusText}`.trim()}; check the address`);
  if (isWebPage(bytes)) throw new InputError(`${name}: the server answers with a web page; check the address`);
  return { bytes, finalUrl: response.url };
}

/** Servers of single-page applications answer with their page where they have no such file. */
function isWebPage(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

/** The address in messages, and by whose ending formats are told: without its query, which may be long or secret. */
function nameUrl(url: string | URL): string {
  const text = String(url);
  return text.startsWith('data:') ? 'data URL' : text.replace(/[?#].*$/s, '');
}
