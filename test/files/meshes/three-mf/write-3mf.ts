/** Writes 3MF packages for the tests. */
import { writeZip } from '../../bytes/compression/write-zip.js';

const CORE = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
const MATERIALS = 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02';
const PRODUCTION = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';

const RELATIONSHIPS = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>`;

/** The XML of a model. */
export const modelOf = (resources: string, build: string, unit = 'millimeter') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<model unit="${unit}" xml:lang="en-US" xmlns="${CORE}" xmlns:m="${MATERIALS}" xmlns:p="${PRODUCTION}">
<metadata name="Title">A &lt;model&gt;</metadata><resources>${resources}</resources><build>${build}</build></model>`;

/**
 * A package of a model and of the parts that it names.
 * @param method of the archive: 8 deflates, 0 does not.
 */
export function write3mf(
  model: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  method = 8,
): Uint8Array {
  return writeZip(
    Object.entries({
      '3D/3dmodel.model': model,
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': RELATIONSHIPS,
      ...parts,
    }).map(([name, content]) => ({ name, content, method })),
  );
}

/** A mesh's XML; `attributes` are of each triangle. */
export function meshOf(
  vertices: readonly (readonly number[])[],
  faces: readonly (readonly number[])[],
  attributes: readonly string[] = [],
): string {
  const points = vertices.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`);
  const triangles = faces.map(
    ([a, b, c], face) => `<triangle v1="${a}" v2="${b}" v3="${c}" ${attributes[face] ?? ''}/>`,
  );
  return `<mesh><vertices>${points.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
}
