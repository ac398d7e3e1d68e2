/** Decodes LZMA data, the chunks of LZMA2: https://www.7-zip.org/sdk.html, "LZMA specification". */
import { InputError } from '../../../errors.js';

/** Probabilities are of 11 bits and move by a 32nd; the range keeps 24 bits at least. */
const [PROBABILITY_BITS, MOVE_BITS, TOP] = [11, 5, 2 ** 24];
const HALF = 1 << (PROBABILITY_BITS - 1);

const STATES = 12;
/** States below are those after a literal. */
const LITERAL_STATES = 7;
const [POSITION_STATES_MAX, LENGTH_STATES] = [16, 4];
const MATCH_BYTES_MIN = 2;

/** Slots of distances from here on have bits of their own in the stream, of which the lowest four are modelled. */
const [FIRST_MODELLED_SLOT, FIRST_DIRECT_SLOT, ALIGN_BITS] = [4, 14, 4];

const model = (count: number) => new Uint16Array(count).fill(HALF);

/** The models of match lengths. */
class LengthModels {
  readonly choices = model(2);
  readonly low = Array.from({ length: POSITION_STATES_MAX }, () => model(8));
  readonly middle = Array.from({ length: POSITION_STATES_MAX }, () => model(8));
  readonly high = model(256);
}

/** The models that a reset of the state sets anew, and what it forgets. */
class LzmaState {
  readonly isMatch = model(STATES * POSITION_STATES_MAX);
  readonly isRepeat = model(STATES);
  readonly isRepeatOther = model(STATES);
  readonly isRepeatSecond = model(STATES);
  readonly isRepeatThird = model(STATES);
  readonly isShort = model(STATES * POSITION_STATES_MAX);
  readonly slots = Array.from({ length: LENGTH_STATES }, () => model(64));
  readonly distances = model(128);
  readonly align = model(1 << ALIGN_BITS);
  readonly lengths = new LengthModels();
  readonly repeatLengths = new LengthModels();
  readonly literals: Uint16Array;
  state = 0;
  /** The last four distances, less 1. */
  repeats: [number, number, number, number] = [0, 0, 0, 0];

  constructor(literalBits: number) {
    this.literals = model(0x300 << literalBits);
  }
}

/** Bits of literals' contexts, of their positions and of positions of matches. */
interface LzmaProperties {
  readonly contextBits: number;
  readonly literalPositionBits: number;
  readonly positionBits: number;
}

/** Decodes chunks one after another into one array, which is the dictionary too. */
export class LzmaDecoder {
  readonly #target: Uint8Array;
  #done = 0;
  #dictionaryStart = 0;
  #properties: LzmaProperties | undefined;
  #models: LzmaState | undefined;
  #input: Uint8Array = new Uint8Array();
  #at = 0;
  #range = 0;
  #code = 0;

  constructor(target: Uint8Array) {
    this.#target = target;
  }

  /** Bytes that were made so far. */
  get done(): number {
    return this.#done;
  }

  resetDictionary(): void {
    this.#dictionaryStart = this.#done;
  }

  /** @param properties the byte of LZMA2's chunks. @throws InputError for one that cannot be. */
  setProperties(properties: number): void {
    const contextBits = properties % 9;
    const literalPositionBits = Math.floor(properties / 9) % 5;
    const positionBits = Math.floor(properties / 45);
    if (positionBits > 4 || contextBits + literalPositionBits > 4) throw damagedLzma();
    this.#properties = { contextBits, literalPositionBits, positionBits };
  }

