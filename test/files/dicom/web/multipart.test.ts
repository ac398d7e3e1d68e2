import { expect, it } from 'vitest';
import { splitMultipart } from '../../../../src/files/dicom/web/multipart.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const TYPE = 'multipart/related; boundary=cut; type="application/dicom"';

it('parts are what lies between boundaries, to the byte', () => {
  const body =
    'before\r\n--cut\r\nContent-Type: image/jls; a=b\r\n\r\n\r\n--cu\r\n\r\n--cut  \r\nX: y\r\n\r\n\r\n--cut--after';
  const parts = splitMultipart(bytesOf(body), TYPE);
  expect(parts.map(({ contentType, bytes }) => [contentType, new TextDecoder().decode(bytes)])).toEqual([
    ['image/jls; a=b', '\r\n--cu\r\n'],
    ['', ''],
  ]);
});

it('a body that is no multipart is its only part', () => {
  expect(splitMultipart(bytesOf('DICM'), 'application/dicom')).toEqual([
    { contentType: 'application/dicom', bytes: bytesOf('DICM') },
  ]);
});

it.each([
  ['is cut off', '--cut\r\nA: b\r\n\r\nhalf', TYPE],
  ['has no boundary', '--cut\r\n\r\n\r\n--cut--', 'multipart/related'],
  ['has a part without headers’ end', '--cut\r\nA: b\r\n--cut--', TYPE],
])('a body that %s is refused', (_, body, type) => {
  expect(() => splitMultipart(bytesOf(body), type)).toThrow(/the server sends/);
});
