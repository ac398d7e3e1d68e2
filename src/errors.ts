/** The errors that callers may catch. Each carries a `tag`, by which it is recognised where two copies of the package meet. */

/** Base of every error that tilecast throws on purpose; its message is one line meant for the user. */
export class TilecastError extends Error {
  // Spelt out, as minifiers rename classes.
  override readonly name: string = 'TilecastError';
  /** Whether the input is at fault or the device. */
  readonly tag: 'input' | 'device';

  constructor(tag: TilecastError['tag'], message: string, options?: ErrorOptions) {
    super(toLine(message), options);
    this.tag = tag;
  }
}

/** A mistake of the caller or a bad input. The message names the file or option, what is wrong and what would be right. */
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

/** Addresses with their user and password, and with their query, by which they may be signed. */
const ADDRESSES = /(\b[a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s?#"'<>]*)(\?[^\s"'<>]*)?/gi;

/** Shorter texts are words that messages hold anyway. */
const SECRET_LENGTH_MIN = 6;

const secrets = new Set<string>();

/** Has a text, such as a token, never stand in a message: servers and engines quote what they were sent. */
export function hideSecret(secret: string): void {
  if (secret.length >= SECRET_LENGTH_MIN) secrets.add(secret);
}

/** The text without what nobody else should read: passwords and queries of addresses, and what is hidden. */
export function maskSecrets(text: string): string {
  let masked = text.replace(ADDRESSES, (_, scheme: string, place: string, query?: string) =>
    query === undefined || query.length < 2 ? `${scheme}${place}${query ?? ''}` : `${scheme}${place}?…`,
  );
  for (const secret of secrets) masked = masked.replaceAll(secret, '…');
  return masked;
}

/** Quoted text, of files and of engines, may hold line breaks and be as long as it likes. */
function toLine(message: string): string {
  const line = maskSecrets(message.replace(/\s*[\r\n]+\s*/g, ' '));
  return line.length > MESSAGE_LENGTH_MAX ? `${line.slice(0, MESSAGE_LENGTH_MAX - 1)}…` : line;
}
