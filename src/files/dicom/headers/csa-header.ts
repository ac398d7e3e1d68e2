/** Reads Siemens's CSA headers: named lists of texts in a private element (https://nipy.org/nibabel/dicom/siemens_csa.html). */

/** Bytes of a tag's name, and of all that precedes its items. */
const [NAME_BYTES, TAG_BYTES, ITEM_BYTES] = [64, 84, 16];

/** More are damage. */
const [TAGS_MAX, ITEMS_MAX] = [1 << 10, 1 << 12];

/** The texts of one tag; none if it is missing or empty, or if the header is of another kind or damaged before it. */
export function readCsaTexts(bytes: Uint8Array, name: string): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSecond = textAt(bytes, 0, 4) === 'SV10';
  let at = isSecond ? 8 : 0;
  if (at + 8 > bytes.length) return [];
  const tags = view.getUint32(at, true);
  if (tags > TAGS_MAX) return [];
  at += 8;
  let firstItems: number | undefined;
  for (let tag = 0; tag < tags; tag++) {
    if (at + TAG_BYTES > bytes.length) return [];
    const tagName = textAt(bytes, at, NAME_BYTES);
    const items = view.getUint32(at + 76, true);
    if (items > ITEMS_MAX) return [];
    firstItems ??= items;
    at += TAG_BYTES;
    const texts: string[] = [];
    for (let item = 0; item < items; item++) {
      if (at + ITEM_BYTES > bytes.length) return [];
      // The first kind of header adds the number of the first tag's items to the length.
      const sizeBytes = isSecond ? view.getUint32(at + 4, true) : view.getUint32(at, true) - firstItems;
      at += ITEM_BYTES;
      if (sizeBytes < 0 || at + sizeBytes > bytes.length) return [];
      texts.push(textAt(bytes, at, sizeBytes).trim());
      at += Math.ceil(sizeBytes / 4) * 4;
    }
    if (tagName === name) return texts.filter((text) => text !== '');
  }
  return [];
}

/** The numbers of one tag, up to the first that is none. */
export function readCsaNumbers(bytes: Uint8Array, name: string): number[] {
  const numbers = readCsaTexts(bytes, name).map(Number);
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  return wrong < 0 ? numbers : numbers.slice(0, wrong);
}

/** Text up to its first zero. */
function textAt(bytes: Uint8Array, start: number, sizeBytes: number): string {
  const end = bytes.subarray(start, start + sizeBytes).indexOf(0);
  return new TextDecoder('latin1').decode(bytes.subarray(start, start + (end < 0 ? sizeBytes : end)));
}
