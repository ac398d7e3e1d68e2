/** Files of points and lines alone, which are drawn where they are to be seen. */
import { describe, expect, it } from 'vitest';
import { readMeshSource, readShownMesh } from '../../../src/files/meshes/mesh-formats.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../volumes/nrrd/write-nrrd.js';

const PLY = 'ply\nformat ascii 1.0\n';
const PLACES = 'property float x\nproperty float y\nproperty float z\n';
const VTK = '# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 2 0\n';
const vtp = (cells: string, counts: string) =>
  `<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="3" ${counts}><Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 2 0</DataArray></Points>${cells}</Piece></PolyData></VTKFile>`;
const cells = (name: string, connectivity: string, offsets: string) =>
  `<${name}><DataArray type="Int32" Name="connectivity" format="ascii">${connectivity}</DataArray><DataArray type="Int32" Name="offsets" format="ascii">${offsets}</DataArray></${name}>`;

const FILES: readonly (readonly [string, string, string])[] = [
  ['a.obj', 'v 0 0 0\nv 1 0 0\nv 0 2 0\n', '3 points as spheres'],
  ['a.obj', 'v 0 0 0\nv 1 0 0\nv 0 2 0\np 1 3\nl 1 2 -1\n', '2 points as spheres and 2 lines as tubes'],
  ['a.obj', 'v 0 0 0\nv 1 0 0\nl 1/1 2/2\n', '1 lines as tubes'],
  ['a.ply', `${PLY}element vertex 2\n${PLACES}end_header\n0 0 0\n1 1 1\n`, '2 points as spheres'],
  [
    'a.ply',
    `${PLY}element vertex 2\n${PLACES}element face 0\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 1 1\n`,
    '2 points as spheres',
  ],
  [
    'a.ply',
    `${PLY}element vertex 2\n${PLACES}element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n0 0 0\n1 1 1\n0 1\n`,
    '1 lines as tubes',
  ],
  ['a.vtk', VTK, '3 points as spheres'],
  ['a.vtk', `${VTK}VERTICES 1 3\n2 0 2\nLINES 1 4\n3 0 1 2\n`, '2 points as spheres and 2 lines as tubes'],
  ['a.vtp', vtp('', ''), '3 points as spheres'],
  [
    'a.vtp',
    vtp(cells('Lines', '0 1 2 0', '2 4') + cells('Verts', '1', '1'), 'NumberOfVerts="1" NumberOfLines="2"'),
    '1 points as spheres and 2 lines as tubes',
  ],
];

const source = (name: string, text: string) => ({ ...sourceOf(ascii(text)), name });

describe('a file without triangles', () => {
  it.each(FILES)('is drawn: %s %#', async (name, text, note) => {
    const { mesh, notes } = await readShownMesh(source(name, text));
    expect(notes).toEqual([`has no triangles: shows ${note}`]);
    expect(mesh.triangles.length).toBeGreaterThan(0);
    // What measures, cuts or converts surfaces would take spheres for them.
    expect(await expectInputError(readMeshSource(source(name, text)), name)).toMatch(
      /\d vertices but no triangles.*point cloud/,
    );
  });

  it('has colours and values of its vertices, and the space that it names', async () => {
    const header = `${PLY}comment SPACE=RAS\nelement vertex 1\n${PLACES}property uchar red\nproperty uchar green\nproperty uchar blue\nproperty float heat\nend_header\n`;
    const { mesh, space } = await readShownMesh(source('a.ply', `${header}5 6 7 1 2 3 0.5\n`));
    expect(space).toBe('ras');
    expect(mesh.origin.map(Math.round)).toEqual([-5, -6, 7]);
    expect([...mesh.vertexColors!.subarray(0, 4)]).toEqual([1, 2, 3, 255]);
    expect(mesh.values).toMatchObject([{ name: 'heat' }]);
  });

  it('and without vertices is refused', async () => {
    const empty = `${PLY}element vertex 0\n${PLACES}end_header\n`;
    expect(await expectInputError(readShownMesh(source('a.ply', empty)), 'a.ply')).toMatch(
      '0 vertices but no triangles',
    );
    const nowhere = `${PLY}element vertex 1\n${PLACES}end_header\nnan nan nan\n`;
    expect(await expectInputError(readShownMesh(source('a.ply', nowhere)), 'a.ply')).toMatch(/no points or lines/);
  });
});
