/** Pieces of VTK's parallel files (.pvti, .pvtu, .pvtp), of which each is a file of its own. */
import { InputError } from '../../errors.js';
import { Budget } from '../bytes/budget.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { childrenOf, type XmlElement } from '../bytes/text/xml.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import type { FileSource } from '../volumes/source.js';

/** Steps of opening a piece's file, however small it is. */
const STEPS_PER_PIECE = 1 << 14;

export class VtkPieces {
  /** One for each piece, at least one. */
  readonly elements: readonly XmlElement[];
  /** The allowance of all pieces together. */
  readonly budget: Budget;
  readonly #source: FileSource;
  readonly #known = new Set<string>();
  /** The piece that was read last: the first is read for the whole's geometry, and then for its values. */
  #last: { readonly file: string; readonly bytes: Uint8Array } | undefined;

  /** @throws InputError if the data set names no pieces. */
  constructor(source: FileSource, dataSet: XmlElement) {
    this.elements = childrenOf(dataSet, 'Piece');
    if (this.elements.length === 0) throw new InputError('names no pieces; get a whole copy');
    this.#source = source;
    this.budget = new Budget(source.bytes.length);
  }

  /** @throws InputError, which names the piece's file, if it is not there or `take` throws one. */
  async read<T>({ attributes }: XmlElement, take: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    const file = attributes.get('Source') ?? '';
    if (file === '') throw new InputError('has a piece without a Source, which is its file; get a whole copy');
    if (this.#last?.file !== file) this.#last = { file, bytes: await this.#source.readSibling(file) };
    const { bytes } = this.#last;
    // A file that is named again is no more input, but as much work.
    if (!this.#known.has(file)) this.budget.addInput(bytes.length);
    this.#known.add(file);
    this.budget.spendSteps(STEPS_PER_PIECE + bytes.length, 'reading its pieces');
    return nameInErrors(`piece ${quote(file)}`, async () => take(bytes));
  }
}
