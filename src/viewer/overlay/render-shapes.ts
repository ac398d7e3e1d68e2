/** Draws shapes over a picture: as SVG on the page, and on the canvas of a saved picture. */
import { nothing, type SVGTemplateResult, svg } from 'lit-html';
import type { Point } from '../camera/navigate.js';
import type { OverlayShape } from './overlay-shape.js';

const SHADE = '#000a';
const DOT_RADIUS = 3.5;
const DASHES = [5, 4] as const;
const [TEXT_SIZE, LINE_HEIGHT] = [12, 15];
const OUTLINE = '#000c';
const TEXT_FONT = `600 ${TEXT_SIZE}px system-ui, sans-serif`;
const LINE_WIDTH = 1.5;

const pathOf = (points: readonly Point[], isClosed = false) =>
  points.length === 0 ? '' : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${isClosed ? 'Z' : ''}`;

export const toSvg = (shapes: readonly OverlayShape[]): SVGTemplateResult => svg`${shapes.map(svgOf)}`;

function svgOf(shape: OverlayShape): SVGTemplateResult {
  switch (shape.kind) {
    case 'line': {
      const { points, isClosed, color, isDashed, width = LINE_WIDTH } = shape;
      const dashes = isDashed ? DASHES.join(' ') : nothing;
      return svg`<path d=${pathOf(points, isClosed)} fill="none" stroke=${color} stroke-width=${width} stroke-dasharray=${dashes} />`;
    }
    case 'dot':
      return svg`<circle cx=${shape.at.x} cy=${shape.at.y} r=${DOT_RADIUS} fill=${shape.color} stroke=${OUTLINE} />`;
    case 'text':
      return svg`${shape.lines.map(
        (line, index) =>
          svg`<text x=${shape.at.x} y=${shape.at.y + index * LINE_HEIGHT} text-anchor=${shape.isCentered ? 'middle' : nothing}>${line}</text>`,
      )}`;
    case 'shade':
      return svg`<path d=${shadePath(shape)} fill=${SHADE} fill-rule="evenodd" />`;
  }
}

const shadePath = ({ inside, size }: Extract<OverlayShape, { kind: 'shade' }>) =>
  `M0 0H${size.width}V${size.height}H0Z${pathOf(inside, true)}`;

/** Draws shapes on a canvas whose transform maps CSS pixels to its own. */
export function paintShapes(context: OffscreenCanvasRenderingContext2D, shapes: readonly OverlayShape[]): void {
  for (const shape of shapes) {
    context.save();
    paintShape(context, shape);
    context.restore();
  }
}

function paintShape(context: OffscreenCanvasRenderingContext2D, shape: OverlayShape): void {
  switch (shape.kind) {
    case 'line':
      context.strokeStyle = shape.color;
      context.lineWidth = shape.width ?? LINE_WIDTH;
      if (shape.isDashed) context.setLineDash([...DASHES]);
      context.stroke(new Path2D(pathOf(shape.points, shape.isClosed)));
      break;
    case 'dot':
      context.fillStyle = shape.color;
      context.strokeStyle = OUTLINE;
      context.beginPath();
      context.arc(shape.at.x, shape.at.y, DOT_RADIUS, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
      break;
    case 'text':
      Object.assign(context, { font: TEXT_FONT, fillStyle: '#fff', strokeStyle: '#000a', lineWidth: 3 });
      if (shape.isCentered) context.textAlign = 'center';
      for (const [index, line] of shape.lines.entries()) {
        const [x, y] = [shape.at.x, shape.at.y + index * LINE_HEIGHT];
        context.strokeText(line, x, y);
        context.fillText(line, x, y);
      }
      break;
    case 'shade':
      context.fillStyle = SHADE;
      context.fill(new Path2D(shadePath(shape)), 'evenodd');
  }
}
