/** The errors that callers may catch. Each carries a `tag`, by which it is recognised where two copies of the package meet. */

/** Base of every error that tilecast throws on purpose; its message is one line meant for the user. */
export class TilecastError extends Error {
  // Spelt out, as minifiers rename classes.
  override readonly name: string = 'TilecastError';
  readonly tag: 'input' | 'device';

  constructor(tag: TilecastError['tag'], message: string, options?: ErrorOptions) {
    super(toLine(message), options);
    this.tag = tag;
  }
}

/** The caller's mistake or a bad input: says which file or option, what is wrong and what would be right. */
export class InputError extends TilecastError {
  override readonly name = 'InputError';

  constructor(message: string, options?: ErrorOptions) {
    super('input', message, options);
  }
}

/** No usable adapter, a lost device, or a GPU error that would have corrupted the result. */
export class DeviceError extends TilecastError {
  override readonly name = 'DeviceError';

  constructor(message: string, options?: ErrorOptions) {
    super('device', message, options);
  }
}

/** Longer messages are cut. */
const MESSAGE_LENGTH_MAX = 2000;

/** Quoted text, of files and of engines, may hold line breaks and be as long as it likes. */
function toLine(message: string): string {
  const line = message.replace(/\s*[\r\n]+\s*/g, ' ');
  return line.length > MESSAGE_LENGTH_MAX ? `${line.slice(0, MESSAGE_LENGTH_MAX - 1)}…` : line;
}
