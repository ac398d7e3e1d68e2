/** Retrieves instances as files, or where a server gives none, their metadata and frames (PS3.18, sections 10.4 and 8.7). */
import { InputError } from '../../../errors.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { type RemoteOptions, requestBytes } from '../../web/web-request.js';
import { isDicom } from '../is-dicom.js';
import { findSyntaxOfMediaType, findTransferSyntax } from '../pixels/transfer-syntaxes.js';
import { type ResourcePath, resourceAddress } from './dicom-web-address.js';
import { encodeInstance, type InstanceFrames } from './encode-instance.js';
import { type JsonDataSet, numberOf, parseDataSets, textOfTag } from './json-data-set.js';
import { type BodyPart, readParameter, splitMultipart } from './multipart.js';

export const DICOM_JSON_TYPE = 'application/dicom+json';

/** Files as they are stored, whatever compresses their pixels. */
const FILE_TYPE = 'multipart/related; type="application/dicom"; transfer-syntax=*';
const FRAME_TYPE = 'multipart/related; type="application/octet-stream"; transfer-syntax=*';

/** Answers of servers that give no files, or not so. */
const NOT_GIVEN: readonly number[] = [400, 404, 405, 406, 415, 501];

/** Frames that are asked for at the same time. */
const AT_ONCE = 6;

export class InstanceRetrieval {
  readonly #root: string;
  readonly #options: RemoteOptions;
  /** Whether the server has refused to give files. */
  #givesParts = false;

  constructor(root: string, options: RemoteOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** The file of an instance. @throws InputError, one line that starts with its address. */
  async retrieve(path: ResourcePath): Promise<Uint8Array> {
    if (this.#givesParts) return this.#assemble(path);
    const url = resourceAddress(this.#root, path, '');
    const answer = await requestBytes(url, { mediaType: FILE_TYPE, accept: NOT_GIVEN }, this.#options);
    if (NOT_GIVEN.includes(answer.status)) {
      const assembled = await this.#assemble(path);
      this.#givesParts = true;
      return assembled;
    }
    return nameInErrors(nameOf(path), async () => {
      const [part] = splitMultipart(answer.bytes, answer.contentType);
      if (part && isDicom(part.bytes)) return part.bytes;
      throw new InputError('the server answers with no DICOM file; check that the address is a DICOMweb root');
    });
  }

  async #assemble(path: ResourcePath): Promise<Uint8Array> {
    const url = resourceAddress(this.#root, path, '/metadata');
    const { bytes, finalUrl } = await requestBytes(url, { mediaType: DICOM_JSON_TYPE }, this.#options);
    return nameInErrors(nameOf(path), async () => {
      const [dataSet] = parseDataSets(bytes);
      if (!dataSet) throw new InputError('the server describes no such instance');
      const bulk = await this.#retrieveBulk(dataSet, finalUrl);
      return encodeInstance(dataSet, bulk, await this.#retrieveFrames(path, dataSet));
    });
  }

  /** Bytes that the metadata name by their addresses at the same server, of the elements that are read. */
  async #retrieveBulk(dataSet: JsonDataSet, base: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const bulk = new Map<string, Uint8Array>();
    for (const [tag, { BulkDataURI }] of Object.entries(dataSet)) {
      if (!READ_BULK.includes(tag.toUpperCase()) || typeof BulkDataURI !== 'string') continue;
      if (!URL.canParse(BulkDataURI, base)) continue;
      const url = new URL(BulkDataURI, base);
      if (url.origin !== new URL(base).origin) continue;
      const { bytes, contentType } = await requestBytes(url, { mediaType: FRAME_TYPE }, this.#options);
      const [part] = splitMultipart(bytes, contentType);
      if (part) bulk.set(tag, part.bytes);
    }
    return bulk;
  }

  /** Undefined for what is no image. */
  async #retrieveFrames(path: ResourcePath, dataSet: JsonDataSet): Promise<InstanceFrames | undefined> {
    const [rows, columns] = [numberOf(dataSet, ROWS) ?? 0, numberOf(dataSet, COLUMNS) ?? 0];
    if (rows * columns === 0) return undefined;
    if (numberOf(dataSet, BITS_ALLOCATED) === 1 && (rows * columns) % 8 !== 0) {
      throw new InputError('is given by its server frame by frame, whose bits are no whole bytes');
    }
    const count = numberOf(dataSet, NUMBER_OF_FRAMES) ?? 1;
    if (!Number.isInteger(count) || count < 1 || count > FRAMES_MAX) {
      throw new InputError(`has ${count} frames by its server; 1 to ${FRAMES_MAX} are right`);
    }
    const parts: BodyPart[] = [];
    for (let first = 1; first <= count; first += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, index) => first + index);
      parts.push(...(await Promise.all(numbers.map((number) => this.#retrieveFrame(path, number)))));
    }
    const syntaxes = new Set(parts.map(({ contentType }) => syntaxOf(contentType, dataSet)));
    if (syntaxes.size > 1) throw new InputError(`has frames of several transfer syntaxes: ${[...syntaxes].join(', ')}`);
    const [syntax = ''] = syntaxes;
    const isEncapsulated = findTransferSyntax(syntax).codec !== undefined;
    return { syntax, isEncapsulated, frames: parts.map(({ bytes }) => bytes) };
  }

  async #retrieveFrame(path: ResourcePath, number: number): Promise<BodyPart> {
    const url = resourceAddress(this.#root, path, `/frames/${number}`);
    const { bytes, contentType } = await requestBytes(url, { mediaType: FRAME_TYPE }, this.#options);
    const parts = splitMultipart(bytes, contentType);
    if (parts.length !== 1)
      throw new InputError(`the server answers with ${parts.length} frames where 1 was asked for`);
    return parts[0]!;
  }
}

const nameOf = ({ instance = '' }: ResourcePath) => `instance ${instance}`;

const [ROWS, COLUMNS, BITS_ALLOCATED, NUMBER_OF_FRAMES] = ['00280010', '00280011', '00280100', '00280008'] as const;
const AVAILABLE_TRANSFER_SYNTAX = '00083002';

/** More is damage, and would be as many requests. */
const FRAMES_MAX = 100_000;

/** Palettes of colours, and the headers of Siemens. */
const READ_BULK: readonly string[] = [
  ...['00281201', '00281202', '00281203', '00291010', '00291020'],
  ...['00291110', '00291120', '00291210', '00291220'],
];

/** @throws InputError for frames whose encoding is not known. */
function syntaxOf(contentType: string, dataSet: JsonDataSet): string {
  const said = readParameter(contentType, 'transfer-syntax');
  if (said !== undefined && said !== '*') return said;
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  const available = textOfTag(dataSet, AVAILABLE_TRANSFER_SYNTAX);
  // Frames of plain bytes are uncompressed, whatever the files are.
  if (type !== 'application/octet-stream' && available !== undefined) return available;
  const syntax = findSyntaxOfMediaType(type);
  if (syntax !== undefined) return syntax;
  throw new InputError(`has frames of a type that is not known: "${contentType.slice(0, 60)}"`);
}
