/** Escapes of names and addresses, such as %20, that anybody may have written. */

/** The text with its escapes resolved; as it is where they make no UTF-8: some writers leave letters as they are. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
