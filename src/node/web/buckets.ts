/** Files in buckets of S3 and of Google: their addresses on the web, and the headers by which their servers know the user. */
import { type HeadersOf, InputError } from '../../index.js';
import { bucketRoot, decodeEscapes, findSigningRegion, hideSecret, parseBucketAddress } from '../../lab.js';
import { type AwsSettings, readAwsSettings } from './aws-settings.js';
import { findGoogleToken } from './google-token.js';

const REGION_DEFAULT = 'us-east-1';

interface Signer {
  readonly headersOf: HeadersOf;
  /** Signs for another region from now on; whether the latest request may have been signed for another one than this. */
  readonly moveTo?: (region: string) => boolean;
}

/** Signers and own names of the buckets that were asked for, by the text with which addresses of their files begin. */
const grants = new Map<string, Signer & { readonly name: string }>();

/**
 * The address on the web of an `s3://` or `gs://` one, to whose bucket requests are signed from now on where there are keys.
 * @throws InputError for what is no such address, and for settings that cannot be.
 */
export async function resolveBucket(path: string): Promise<string> {
  const address = parseBucketAddress(path);
  if (!address) throw new InputError(`${path}: is no address of a bucket; s3://bucket/scan.zarr would be one`);
  const isS3 = address.scheme === 's3';
  const settings = isS3 ? await readAwsSettings() : undefined;
  const root = bucketRoot(address, settings ?? { endpoint: emulatorOf(process.env) });
  const signer = settings ? await signerOf(settings) : { headersOf: googleHeaders };
  grants.set(`${root}/`, { ...signer, name: `${address.scheme}://${address.bucket}/` });
  // The bucket itself is signed for by its slash too.
  return `${root}${escapeMarks(address.rest) || '/'}`;
}

/** Escapes all that signatures have escaped: some servers compare them with the address as it was sent. */
const escapeMarks = (address: string) =>
  address.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The address of another server than Google's, as programs for it are told. */
const emulatorOf = ({ STORAGE_EMULATOR_HOST: host }: NodeJS.ProcessEnv) =>
  host === undefined || host.includes('://') ? host : `http://${host}`;

/** The headers of the bucket that an address lies in; undefined for other addresses, and without keys. */
export const bucketHeadersOf: HeadersOf = (url) => findGrant(url)?.[1].headersOf(url);

/** Statuses by which servers of buckets refuse a signature for another region, in their own words. */
const OTHER_REGION_STATUSES: readonly number[] = [301, 400];

/** Whether a request to a bucket was refused for its region, and is signed for the one that the server names from now on. */
export async function signBucketAnew(url: URL, refusal: Response): Promise<boolean> {
  const moveTo = findGrant(url)?.[1].moveTo;
  if (!moveTo || !OTHER_REGION_STATUSES.includes(refusal.status)) return false;
  const region = await findSigningRegion(refusal);
  return region !== undefined && moveTo(region);
}

/** The `s3://` or `gs://` address of a file in a bucket that was asked for; undefined for other addresses. */
export function nameInBucket(url: URL): string | undefined {
  const [root, grant] = findGrant(url) ?? [];
  if (root === undefined) return undefined;
  const key = `${url.origin}${url.pathname}`.slice(root.length);
  return `${grant!.name}${decodeEscapes(key)}`;
}

const findGrant = ({ href }: URL) => [...grants].find(([root]) => href.startsWith(root));

async function signerOf({ keys, region: own = REGION_DEFAULT }: AwsSettings): Promise<Signer> {
  if (!keys) return { headersOf: () => undefined };
  hideSecret(keys.secretAccessKey);
  if (keys.sessionToken) hideSecret(keys.sessionToken);
  const { AwsV4Signer } = await import('aws4fetch');
  const cache = new Map<string, ArrayBuffer>();
  let region = own;
  let isMoved = false;
  const moveTo = (other: string) => {
    // Requests that were sent together are refused together.
    if (isMoved) return other === region;
    isMoved = true;
    region = other;
    return true;
  };
  const headersOf: HeadersOf = async (url) => {
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    const signer = new AwsV4Signer({
      ...{ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      ...{ url: url.href, method: 'GET', service: 's3', region, cache },
    });
    return Object.fromEntries((await signer.sign()).headers);
  };
  return { headersOf, moveTo };
}

const googleHeaders: HeadersOf = async () => {
  const token = await findGoogleToken();
  if (token === undefined) return undefined;
  hideSecret(token);
  return { authorization: `Bearer ${token}` };
};
