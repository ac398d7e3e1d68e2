/** The places in which files of several frames say what each of these is. */
import type { Attribute, DataSet } from '../headers/data-set.js';

/** The attributes of files of several frames: in a group of the frame, of all frames, or in the file itself. */
export class FunctionalGroups {
  readonly #frame: DataSet | undefined;
  readonly #shared: DataSet | undefined;
  readonly root: DataSet;

  constructor(frame: DataSet | undefined, shared: DataSet | undefined, root: DataSet) {
    this.#frame = frame;
    this.#shared = shared;
    this.root = root;
  }

  numbers(group: Attribute | undefined, attribute: Attribute): number[] {
    for (const dataSet of this.#dataSetsOf(group)) {
      const numbers = dataSet.numbers(attribute);
      if (numbers.length > 0) return numbers;
    }
    return [];
  }

  number(group: Attribute | undefined, attribute: Attribute): number | undefined {
    return this.numbers(group, attribute)[0];
  }

  strings(group: Attribute | undefined, attribute: Attribute): string[] {
    for (const dataSet of this.#dataSetsOf(group)) {
      const strings = dataSet.strings(attribute);
      if (strings.length > 0) return strings;
    }
    return [];
  }

  #dataSetsOf(group: Attribute | undefined): DataSet[] {
    const items = group ? [this.#frame, this.#shared].flatMap((holder) => holder?.items(group)[0] ?? []) : [];
    return [...items, this.root];
  }
}
