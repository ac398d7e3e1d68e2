/** gzip compression, with nothing but the web platform. */

/** Progress is reported after each of these; larger ones would be compressed no better. */
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
  let done = 0;
  const reported = async function* () {
    for (const chunk of chunksOf(pieces)) {
      yield chunk;
      done += chunk.length;
      report(done, total);
    }
  };
  const compressed: Uint8Array[] = [];
  for await (const chunk of gzipStream(reported())) compressed.push(chunk);
  return compressed;
}

/** Compresses pieces to gzip as they come, and asks for no more of them than it compresses. */
export async function* gzipStream(pieces: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    async cancel() {
      await pieces.return();
    },
  });
  const reader = plain.pipeThrough(new CompressionStream('gzip')).getReader();
  try {
    for (let { value } = await reader.read(); value; { value } = await reader.read()) yield value;
  } finally {
    // The reader of what is compressed may stop early.
    await reader.cancel();
  }
}

function* chunksOf(pieces: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += CHUNK_SIZE_BYTES) {
      yield new Uint8Array(piece.subarray(at, at + CHUNK_SIZE_BYTES));
    }
  }
}
