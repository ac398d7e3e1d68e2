/** What `auto` takes: the profile's shape, else the continuous rule's, else the viewpoint rule's, within the adapter's limit. */
import { describe, expect, it } from 'vitest';
import { chooseByRule, chooseShape } from '../../src/shapes/choose-shape.js';
import { measurePixelSteps } from '../../src/shapes/pixel-steps.js';
import { formatShape, parseShape } from '../../src/shapes/shape.js';
import { applyViewpointRule } from '../../src/shapes/viewpoint-rule.js';
import { sampleProfile } from './sample-profile.js';
import { axisView, mirrorImages, SHAPES, VIEWS } from './views.js';

describe('chooseShape', () => {
  it.each(VIEWS)('has the paper’s shape in viewpoint %s and its mirror images', (view) => {
    for (const mirrored of mirrorImages(view)) {
      const choice = chooseShape(mirrored, { maxInvocations: 256 });
      expect(formatShape(choice.shape)).toBe(SHAPES[view]);
      expect(choice.policy).toBe('continuous');
    }
  });

  it('takes the profile’s shape where there is a profile', () => {
    const profile = sampleProfile({ a: '2x64', e: '64x2' });
    const choice = chooseShape(axisView('a'), { maxInvocations: 256, profile });
    expect(choice).toMatchObject({ shape: { width: 2, height: 64 }, policy: 'profile' });
    expect(choice.reason).toMatch(/^of \d+ shapes measured on this adapter from 2 viewpoints, .* is 2x64$/);
    expect(chooseShape(axisView('e'), { maxInvocations: 256, profile }).shape).toEqual({ width: 64, height: 2 });
  });

  it('takes the profile’s largest shapes on GPUs in dense looks alone, and where the volume fills them', () => {
    const shapes = [parseShape('1024x1'), parseShape('16x16')];
    const views = [{ steps: measurePixelSteps(axisView('b'))!, msMedian: [1, 1.2] }];
    const profile = { ...sampleProfile({}), shapes, views };
    const choose = (isDense: boolean, width: number, height: number) => {
      const view = axisView('b', { sizes: [64, 64, 64], image: { width, height } });
      return formatShape(chooseShape({ ...view, isDense }, { maxInvocations: 1024, isGpu: true, profile }).shape);
    };
    expect(choose(true, 1024, 1024)).toBe('1024x1');
    expect(choose(false, 1024, 1024)).toBe('16x16');
    expect(choose(true, 1920, 1080)).toBe('16x16');
  });

  it('does without a profile that has no shape which the adapter allows', () => {
    const profile = sampleProfile({ a: '2x64' });
    expect(chooseShape(axisView('a'), { maxInvocations: 32, profile }).policy).toBe('continuous');
  });

  it('takes the viewpoint rule’s where the volume is not seen', () => {
    const view = axisView('a');
    const away = { ...view.camera, eye: view.camera.target, target: view.camera.eye };
    const aside = { ...view, camera: { ...away, eye: [1000, 1000, 1000], target: [2000, 2000, 2100] } as const };
    expect(chooseShape(aside, { maxInvocations: 128 }).policy).toBe('rule');
  });
});

describe('chooseByRule', () => {
  it('is the viewpoint rule where the adapter allows its shapes', () => {
    for (const name of VIEWS) {
      const view = axisView(name);
      expect(chooseByRule(view, 128)).toEqual(applyViewpointRule(view.camera, view.volume));
    }
  });

  it('makes them smaller where it does not, and says so', () => {
    const choice = chooseByRule(axisView('a'), 64);
    expect(choice.shape).toEqual({ width: 32, height: 2 });
    expect(choice.reason).toMatch(/x axis .*: 32x4, made 32x2 because the adapter allows 64 invocations$/);
    expect(chooseByRule(axisView('e'), 64).shape).toEqual({ width: 1, height: 64 });
  });
});
