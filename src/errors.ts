/** The errors that callers may catch. Each carries a `tag` that survives bundling and structured cloning. */

/** Base of every error that tilecast throws on purpose; its message is one line meant for the user. */
export class TilecastError extends Error {
  readonly tag: 'input' | 'device';

  constructor(tag: TilecastError['tag'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.tag = tag;
    this.name = new.target.name;
  }
}

/** The caller's mistake or a bad input: says which file or option, what is wrong and what would be right. */
export class InputError extends TilecastError {
  constructor(message: string, options?: ErrorOptions) {
    super('input', message, options);
  }
}

/** No usable adapter, a lost device, or a GPU error that would have corrupted the result. */
export class DeviceError extends TilecastError {
  constructor(message: string, options?: ErrorOptions) {
    super('device', message, options);
  }
}
