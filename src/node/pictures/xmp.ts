/** Text by keyword as an XMP packet, which JPEG and WebP hold (XMP Specification, parts 1 and 3). */

/** The namespace of properties: keywords begin with `tilecast:`, as those of recipes do. */
const NAMESPACE = 'xmlns:tilecast="urn:tilecast:"';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([character, name]) => [name, character]));

/** @param text whose keywords begin with `tilecast:`; undefined is returned where there is none. */
export function formatXmp(text: Readonly<Record<string, string>>): Buffer | undefined {
  const properties = Object.entries(text).map(([keyword, value]) => {
    const escaped = value.replace(/[&<>]/g, (character) => ESCAPES[character]!);
    return `<${keyword}>${escaped}</${keyword}>`;
  });
  if (properties.length === 0) return undefined;
  return Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      `<rdf:Description rdf:about="" ${NAMESPACE}>${properties.join('')}</rdf:Description>`,
      '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
    ].join(''),
    'utf8',
  );
}

/** The text of `formatXmp` in a packet; others' properties are left out. */
export function parseXmp(packet: Uint8Array): Record<string, string> {
  const found = new TextDecoder().decode(packet).matchAll(/<(tilecast:\w+)>([^<]*)<\/\1>/g);
  const read = (text: string) => text.replace(/&(?:amp|lt|gt);/g, (name) => CHARACTERS[name]!);
  return Object.fromEntries([...found].map(([, keyword, text]) => [keyword!, read(text!)]));
}
