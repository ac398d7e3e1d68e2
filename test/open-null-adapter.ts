/** Dawn's null backend, which validates all that it is given and computes nothing. */
import { create } from 'webgpu';

/** Collected before its devices, an entry point or an adapter takes the process with it. */
const kept: object[] = [];

export async function openNullAdapter(): Promise<GPUAdapter> {
  const entry = create(['backend=null']);
  const adapter = (await entry.requestAdapter())!;
  kept.push(entry, adapter);
  return adapter;
}
