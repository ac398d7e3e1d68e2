/** Images on OBJ meshes, which the materials of their library name. */
import { describe, expect, it } from 'vitest';
import { readObj } from '../../../../src/files/meshes/wavefront/obj.js';
import { parseMaterials } from '../../../../src/files/meshes/wavefront/parse-materials.js';
import { NO_IMAGE } from '../../../../src/mesh/attributes/textures.js';
import { encodePng } from '../../../../src/node/index.js';
import { ascii, sourceOf } from '../../volumes/nrrd/write-nrrd.js';

/** Two by two texels, whose red names them: 10 20 over 30 40. */
const IMAGE = encodePng({
  width: 2,
  height: 2,
  pixels: Uint8Array.from([10, 20, 30, 40].flatMap((red) => [red, 0, 0, 255])),
});
const SQUARE = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n';
const FACE = 'usemtl wood\nf 1/1 2/2 3/3 4/4\n';
const WOOD = 'newmtl wood\nmap_Kd wood.png\n';

const read = (text: string, siblings: Readonly<Record<string, string | Uint8Array>>) =>
  readObj({
    ...sourceOf(
      ascii(text),
      Object.fromEntries(
        Object.entries(siblings).map(([name, content]) => [
          name,
          typeof content === 'string' ? ascii(content) : content,
        ]),
      ),
    ),
    name: 'thing.obj',
  });

/** Corners of triangles: x, y, and the place in which image. */
async function placesOf(text: string, siblings: Parameters<typeof read>[1]) {
  const { mesh, notes } = await read(text, siblings);
  const { coordinates } = mesh.textures!;
  const corners = [...mesh.triangles].map((vertex) => [
    ...[0, 1].map((axis) => mesh.positions[3 * vertex + axis]! + mesh.origin[axis]!),
    ...coordinates.subarray(3 * vertex, 3 * vertex + 3),
  ]);
  return { mesh, notes, corners };
}