  resetState(): void {
    if (!this.#properties) throw damagedLzma();
    this.#models = new LzmaState(this.#properties.contextBits + this.#properties.literalPositionBits);
  }

  copy(bytes: Uint8Array): void {
    if (this.#done + bytes.length > this.#target.length) throw damagedLzma();
    this.#target.set(bytes, this.#done);
    this.#done += bytes.length;
  }

  /** Makes `sizeBytes` bytes of a chunk. @throws InputError if it is damaged. */
  decode(chunk: Uint8Array, sizeBytes: number): void {
    const [models, properties] = [this.#models, this.#properties];
    const end = this.#done + sizeBytes;
    if (!models || !properties || end > this.#target.length || chunk.length < 5) throw damagedLzma();
    this.#input = chunk;
    this.#range = 0xffffffff;
    this.#code = new DataView(chunk.buffer, chunk.byteOffset).getUint32(1);
    this.#at = 5;
    while (this.#done < end) this.#decodeNext(models, properties, end);
    if (this.#at > chunk.length) throw damagedLzma();
  }

  #decodeNext(models: LzmaState, properties: LzmaProperties, end: number): void {
    const { state } = models;
    const position = (this.#done - this.#dictionaryStart) & ((1 << properties.positionBits) - 1);
    const modelIndex = state * POSITION_STATES_MAX + position;
    if (this.#bit(models.isMatch, modelIndex) === 0) {
      this.#decodeLiteral(models, properties);
      return;
    }
    const isAfterLiteral = state < LITERAL_STATES;
    let length: number;
    if (this.#bit(models.isRepeat, state) === 0) {
      models.state = isAfterLiteral ? 7 : 10;
      length = this.#length(models.lengths, position);
      models.repeats = [this.#distance(models, length), models.repeats[0], models.repeats[1], models.repeats[2]];
    } else {
      const [first, second, third, fourth] = models.repeats;
      if (this.#bit(models.isRepeatOther, state) === 0) {
        if (this.#bit(models.isShort, modelIndex) === 0) {
          models.state = isAfterLiteral ? 9 : 11;
          this.#repeat(first, 1, end);
          return;
        }
      } else if (this.#bit(models.isRepeatSecond, state) === 0) models.repeats = [second, first, third, fourth];
      else if (this.#bit(models.isRepeatThird, state) === 0) models.repeats = [third, first, second, fourth];
      else models.repeats = [fourth, first, second, third];
      models.state = isAfterLiteral ? 8 : 11;
      length = this.#length(models.repeatLengths, position);
    }
    this.#repeat(models.repeats[0], length + MATCH_BYTES_MIN, end);
  }

  #decodeLiteral(models: LzmaState, { contextBits, literalPositionBits }: LzmaProperties): void {
    const written = this.#done - this.#dictionaryStart;
    const previous = written > 0 ? this.#target[this.#done - 1]! : 0;
    const context = ((written & ((1 << literalPositionBits) - 1)) << contextBits) + (previous >> (8 - contextBits));
    const base = 0x300 * context;
    let symbol = 1;
    if (models.state >= LITERAL_STATES) {
      // A literal after a match differs from the byte that would continue it.
      if (models.repeats[0] >= written) throw damagedLzma();
      let matched = this.#target[this.#done - models.repeats[0] - 1]!;
      while (symbol < 0x100) {
        const matchedBit = (matched >> 7) & 1;
        matched <<= 1;
        const bit = this.#bit(models.literals, base + ((1 + matchedBit) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== matchedBit) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(models.literals, base + symbol);
    this.#target[this.#done++] = symbol;
    const { state } = models;
    models.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  #length(lengths: LengthModels, position: number): number {
    if (this.#bit(lengths.choices, 0) === 0) return this.#tree(lengths.low[position]!, 3);
    if (this.#bit(lengths.choices, 1) === 0) return 8 + this.#tree(lengths.middle[position]!, 3);
    return 16 + this.#tree(lengths.high, 8);
  }

  #distance(models: LzmaState, length: number): number {
    const slot = this.#tree(models.slots[Math.min(length, LENGTH_STATES - 1)]!, 6);
    if (slot < FIRST_MODELLED_SLOT) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < FIRST_DIRECT_SLOT) return base + this.#reverseTree(models.distances, base - slot, bits);
    const direct = this.#direct(bits - ALIGN_BITS) * 2 ** ALIGN_BITS;
    return base + direct + this.#reverseTree(models.align, 0, ALIGN_BITS);
  }

  /** @param distance less 1. */
  #repeat(distance: number, length: number, end: number): void {
    if (distance >= this.#done - this.#dictionaryStart || this.#done + length > end) throw damagedLzma();
    const target = this.#target;
    // Matches may overlap what they make.
    for (let left = length; left > 0; left--, this.#done++) target[this.#done] = target[this.#done - distance - 1]!;
  }

  #normalize(): void {
    if (this.#range >= TOP) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | (this.#input[this.#at++] ?? 0)) >>> 0;
  }

  #bit(models: Uint16Array, modelIndex: number): number {
    this.#normalize();
    const probability = models[modelIndex]!;
    const bound = (this.#range >>> PROBABILITY_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      models[modelIndex] = probability + (((1 << PROBABILITY_BITS) - probability) >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    models[modelIndex] = probability - (probability >> MOVE_BITS);
    return 1;
  }

  #direct(bits: number): number {
    let value = 0;
    for (let left = bits; left > 0; left--) {
      this.#normalize();
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      value = 2 * value + bit;
    }
    return value;
  }

  #tree(models: Uint16Array, bits: number): number {
    let symbol = 1;
    for (let left = bits; left > 0; left--) symbol = (symbol << 1) | this.#bit(models, symbol);
    return symbol - (1 << bits);
  }

  /** The lowest bit first; models begin behind `offset`. */
  #reverseTree(models: Uint16Array, offset: number, bits: number): number {
    let symbol = 1;
    let value = 0;
    for (let bit = 0; bit < bits; bit++) {
      const next = this.#bit(models, offset + symbol);
      symbol = (symbol << 1) | next;
      value |= next << bit;
    }
    return value;
  }
}

export const damagedLzma = () => new InputError('has LZMA data that are damaged or cut short; get a whole copy');
