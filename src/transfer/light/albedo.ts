/**
 * The matter that a transfer function stands for, as light that is followed sees it; wgsl/cast/path/albedo.wgsl has the same.
 *
 * - *Density*: an opacity α is of a length, the transfer function's unit: extinction is −ln(1 − α) of it.
 * - *Reflectance*: colours are meant for screens, so the light that a thick, matt piece of a colour reflects under white light is the
 *   colour decoded (`decodeSrgb`) — then it is shown in that very colour. Taken as they are, as the space `display` does, colours reflect
 *   too much, and the picture of their light, shown without encoding it, is too dark in shadows and too colourful: terracotta.
 * - *Albedo of a medium*: the share of light that a collision scatters follows from the reflectance by an inversion that was fitted
 *   to random walks in thick media: M. Chiang, P. Kutz and B. Burley, "Practical and controllable subsurface scattering for
 *   production path tracing", 2016. It is divided by its value for white, which so stays white.
 * - *Phase function*: a medium scatters light by an angle as L. Henyey and J. Greenstein have it, "Diffuse radiation in the galaxy",
 *   1941, with the mean cosine g: 0 to all sides alike, towards 1 ahead. The albedo is chosen so that a thick medium reflects about
 *   as much for every g, by the similarity of D. Wyman, M. Patterson and B. Wilson, "Similarity relations for anisotropic
 *   scattering in Monte Carlo simulations of deeply penetrating neutral particles", 1989: (1 − g) σs and σa are what counts.
 * - *Surfaces*: where extinction changes by `FULL_SURFACE_CHANGE` times its mean within a unit of length, light is scattered as by a
 *   matt surface, elsewhere as by a medium, and in between by either, as often as the change says.
 * - *Coat*: surfaces of volumes and meshes may have one, clear and rough, as glTF's KHR_materials_clearcoat: of a refractive index of
 *   1.5, with normals as B. Walter et al. have them, "Microfacet models for refraction through rough surfaces", 2007 (GGX), drawn as
 *   E. Heitz does, "Sampling the GGX distribution of visible normals", 2018. What the coat reflects does not reach the matt layer:
 *   C. Kelemen and L. Szirmay-Kalos, "A microfacet based coupled specular-matte BRDF model with importance sampling", 2001. So a
 * *   white surface with a coat reflects all light, and no surface more.
 * - *Finish*: meshes may be of metal, varnished, or of glass, by the metallic-roughness model of glTF 2.0, appendix B, and its extensions
 *   KHR_materials_ior and KHR_materials_transmission. Facets are those of the coat, and a path that has drawn one is mirrored as often as
 *   it mirrors: a metal by its colour, a dielectric by 4 % or what its index of refraction says, both more at a slant (C. Schlick, 1994),
 *   and glass by Fresnel's equations. Else it enters, and leaves in all directions from the matt layer, or goes on behind the facet by
 *   Snell's law; a closed mesh of glass thus refracts as a solid, and of its colour each side takes the square root. What facets hide from
 *   each other is sent on by them too, as if at once: so white metal, varnish and glass, rough or not, reflect and let through all light.
 */

/** Colour spaces for path tracing: `linear` decodes colours from sRGB and encodes pixels; `display` uses colours as they are. */
export const LIGHT_SPACES = ['linear', 'display'] as const;
/** A colour space for path tracing. */
export type LightSpace = (typeof LIGHT_SPACES)[number];

/** The share of light that a thick medium of an albedo's inversion reflects, per channel; and the albedo, both from 0 to 1. */
export const mediumAlbedo = (reflectance: number): number =>
  (1 - Math.exp(-5.09406 * reflectance + 2.61188 * reflectance ** 2 - 4.31805 * reflectance ** 3)) /
  (1 - Math.exp(-6.80023));

/** Beyond this, float32 cannot tell scattered light from unscattered. */
export const MAX_ANISOTROPY = 0.99;

/** The share of light that collisions of a medium scatter, for that of one that scatters to all sides alike. */
export const similarAlbedo = (albedo: number, anisotropy: number): number => albedo / (1 - anisotropy * (1 - albedo));

/** The cosine of the angle by which light is scattered, for a random number from 0 to 1 and a mean cosine. */
export function scatterCosine(u: number, anisotropy: number): number {
  if (anisotropy === 0) return 1 - 2 * u;
  const square = (1 - anisotropy ** 2) / (1 + anisotropy - 2 * anisotropy * u);
  return (1 + anisotropy ** 2 - square ** 2) / (2 * anisotropy);
}

/**
 * The share of light that a surface in a volume scatters at each collision so that all of it has a reflectance, R. Light that
 * enters at a cosine μ collides at an optical depth that is exponentially distributed, μ on average, and then goes outward alone,
 * until it leaves: which takes R = a (1 − b) / (1 − a b) of it, b = 2 μ (1 − μ ln(1 + 1/μ)). Over all μ that a sphere shows, b is
 * about 0.51, with an error of R of at most 0.002.
 */
export const surfaceAlbedo = (reflectance: number): number => reflectance / (1 - 0.51 * (1 - reflectance));