describe('an image of a material', () => {
  it('lies on its faces, its lower left corner at 0, 0', async () => {
    const { mesh, corners, notes } = await placesOf(`${SQUARE}${FACE}`, { 'a.mtl': WOOD, 'wood.png': IMAGE });
    expect(notes).toEqual([]);
    expect(mesh.textures!.images).toMatchObject([{ width: 2, height: 2, wrap: ['repeat', 'repeat'] }]);
    expect([...mesh.textures!.images[0]!.texels].filter((_, at) => at % 4 === 0)).toEqual([10, 20, 30, 40]);
    for (const [x, y, u, v, image] of corners) expect([u, v, image]).toEqual([x, 1 - y!, 0]);
    expect(mesh.positions.length / 3).toBe(4);
  });

  it('is moved, scaled and ended at its edges by options, and its name may have blanks', async () => {
    const library = 'newmtl wood\nmap_Kd -s 2 3 1 -o 0.5 0.25 -clamp on -mm 0 1 -blendu off old wood.png\n';
    const { mesh, corners } = await placesOf(`${SQUARE}${FACE}`, { 'a.mtl': library, 'old wood.png': IMAGE });
    expect(mesh.textures!.images[0]!.wrap).toEqual(['clamp', 'clamp']);
    for (const [x, y, u, v] of corners) expect([u, v]).toEqual([2 * x! + 0.5, 1 - (3 * y! + 0.25)]);
    expect(parseMaterials(ascii('newmtl a\nmap_Kd .\nnewmtl b\nMAP_KD -o 1 x.png\n')).maps).toEqual(
      new Map([['b', { file: 'x.png', clamps: false, scale: [1, 1], offset: [1, 0] }]]),
    );
  });

  it('is multiplied with the diffuse colour, unless that is black', async () => {
    const colorOf = async (kd: string) => {
      const { mesh } = await read(`${SQUARE}${FACE}`, { 'a.mtl': `${WOOD}Kd ${kd}\n`, 'wood.png': IMAGE });
      return mesh.faceColors && [...mesh.faceColors.subarray(0, 4)];
    };
    expect(await colorOf('1 0.2 0')).toEqual([255, 51, 0, 255]);
    expect(await colorOf('0 0 0')).toBeUndefined();
    expect(await colorOf('1 1 1')).toBeUndefined();
  });

  it('gives way to none and to others at the vertices that their faces share', async () => {
    const text = `${SQUARE}${FACE}usemtl stone\nf 1/1 2/2 3/3\nusemtl plain\nf 1/1 2/2 3/3\nf 1 2 3\n`;
    const library = `${WOOD}newmtl stone\nmap_Kd stone.png\nnewmtl plain\nKd 0 1 0\n`;
    const { mesh, corners } = await placesOf(text, { 'a.mtl': library, 'wood.png': IMAGE, 'stone.png': IMAGE });
    expect(mesh.textures!.images).toHaveLength(2);
    const images = corners.map((corner) => corner[4]);
    expect(images).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, ...new Array(6).fill(NO_IMAGE)]);
    for (const [x, y, u, v, image] of corners) if (image !== NO_IMAGE) expect([u, v]).toEqual([x, 1 - y!]);
  });

  it.each([
    ['textures\\wood.png', 'textures/wood.png'],
    ['C:\\Users\\me\\wood.png', 'wood.png'],
    ['/home/me/wood.png', 'wood.png'],
    ['lost/wood.png', 'wood.png'],
  ])('named %s is found as %s', async (name, path) => {
    const { notes, mesh } = await read(`${SQUARE}${FACE}`, { 'a.mtl': `newmtl wood\nmap_Kd ${name}\n`, [path]: IMAGE });
    expect([notes, mesh.textures?.images.length]).toEqual([[], 1]);
  });

  it('is looked for beside its library', async () => {
    const text = `${SQUARE}${FACE}`.replace('a.mtl', 'looks\\a.mtl');
    const { mesh } = await read(text, { 'looks/a.mtl': WOOD, 'looks/wood.png': IMAGE });
    expect(mesh.textures?.images).toHaveLength(1);
  });

  it.each<[string, Record<string, string | Uint8Array>, string]>([
    ['is not there', {}, 'left out 1 images on materials: wood.png: does not exist; check the path'],
    ['is no picture', { 'wood.png': 'GIF89a' }, 'left out 1 images on materials: wood.png: is no JPEG picture'],
  ])('that %s is noted, and the faces have their colours', async (_, siblings, note) => {
    const { mesh, notes } = await read(`${SQUARE}${FACE}`, { 'a.mtl': `${WOOD}Kd 1 0 0\n`, ...siblings });
    expect(notes).toEqual([expect.stringContaining(note)]);
    expect(mesh.textures).toBeUndefined();
    expect([...mesh.faceColors!.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  it('leaves smooth surfaces smooth across its edges, where the file has no normals', async () => {
    // A roof of two squares at 150 degrees, whose images do not join at the ridge.
    const roof =
      'mtllib a.mtl\nv -1 0 0\nv -1 1 0\nv 0 0 .27\nv 0 1 .27\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl wood\nf 1/1 3/2 4/3 2/4\nf 3/1 5/2 6/3 4/4\n';
    const { mesh } = await read(roof, { 'a.mtl': WOOD, 'wood.png': IMAGE });
    expect(mesh.positions.length / 3).toBe(8);
    const ridge = [...mesh.triangles].filter((vertex) => mesh.positions[3 * vertex]! + mesh.origin[0] === 0);
    for (const vertex of ridge) {
      const [x, y, z] = mesh.normals!.subarray(3 * vertex, 3 * vertex + 3);
      for (const [value, expected] of [
        [x, 0],
        [y, 0],
        [z, 1],
      ] as const) {
        expect(value).toBeCloseTo(expected, 6);
      }
    }
  });
});
