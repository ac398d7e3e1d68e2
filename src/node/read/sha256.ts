/** SHA-256 of bytes in memory. */

/** The hash in hexadecimal, computed in a thread of its own. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
