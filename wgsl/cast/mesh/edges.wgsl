// The sides of a triangle's edges that a ray is on, watertight: S. Woop, C. Benthin and I. Wald, "Watertight ray/triangle
// intersection", JCGT 2(1), 2013. A view's rays go along its z axis, or have a slope to it, so the paper's shear needs no
// choice of axes.

import package::cast::mesh::view::{MeshTriangle, orthographic};

// The products whose differences are the edge functions of the edges opposite A, B and C.
struct EdgeProducts {
  minuends: vec3f,
  subtrahends: vec3f,
}

// The ray through (film.x · z, film.y · z) for each z.
fn edges_from_eye(film: vec2f, triangle: MeshTriangle) -> EdgeProducts {
  let z = vec3f(triangle.a.z, triangle.b.z, triangle.c.z);
  return edge_products(
    vec3f(triangle.a.x, triangle.b.x, triangle.c.x) - film.x * z,
    vec3f(triangle.a.y, triangle.b.y, triangle.c.y) - film.y * z,
  );
}

// The ray through (film.x, film.y) for every z.
fn edges_along_axis(film: vec2f, triangle: MeshTriangle) -> EdgeProducts {
  return edge_products(
    vec3f(triangle.a.x, triangle.b.x, triangle.c.x) - film.x,
    vec3f(triangle.a.y, triangle.b.y, triangle.c.y) - film.y,
  );
}

fn edge_products(x: vec3f, y: vec3f) -> EdgeProducts {
  return EdgeProducts(x.zxy * y.yzx, y.zxy * x.yzx);
}

// The larger product gives the sign of an edge function: a larger exact product never rounds to a smaller number, and a
// comparison cannot be fused as a subtraction can. Triangles that share an edge therefore never see a ray on the same outer
// side of it. Equal products, where rounding has hidden the sign, count as inside for both; the paper's fallback to double
// precision would only decide for one of them.
fn is_inside(edges: EdgeProducts) -> bool {
  return all(edges.minuends >= edges.subtrahends) || all(edges.minuends <= edges.subtrahends);
}

// The barycentrics of A, B and C in the point that a ray inside hits; not finite where the ray lies in the triangle's plane.
fn edge_barycentrics(edges: EdgeProducts) -> vec3f {
  let functions = edges.minuends - edges.subtrahends;
  return functions / (functions.x + functions.y + functions.z);
}

// The edges as the camera's rays see them.
fn edges_of_camera(film: vec2f, triangle: MeshTriangle) -> EdgeProducts {
  if orthographic { return edges_along_axis(film, triangle); }
  return edges_from_eye(film, triangle);
}
