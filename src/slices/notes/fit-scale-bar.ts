/** The scale bar of a slice. */
import { multiplyNice, niceFloor } from '../../overlay/nice-number.js';
import { formatLength } from '../../overlay/scale-bar.js';

/** Largest fraction of a slice's width. */
const WIDTH_SHARE = 0.3;

/** The longest round length that takes no more than a share of a slice's width. @param pixelWorld world length of a pixel. */
export function fitScaleBar(width: number, pixelWorld: number, unit: string) {
  const lengthWorld = multiplyNice(niceFloor(WIDTH_SHARE * width * pixelWorld));
  return { lengthPixels: lengthWorld / pixelWorld, text: formatLength(lengthWorld, unit) };
}
