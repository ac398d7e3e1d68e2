/** Addresses of files in buckets, `s3://` and `gs://`, and those on the web that they stand for. */
import { InputError } from '../../errors.js';

export interface BucketAddress {
  readonly scheme: 's3' | 'gs';
  readonly bucket: string;
  /** The key, each part of which is escaped for an address, and the query. */
  readonly rest: string;
}

/** The server of buckets, where it is not the usual one of their provider. */
export interface BucketServer {
  readonly region?: string | undefined;
  /** Address of a server that has all buckets below it, by their names. */
  readonly endpoint?: string | undefined;
}

/**
 * Undefined for other addresses.
 * @throws InputError for a bucket whose name cannot be, and for a key of which `#` or `?` would cut the end off.
 */
export function parseBucketAddress(address: string): BucketAddress | undefined {
  const [, scheme, bucket = '', key = '', query = '', rest] =
    /^(s3|gs):\/\/([^/?#]*)(\/[^?#]*)?(\?[\w-]+=[^?#]*)?(.*)/is.exec(address) ?? [];
  if (scheme === undefined) return undefined;
  const lower = scheme.toLowerCase() as 's3' | 'gs';
  if (!/^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/.test(bucket)) {
    throw new InputError(`${lower}://: names no bucket; ${lower}://bucket/scan.zarr would`);
  }
  if (rest) {
    throw new InputError(
      `${lower}://${bucket}${key}: goes on with # or ?; its https address, with %23 and %3F for them, would be right`,
    );
  }
  const escaped = key.split('/').map((part) => encodeURIComponent(part));
  return { scheme: lower, bucket, rest: `${escaped.join('/')}${query}` };
}

/** The address of all that a bucket holds, without a slash at its end. */
export function bucketRoot({ scheme, bucket }: BucketAddress, { region, endpoint }: BucketServer = {}): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  if (scheme === 'gs') return `https://storage.googleapis.com/${bucket}`;
  const host = region === undefined ? 's3.amazonaws.com' : `s3.${region}.amazonaws.com`;
  // Certificates hold for names without dots.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

/** The address on the web, of public buckets; other addresses as they are. */
export function webAddress(url: string | URL): string | URL {
  const address = parseBucketAddress(String(url));
  return address ? `${bucketRoot(address)}${address.rest}` : url;
}
