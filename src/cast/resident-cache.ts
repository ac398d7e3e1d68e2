/** A cache of callers' objects on the device: found again by identity, freed when they are gone, bounded while they are not. */

export interface ResidentCacheOptions<Key, Value> {
  /** Sizes beyond it free what was not used for longest; what the frame at hand uses stays. */
  readonly capacity: number;
  /** The weight of a key's value, in the unit of the capacity; default: one each. */
  readonly weightOf?: (key: Key) => number;
  readonly release: (value: Awaited<Value>) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  lastFrame: number;
}

export class ResidentCache<Key extends object, Value> {
  readonly #options: ResidentCacheOptions<Key, Value>;
  readonly #byKey = new WeakMap<Key, Entry<Value>>();
  /** Entries; those used last are at the end. */
  readonly #entries = new Set<Entry<Value>>();
  readonly #collected = new FinalizationRegistry<Entry<Value>>((entry) => this.#free(entry));
  #weight = 0;
  #frame = 0;

  constructor(options: ResidentCacheOptions<Key, Value>) {
    this.#options = options;
  }

  get(key: Key): Value | undefined {
    const entry = this.#byKey.get(key);
    if (!entry || !this.#entries.delete(entry)) return undefined;
    this.#entries.add(entry);
    entry.lastFrame = this.#frame;
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    const entry = { value, weight: this.#options.weightOf?.(key) ?? 1, lastFrame: this.#frame };
    this.#byKey.set(key, entry);
    this.#entries.add(entry);
    this.#collected.register(key, entry, entry);
    this.#weight += entry.weight;
    this.#trim();
  }

  delete(key: Key): boolean {
    const entry = this.#byKey.get(key);
    return entry !== undefined && this.#free(entry);
  }

  /** Values that are used from now on stay until this is called again. */
  beginFrame(): void {
    this.#frame++;
  }

  #trim(): void {
    for (const entry of this.#entries) {
      if (this.#weight <= this.#options.capacity) return;
      if (entry.lastFrame < this.#frame) this.#free(entry);
    }
  }

  #free(entry: Entry<Value>): boolean {
    if (!this.#entries.delete(entry)) return false;
    this.#weight -= entry.weight;
    this.#collected.unregister(entry);
    // A promise that fails made nothing that could be freed.
    Promise.resolve(entry.value).then(this.#options.release, () => undefined);
    return true;
  }

  destroy(): void {
    for (const entry of this.#entries) this.#free(entry);
  }
}
