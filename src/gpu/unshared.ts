/** Memory of a caller's array as devices take it. */

type Uploaded = Uint8Array | Uint32Array | Float32Array;

/** An array of the same kind over memory of this thread alone. */
type Unshared<ArrayType extends Uploaded> = ArrayType extends Float32Array
  ? Float32Array<ArrayBuffer>
  : ArrayType extends Uint32Array
    ? Uint32Array<ArrayBuffer>
    : Uint8Array<ArrayBuffer>;

/**
 * The array, or a copy where its memory is shared among threads: WebGPU takes shared memory, but Dawn's Node binding ends
 * the process with a segmentation fault there. Every array of a caller that goes to a device goes through here.
 */
export function unshared<ArrayType extends Uploaded>(array: ArrayType): Unshared<ArrayType> {
  return (isShared(array) ? array.slice() : array) as Unshared<ArrayType>;
}

function isShared({ buffer }: Uploaded): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}
