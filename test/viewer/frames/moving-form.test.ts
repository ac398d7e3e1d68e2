/** The form of a server's frames, over quick and slow lines. */
import { expect, it } from 'vitest';
import { MovingForm } from '../../../src/viewer/frames/moving-form.js';

/** The forms of frames over a line on which the bytes of a PNG take so many milliseconds, and those of a JPEG a quarter. */
function formsOver(pngMs: number, frames: number): readonly string[] {
  const form = new MovingForm();
  return Array.from({ length: frames }, () => {
    const { next } = form;
    form.record(next, next === 'png' ? pngMs : pngMs / 4);
    return next;
  });
}

it('is PNG on a quick line', () => {
  expect(formsOver(4, 3)).toEqual(['png', 'png', 'png']);
});

it('is JPEG on a slow line, with a PNG now and then', () => {
  const forms = formsOver(80, 40);
  expect(forms.slice(0, 3)).toEqual(['png', 'jpeg', 'jpeg']);
  expect(forms.filter((form) => form === 'png')).toHaveLength(2);
});
