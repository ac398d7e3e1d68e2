/** Which colours a JPEG stores: libjpeg takes those of streams that do not say for YCbCr, but DICOM files may say RGB. */

/** APP14 of Adobe with the transform 0: components are red, green and blue (Adobe's technical note 5116, section 18). */
const ADOBE_RGB = Uint8Array.from([0xff, 0xee, 0, 14, ...new TextEncoder().encode('Adobe'), 0, 100, 0, 0, 0, 0, 0]);

const [APP0, APP14, SOS] = [0xe0, 0xee, 0xda];

/**
 * A JPEG of three components that a DICOM file declares RGB, such that decoders do not convert it: with Adobe's marker. As it
 * was where it has a marker of its own, or chroma of fewer pixels, which only YCbCr has.
 */
export function declareJpegRgb(bytes: Uint8Array): Uint8Array {
  if (!saysNothing(bytes)) return bytes;
  const declared = new Uint8Array(bytes.length + ADOBE_RGB.length);
  declared.set(bytes.subarray(0, 2));
  declared.set(ADOBE_RGB, 2);
  declared.set(bytes.subarray(2), 2 + ADOBE_RGB.length);
  return declared;
}

/** Whether neither JFIF, nor Adobe's marker, nor the components' sampling tells which colours they are (ISO 10918-1, B.2). */
function saysNothing(bytes: Uint8Array): boolean {
  let sampledAlike = false;
  for (let at = 2; at + 4 < bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === SOS) return sampledAlike;
    const text = (name: string) => [...name].every((letter, index) => bytes[at + 4 + index] === letter.charCodeAt(0));
    if ((marker === APP0 && text('JFIF\0')) || (marker === APP14 && text('Adobe'))) return false;
    // Baseline, extended and progressive frames, whose components say how they are sampled.
    if (marker >= 0xc0 && marker <= 0xc2) {
      const samplings = [11, 14, 17].map((offset) => bytes[at + offset]);
      sampledAlike = samplings.every((sampling) => sampling === samplings[0]);
    }
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
  return false;
}
