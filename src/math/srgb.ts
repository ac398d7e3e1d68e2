/** Rec. 709's colours, and the encoding of their light for screens: IEC 61966-2-1, "Default RGB colour space – sRGB", 1999. */

/** The light, linear, that a screen gives for a channel of a colour; both from 0 to 1. */
export const decodeSrgb = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;

/** The channel for which a screen gives as much light, from 0 on; 1 for 1. */
export const encodeSrgb = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** How much the channel changes for a change of the light. */
export const slopeOfSrgb = (light: number): number =>
  light <= 0.0031308 ? 12.92 : (1.055 / 2.4) * light ** (1 / 2.4 - 1);

/** Shares of red, green and blue in the luminance of a colour. */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/** The luminance of light, or luma of encoded channels: of greys, the grey itself. */
export const luminanceOf = (red: number, green: number, blue: number): number =>
  LUMINANCE[0] * red + LUMINANCE[1] * green + LUMINANCE[2] * blue;
