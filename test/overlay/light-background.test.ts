/** Letters on light backgrounds are black, with a white outline. */
import { describe, expect, it } from 'vitest';
import { chooseOverlays } from '../../src/cli/render/overlays/choose-overlays.js';
import { drawOverlays } from '../../src/overlay/draw-overlays.js';
import { isLightBackground } from '../../src/overlay/light-background.js';
import { parseOptions } from '../../src/recipe/options.js';

const [width, height] = [120, 60];

/** The share of black and of white among all pixels of a title on a green picture. */
async function shares(overlayColor?: 'white' | 'black') {
  const pixels = new Uint8Array(4 * width * height);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([0, 128, 0, 255], at);
  await drawOverlays(pixels, width, height, { title: 'Ilium', ...(overlayColor && { overlayColor }) });
  const count = (level: number) => {
    let found = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if ([0, 1, 2].every((channel) => pixels[at + channel] === level)) found++;
    return found;
  };
  return { black: count(0), white: count(255) };
}

describe('letters', () => {
  it('are white with a black outline, or black with a white one, of the same pixels', async () => {
    const white = await shares();
    const black = await shares('black');
    expect(await shares('white')).toEqual(white);
    expect(white.black).toBeGreaterThan(white.white);
    expect(black).toEqual({ black: white.white, white: white.black });
  });

  it.each([
    [{ title: 'A', background: 'white' }, 'black'],
    [{ title: 'A', background: '#ffffe0' }, 'black'],
    [{ title: 'A' }, 'white'],
    [{ title: 'A', background: 'blue' }, 'white'],
    [{ title: 'A', background: 'transparent' }, 'white'],
    [{ title: 'A', background: 'white', heatmap: 'samples' }, 'white'],
    [{ title: 'A', background: 'white', 'overlay-color': 'white' }, 'white'],
    [{ title: 'A', 'overlay-color': 'black' }, 'black'],
  ] as const)('of %o are %s', (texts, color) => {
    const choice = chooseOverlays(parseOptions({ 'overlay-color': 'auto', background: 'black', ...texts }));
    const described = choice.describe({} as never, undefined, {} as never, undefined, {
      anatomical: false,
      unit: undefined,
    });
    expect(described.overlayColor).toBe(color);
  });

  it('that are not drawn have no colour', () => {
    expect(() => chooseOverlays(parseOptions({ 'overlay-color': 'black' }))).toThrow(
      /--overlay-color: is for --overlay and --title/,
    );
  });
});

it('takes a background for light by its luminance, and a transparent one for none', () => {
  expect([[1, 1, 1] as const, [0, 1, 0] as const].every(isLightBackground)).toBe(true);
  expect([[0, 0, 0] as const, [1, 0, 1] as const, 'transparent' as const, undefined].some(isLightBackground)).toBe(
    false,
  );
});
