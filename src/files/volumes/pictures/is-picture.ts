/** The magic of pictures. */

const PNG_MAGIC = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_MAGIC = [0xff, 0xd8, 0xff];

export const isPng = (bytes: Uint8Array) => PNG_MAGIC.every((byte, index) => bytes[index] === byte);

export const isJpeg = (bytes: Uint8Array) => JPEG_MAGIC.every((byte, index) => bytes[index] === byte);

/** Whether they are a photograph, a logo or a screenshot, if they are beside DICOM files. */
export const isPicture = (bytes: Uint8Array) => isPng(bytes) || isJpeg(bytes);
