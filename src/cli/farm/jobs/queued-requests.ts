/** Requests of a service's callers as jobs, and their answers on the way back through the queue. */
import { InputError } from '../../../index.js';
import type { PictureAnswer, PictureRequest } from '../../service/requests.js';

export interface QueuedRequest {
  /** The task that answers it where there is no queue. */
  readonly kind: string;
  readonly request: Omit<PictureRequest, 'uploads'>;
}

/** Queues hold results in their memory. */
const ANSWER_BYTES_MAX = 4 << 20;

type QueuedAnswer =
  | (Omit<PictureAnswer, 'bytes'> & { readonly base64: string })
  /** The line about what is wrong with the request. */
  | { readonly refused: string };

/** @throws InputError for data that are no request; anybody who reaches the queue may have written them. */
export function checkQueuedRequest(data: unknown): QueuedRequest {
  const { kind, request } = Object(data) as Partial<QueuedRequest>;
  if ((kind !== 'render-request' && kind !== 'slices-request') || typeof request !== 'object' || request === null) {
    throw new InputError('its data are no request of a service');
  }
  return { kind, request };
}

/** The result of a job: what is wrong with a request is an answer too, and not tried again. */
export async function queueAnswer(work: () => Promise<PictureAnswer>): Promise<QueuedAnswer> {
  try {
    const { bytes, ...answer } = await work();
    if (bytes.length > ANSWER_BYTES_MAX) {
      throw new InputError(
        `output: has ${bytes.length} bytes, and answers through a queue have at most ${ANSWER_BYTES_MAX}; ask for a smaller size, or for jpeg`,
      );
    }
    return { ...answer, base64: Buffer.from(bytes).toString('base64') };
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message };
    throw error;
  }
}

/** The answer in a job's result. @throws InputError with what was wrong with the request, or for a result that is no answer. */
export function takeAnswer(result: unknown): PictureAnswer {
  const { refused, base64, ...answer } = Object(result) as { readonly refused?: unknown; readonly base64?: unknown };
  if (typeof refused === 'string') throw new InputError(refused);
  const { type, notes } = answer as Partial<PictureAnswer>;
  if (typeof base64 !== 'string' || typeof type !== 'string' || !Array.isArray(notes)) {
    throw new InputError('the queue returned something other than an answer by tilecast');
  }
  return { ...answer, type, notes: notes.map(String), bytes: Buffer.from(base64, 'base64') };
}
