/** Bars in text. */
import { describe, expect, it } from 'vitest';
import { drawBars } from '../../../src/cli/info/draw-bars.js';

describe('bars', () => {
  it('are drawn in eighths of a line', () => {
    expect(drawBars([0, 1 / 16, 0.5, 9 / 16, 15 / 16, 1], 2, true)).toEqual(['   ▁▇█', ' ▁████']);
  });

  it('are drawn in whole lines of ASCII', () => {
    expect(drawBars([0, 0.25, 0.5, 0.75, 1], 4, false)).toEqual(['    #', '   ##', '  ###', ' ####']);
  });

  it.each([true, false])('show whatever is not 0, and fill up at 1 alone', (blocks) => {
    const [top, ...rest] = drawBars([1e-9, 1, 0], 5, blocks);
    const full = blocks ? '█' : '#';
    const least = blocks ? '▁' : '#';
    expect(top).toBe(` ${full} `);
    expect(rest).toEqual([` ${full} `, ` ${full} `, ` ${full} `, `${least}${full} `]);
  });
});
