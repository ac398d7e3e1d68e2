/** Messages between a worker and the process that performs its jobs: plain JSON. */
import type { Task } from '../../farm/index.js';
import { DeviceError, type Gpu, InputError } from '../../index.js';

/** The part of a device by which jobs are told from those of others. */
export type PerformerAdapter = Pick<Gpu, 'adapterName' | 'traits'>;

/** Questions about the tasks that a task needs, which the queue alone answers. */
export type Question = 'childResults' | 'childFailures';

export type ToPerformer =
  | { readonly kind: 'perform'; readonly number: number; readonly task: Pick<Task, 'kind' | 'data'> }
  | { readonly kind: 'abort'; readonly number: number; readonly error: SentError }
  | { readonly kind: 'answer'; readonly question: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly question: number; readonly error: SentError };

export type FromPerformer =
  | { readonly kind: 'ready'; readonly adapter: PerformerAdapter }
  | { readonly kind: 'not-ready'; readonly error: SentError }
  | { readonly kind: 'done'; readonly number: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly error: SentError }
  | { readonly kind: 'ask'; readonly number: number; readonly question: number; readonly about: Question };

/** An error whose kind decides what becomes of the job. */
interface SentError {
  readonly kind: 'input' | 'device' | 'range' | 'other';
  readonly message: string;
}

export function toSent(error: unknown): SentError {
  const { message = String(error) } = error as Error;
  if (error instanceof InputError) return { kind: 'input', message };
  if (error instanceof DeviceError) return { kind: 'device', message };
  return { kind: error instanceof RangeError ? 'range' : 'other', message };
}

export function fromSent({ kind, message }: SentError): Error {
  if (kind === 'input') return new InputError(message);
  if (kind === 'device') return new DeviceError(message);
  return kind === 'range' ? new RangeError(message) : new Error(message);
}
