// Directions about an axis in a frame that turns with the camera: a rotation of the world changes nothing of what is seen.

import package::cast::light::hemisphere::from_normal;
import package::cast::mesh::bins::view;

// Takes z to the axis. What faces the eye is about z in the camera's axes, where the basis has one form.
fn from_axis(local: vec3f, axis: vec3f) -> vec3f {
  let turned = from_normal(local, vec3f(dot(axis, view.right), dot(axis, view.up), -dot(axis, view.forward)));
  return turned.x * view.right + turned.y * view.up - turned.z * view.forward;
}
