/** Answers of a service, however it is asked. */
import { DeviceError, InputError } from '../index.js';
import { boundRecipe } from './bound-recipe.js';
import type { Dispatcher } from './dispatcher.js';
import type { Metrics } from './metrics.js';
import { Refusal } from './refusal.js';
import type { Uploads } from './uploads.js';

/** The kinds of pictures that a service makes, and the tasks of an engine that make them. */
export const PICTURES = { render: 'render-request', slices: 'slices-request' } as const;
export type PictureKind = keyof typeof PICTURES;

export interface ServiceRequest {
  /** Whoever it comes from. */
  readonly caller: string;
  readonly kind: PictureKind;
  /** A recipe as JSON, not checked yet. */
  readonly recipe: unknown;
  /** The form of the answer: png, pixels, or the name of an array. */
  readonly output: string;
  /** The frame of a turntable of so many that is asked for. */
  readonly turntable?: unknown;
  readonly frame?: unknown;
  /** Paths of files that came with it, by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An engine's answer. */
export interface ServiceAnswer {
  /** The media type of `bytes`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Guesses and warnings, a line each. */
  readonly notes: readonly string[];
  /** The camera that a rendering was made with, as a recipe has it. */
  readonly camera?: object;
  readonly isKept?: boolean;
  readonly keptBytes?: number;
}

export interface Service {
  readonly dispatcher: Dispatcher;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
}

/** @throws InputError for a bad request, Refusal, DeviceError, or the error of a process that has crashed. */
export async function answerPicture(service: Service, request: ServiceRequest): Promise<ServiceAnswer> {
  const { caller, kind, files, signal, ...asked } = request;
  const { dispatcher, metrics } = service;
  const startMs = performance.now();
  try {
    boundRecipe(asked.recipe);
    const data = { ...asked, uploads: files };
    const answer = (await dispatcher.perform({ caller, kind: PICTURES[kind], data, signal })) as ServiceAnswer;
    metrics.add(kind, 'done', performance.now() - startMs, answer);
    return answer;
  } catch (error) {
    metrics.add(kind, signal.aborted ? 'cancelled' : error instanceof InputError ? 'refused' : 'failed');
    throw error;
  }
}

/** A status code of HTTP and a line for an error; those of the inside are not told in detail. */
export function describeError(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  if (error instanceof InputError) return { status: 400, message: error.message };
  if (error instanceof DeviceError) return { status: 503, message: error.message };
  return { status: 500, message: `the request could not be answered: ${(error as Error).message}` };
}
