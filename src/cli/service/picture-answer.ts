/** The forms in which a service answers with a picture. */

import { type Frame, InputError, type RenderMode } from '../../index.js';
import { createNpyHeader } from '../../lab.js';
import type { PictureFormat } from '../../node/index.js';
import { ARRAYS, type ArrayFile } from '../../recipe/options/output-options.js';
import { encodeArray } from '../render/arrays/choose-arrays.js';

/** A format of pictures, `pixels` (uint8 [height, width, 4]), or numbers of the pixels as NumPy arrays. */
export type AnswerForm = (typeof ANSWER_FORMS)[number];
const ANSWER_FORMS = ['png', 'jpeg', 'webp', 'pixels', ...ARRAYS] as const;

const PICTURES: readonly AnswerForm[] = ['png', 'jpeg', 'webp'] satisfies PictureFormat[];

export const isPictureForm = (form: AnswerForm): form is PictureFormat => PICTURES.includes(form);

/** @throws InputError for what is no form. */
export function checkForm(form: unknown): AnswerForm {
  const found = ANSWER_FORMS.find((one) => one === form);
  if (found === undefined)
    throw new InputError(
      `output: must be one of ${ANSWER_FORMS.join(', ')}, not ${JSON.stringify(form)?.slice(0, 40)}`,
    );
  return found;
}

/** The numbers that the renderer reads back for a form, as `--arrays` names them; none for pictures. */
export const arraysOf = (form: AnswerForm): string | undefined =>
  isPictureForm(form) || form === 'pixels' ? undefined : `${form}=${form}.npy`;

/** NumPy registers none. */
export const NPY_TYPE = 'application/x-npy';

/** A frame's numbers as a NumPy array. */
export const encodeNumbers = (frame: Frame, form: Exclude<AnswerForm, PictureFormat>, mode: RenderMode): Uint8Array =>
  form === 'pixels'
    ? encodePixels(frame)
    : encodeArray(frame, { name: form, path: `${form}.npy` } satisfies ArrayFile, mode);

/** Red, green, blue and alpha of each pixel as a NumPy array. */
export function encodePixels({ pixels, width, height }: Pick<Frame, 'pixels' | 'width' | 'height'>): Uint8Array {
  const header = createNpyHeader('u1', height, width, 4);
  const bytes = new Uint8Array(header.length + pixels.length);
  bytes.set(header);
  bytes.set(pixels, header.length);
  return bytes;
}
