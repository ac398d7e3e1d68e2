/** Inputs that are no files on disk: the standard input, and addresses on the web. */
import { buffer } from 'node:stream/consumers';
import { type FileSource, InputError, type RemoteOptions } from '../../index.js';
import {
  addressBeside,
  fetchRemote,
  isDicomWeb,
  isUrl,
  LargeFileError,
  nameUrl,
  parseDicomWebAddress,
} from '../../lab.js';
import type { InputMemory } from '../host-memory.js';
import { nameInBucket, resolveBucket, signBucketAnew } from '../web/buckets.js';
import { headersOf } from '../web/web-headers.js';
import { noteSlowServer } from './slow-servers.js';
import { isConfined } from './within.js';

/** Names of the standard input; the second is for parsers that take a lone dash for an option. */
const STANDARD_INPUT: readonly string[] = ['-', 'stdin:'];

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether `path` names the standard input or an address on the web. */
export const isStream = (path: string) => STANDARD_INPUT.includes(path) || isUrl(path) || isDicomWeb(path);

/** @throws InputError, one line that starts with its name, if it cannot be read. */
export async function readStream(
  path: string,
  options: StreamOptions = {},
): Promise<Pick<FileSource, 'name' | 'bytes' | 'readSibling'>> {
  return isUrl(path) ? readUrl(path, options) : readStandardInput(options.memory);
}

/** The name of the standard input, or of an address, in messages. */
export const nameStream = (path: string): string => (isUrl(path) ? nameUrl(path) : 'standard input');

interface StreamOptions {
  /** The only hosts that are asked; undefined for any. */
  readonly hosts?: readonly string[] | undefined;
  /** Larger files of the web are a `LargeFileError`. */
  readonly sizeBytesMax?: number | undefined;
  /** Its share of the memory that the user bounds. */
  readonly memory?: InputMemory | undefined;
}

/**
 * @param hosts the only ones that are asked, with their port unless it is the usual one; undefined for any.
 * @throws InputError if the address is malformed or at another host, or if anybody on the way could read and change what it
 * sends.
 */
function checkUrl(path: string, hosts?: readonly string[]): URL {
  if (isDicomWeb(path)) throw new InputError(`${nameUrl(path)}: is for volumes, and no file`);
  if (!URL.canParse(path)) throw new InputError(`${nameUrl(path)}: is no address; https://host/file would be one`);
  if (isConfined())
    throw new InputError(`${nameUrl(path)}: is an address, and --within keeps all that is read in a folder`);
  const url = new URL(path);
  if (hosts && !hosts.includes(url.host)) {
    throw new InputError(`${nameUrl(path)}: is at ${url.host}, of which nothing is read here`);
  }
  if (url.protocol === 'https:' || LOCAL_HOSTS.includes(url.hostname)) return url;
  throw new InputError(`${nameUrl(path)}: is not encrypted; https: addresses are read, and http: ones of this machine`);
}

/**
 * The address on the web of an input, which may be in a bucket.
 * @throws InputError as `checkUrl` does, and for settings of buckets that cannot be.
 */
export async function locateUrl(path: string, hosts?: readonly string[]): Promise<URL> {
  const address = isDicomWeb(path) ? `${parseDicomWebAddress(path).root}` : path;
  return checkUrl(/^https?:/i.test(address) || isConfined() ? address : await resolveBucket(address), hosts);
}

let standardInputRead = false;

async function readStandardInput(memory: InputMemory | undefined) {
  const name = nameStream('-');
  if (standardInputRead) throw new InputError(`${name}: can be read once; name a file for one of the inputs`);
  standardInputRead = true;
  if (process.stdin.isTTY)
    throw new InputError(`${name}: is a terminal; send it a file, as in tilecast info - < scan.nrrd`);
  const bytes = await (memory ? collectIn(memory) : buffer(process.stdin)).catch((cause: Error) => {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${name}: cannot be read: ${cause.message}`, { cause });
  });
  const readSibling = (sibling: string): never => {
    throw new InputError(`${sibling} cannot be found, since the header came through ${name}; name the header's file`);
  };
  return { name, bytes, readSibling };
}

/** The standard input, whose size nobody knows before its end: its pieces, and then all of them in one. */
async function collectIn(memory: InputMemory): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of process.stdin) {
    sizeBytes += piece.length;
    memory.check(2 * sizeBytes, 'what comes through it');
    pieces.push(piece);
  }
  memory.keep(sizeBytes, 'what comes through it');
  return Buffer.concat(pieces);
}

/** A file of the web. @throws InputError where the memory does not hold it. */
async function fetchIn(url: URL, options: RemoteOptions, { sizeBytesMax, memory }: StreamOptions) {
  const left = memory?.bytesLeft ?? Number.POSITIVE_INFINITY;
  const isTight = left < (sizeBytesMax ?? Number.POSITIVE_INFINITY);
  const bounds = { ...options, sizeBytesMax: isTight ? left : sizeBytesMax };
  return fetchRemote(url, bounds).catch((error: unknown) => {
    if (!isTight || !(error instanceof LargeFileError)) throw error;
    // The message says how many bytes it has, and how many are left.
    throw memory!.refuse(error.message.slice(`${nameInBucket(url) ?? nameUrl(url)}: `.length), error);
  });
}

/** @param hosts the only ones that are asked, and that lead nowhere; undefined for any. */
export const remoteOptions = (hosts?: readonly string[]): RemoteOptions => ({
  redirects: hosts === undefined,
  headersOf,
  signAnew: signBucketAnew,
  nameOf: nameInBucket,
  followPace: noteSlowServer,
  checkRedirect: (to, from) => {
    checkOnward(to.href, from, hosts);
  },
});

/** The address that a server, or a file of its, leads to. @throws InputError as `checkUrl` does, and where it is nobody's business. */
function checkOnward(to: string, from: URL, hosts?: readonly string[]): URL {
  const url = checkUrl(to, hosts);
  if (!isOfThisMachine(url) || isOfThisMachine(from)) return url;
  throw new InputError(`the server leads to ${nameUrl(url)}, on this machine, which only the command line may name`);
}

/** Servers elsewhere have no business with those of this machine, which may answer to whoever asks from it. */
const isOfThisMachine = ({ hostname }: URL) =>
  LOCAL_HOSTS.includes(hostname) || /^(127\.[\d.]+|0\.0\.0\.0|(.+\.)?localhost\.?|\[::(ffff:7f.*)?\])$/.test(hostname);

async function readUrl(path: string, { hosts, sizeBytesMax, memory }: StreamOptions) {
  const remote = remoteOptions(hosts);
  const { bytes, finalUrl } = await fetchIn(await locateUrl(path, hosts), remote, { sizeBytesMax, memory });
  memory?.keep(bytes.length, 'its file');
  const readSibling = async (sibling: string) => {
    const url = checkOnward(addressBeside(finalUrl, sibling), new URL(finalUrl), hosts);
    const more = (await fetchIn(url, remote, { memory })).bytes;
    memory?.spend(more.length, `its file ${sibling}`);
    return more;
  };
  return { name: nameUrl(path), bytes, readSibling };
}
