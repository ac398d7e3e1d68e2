// Move and deform a mesh from frame to frame.
import { createRenderer, loadMesh } from 'tilecast/node';

const mesh = await loadMesh('volumes/knot.ply');
const renderer = await createRenderer();
const { camera } = await renderer.render({ meshes: [{ mesh }], width: 8, height: 8 });
for (const angle of [0, 0.3, 0.6]) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const transform = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const positions = mesh.positions.map((value, at) => (at % 3 === 2 ? value * (1 - angle) : value));
  const { stats } = await renderer.render({
    meshes: [{ mesh, positions, transform }],
    camera,
    width: 128,
    height: 128,
  });
  console.log(`${stats.triangles} triangles in ${stats.binItems} pairs with bins`);
}
renderer.destroy();
