/** Checks of the codecs that metadata name, before zarrita loads them: of several that fail, it catches one. */
import * as zarr from 'zarrita';
import { InputError } from '../../../errors.js';

const REWRITE = 'write it again with gzip, zstd or blosc, as zarr-python and tensorstore can';

/** Codecs within codecs would be as deep as the text is long. */
const DEPTH_MAX = 8;

/**
 * @param bytes of a file of metadata, which may be none: who opens it says so.
 * @throws InputError, without the store's name, if it names a codec that is not known.
 */
export function checkCodecs(bytes: Uint8Array): void {
  const metadata = parseObject(bytes);
  const { codecs, compressor, filters, zarr_format: version, storage_transformers: transformers } = metadata;
  checkDataType(metadata['data_type']);
  if (typeof version === 'string' && version.includes('purl.org/zarr')) {
    throw new InputError(
      'is of a draft of Zarr 3, whose final version has other metadata; copy its arrays to Zarr 2 with the zarr-python 2 that wrote it: zarr.copy_all',
    );
  }
  if (Array.isArray(transformers) && transformers.length > 0) {
    const { name } = asObject(transformers[0]);
    throw new InputError(
      `has chunks behind the storage transformer ${JSON.stringify(name ?? null)}, which is not read; write it with codecs alone`,
    );
  }
  if (codecs !== undefined) checkNames(codecs, 0);
  // Zarr 2 has them in fields of their own, and zarrita adds what the names of Zarr 3 begin with.
  if (filters && !Array.isArray(filters)) throw new InputError('has filters that are no list');
  for (const codec of [...((filters as unknown[] | undefined) ?? []), ...(compressor ? [compressor] : [])]) {
    const { id, dtype, astype = dtype } = asObject(codec);
    if (id === 'delta' && astype !== dtype) {
      throw new InputError(`has differences in ${String(astype)} of ${String(dtype)}, which are not read; ${REWRITE}`);
    }
    const isScaling = typeof id === 'string' && /^(numcodecs\.)?fixedscaleoffset$/.test(id);
    if (!isScaling) checkName(id, `numcodecs.${String(id)}`);
  }
}

/** Types of text, records and times are objects with a name, which zarrita takes for texts. */
function checkDataType(type: unknown): void {
  if (type === undefined || typeof type === 'string') return;
  throw new InputError(
    `has values of the type ${JSON.stringify(asObject(type)['name'] ?? null)}, which are no voxels; name an array of numbers`,
  );
}

function checkNames(codecs: unknown, depth: number): void {
  if (!Array.isArray(codecs) || depth > DEPTH_MAX) throw new InputError('has codecs that are no list');
  for (const codec of codecs) {
    const { name, configuration } = asObject(codec);
    if (name !== 'sharding_indexed') checkName(name, String(name));
    else checkSharding(asObject(configuration), depth);
  }
}

function checkSharding(configuration: Readonly<Record<string, unknown>>, depth: number): void {
  const { index_location: location = 'end' } = configuration;
  if (depth > 0) {
    throw new InputError('has shards within shards, which are not read; write it again with chunks within shards');
  }
  if (location !== 'end' && location !== 'start') {
    throw new InputError(
      `has shards whose index is at the ${String(location)}, which is not read; at the start or the end it is`,
    );
  }
  for (const field of ['codecs', 'index_codecs']) checkNames(configuration[field], depth + 1);
}

function checkName(name: unknown, registered: string): void {
  if (typeof name === 'string' && zarr.registry.has(registered)) return;
  throw new InputError(`has chunks of the codec ${JSON.stringify(name)}, which is not read; ${REWRITE}`);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new InputError('has a codec that is no object with a name');
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
