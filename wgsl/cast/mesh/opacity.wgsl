// The opacity of a triangle, by its number among those of all meshes.

@if(translucent) import package::cast::mesh::arena::faces;
@if(translucent) import package::cast::mesh::face::style_of;
@if(translucent) import package::cast::mesh::look::look;

fn opacity_of(triangle: u32) -> f32 {
  @if(translucent) return look.styles[style_of(faces[triangle])].opacity;
  @if(!translucent) return 1.0;
}
