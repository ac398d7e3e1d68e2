/** Frees memory at once: the garbage collector lets tens of megabytes of such memory wait. */

type Transferable = ArrayBuffer & { readonly transfer?: (sizeBytes: number) => ArrayBuffer };

let closed: InstanceType<typeof MessagePort> | undefined;

/** Node has ports before 21 has `transfer`; a closed one drops what it is given. */
function closedPort(): InstanceType<typeof MessagePort> {
  if (closed) return closed;
  const { port1, port2 } = new MessageChannel();
  port1.close();
  port2.close();
  closed = port1;
  return port1;
}

/** Frees a buffer's memory; its views are empty from now on. The caller knows that nothing else uses them. */
export function freeBuffer(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength === 0) return;
  const own: Transferable = buffer;
  if (own.transfer) own.transfer(0);
  else closedPort().postMessage(own, [own]);
}

/** Frees the memory of bytes that have a buffer of their own. */
export function freeWhole({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength) freeBuffer(buffer);
}
