/** gzip compression, with nothing but the web platform. */

/** Progress is told after each of these; larger ones would be compressed no better. */
const CHUNK_SIZE_BYTES = 1 << 20;

/**
 * Compresses `pieces`, one after another, to gzip.
 * @param report called with how many bytes of how many are compressed.
 */
export async function gzip(
  pieces: readonly Uint8Array[],
  report: (done: number, total: number) => void = () => undefined,
): Promise<Uint8Array[]> {
  const total = pieces.reduce((sum, { length }) => sum + length, 0);
  const chunks = chunksOf(pieces);
  let done = 0;
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value } = chunks.next();
      if (!value) return controller.close();
      controller.enqueue(value);
      done += value.length;
      report(done, total);
    },
  });
  const reader = plain.pipeThrough(new CompressionStream('gzip')).getReader();
  const compressed: Uint8Array[] = [];
  for (let { value } = await reader.read(); value; { value } = await reader.read()) compressed.push(value);
  return compressed;
}

function* chunksOf(pieces: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>, undefined> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += CHUNK_SIZE_BYTES) {
      yield new Uint8Array(piece.subarray(at, at + CHUNK_SIZE_BYTES));
    }
  }
  return undefined;
}
