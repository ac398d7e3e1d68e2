/** Undo and redo over immutable values; undo takes back a whole gesture. */

/** Enough for any user; documents share their parts, so that they take little memory. */
const STEPS_MAX = 200;

export class History<Value> {
  readonly #past: Value[] = [];
  readonly #future: Value[] = [];
  #present: Value;
  #gesture: unknown;

  constructor(start: Value) {
    this.#present = start;
  }

  get present(): Value {
    return this.#present;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /**
   * Makes `value` the present one.
   * @param gesture changes in a row that have the same one are undone together; undefined is undone alone.
   */
  change(value: Value, gesture?: unknown): void {
    if (value === this.#present) return;
    const goesOn = gesture !== undefined && gesture === this.#gesture;
    if (!goesOn) this.#past.push(this.#present);
    if (this.#past.length > STEPS_MAX) this.#past.shift();
    this.#gesture = gesture;
    this.#present = value;
    this.#future.length = 0;
  }

  /** Makes `value` the only one there is. */
  reset(value: Value): void {
    this.#past.length = 0;
    this.#future.length = 0;
    this.#gesture = undefined;
    this.#present = value;
  }

  undo(): void {
    this.#move(this.#past, this.#future);
  }

  redo(): void {
    this.#move(this.#future, this.#past);
  }

  #move(from: Value[], to: Value[]): void {
    const value = from.pop();
    if (value === undefined) return;
    to.push(this.#present);
    this.#gesture = undefined;
    this.#present = value;
  }
}
