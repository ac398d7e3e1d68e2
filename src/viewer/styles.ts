/** The viewer's style sheet: quiet greys, one accent, and custom properties for embedding pages. */
export const STYLES = `
:host {
  --_canvas: var(--tilecast-canvas, #000);
  --_surface: var(--tilecast-surface, light-dark(#fbfbfc, #17191d));
  --_raised: var(--tilecast-raised, light-dark(#ffffff, #1f2227));
  --_line: var(--tilecast-line, light-dark(#d9dce2, #2e323a));
  --_text: var(--tilecast-text, light-dark(#1d2129, #e4e7ec));
  --_muted: var(--tilecast-muted, light-dark(#5a6270, #9aa3b2));
  --_accent: var(--tilecast-accent, light-dark(#0b62c4, #6cb2ff));
  --_on-accent: light-dark(#ffffff, #08131f);
  --_hover: light-dark(#eceef2, #282c33);
  --_bad: light-dark(#a8201a, #ffb4a9);
  --_bad-surface: light-dark(#fdecea, #3b1c1a);
  --_radius: var(--tilecast-radius, 6px);
  color-scheme: light dark;
  display: block;
  position: relative;
  container: viewer / size;
  min-height: 240px;
  height: 480px;
  overflow: hidden;
  background: var(--_surface);
  color: var(--_text);
  font: var(--tilecast-font, 13px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Open Sans', sans-serif);
  font-variant-numeric: tabular-nums;
  -webkit-font-smoothing: antialiased;
}
/* Within, since pages give the element a display of their own. */
.frame { position: absolute; inset: 0; display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([controls='none']) .frame { grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
:host([dropping])::after { content: 'Drop to open'; position: absolute; inset: 52px 8px 8px; border: 2px dashed #9fd0ff; border-radius: 10px; display: grid; place-items: center; color: #fff; background: #000a; font-size: 16px; pointer-events: none; z-index: 4; }
:host([controls='none']) :is(.bar, .panel) { display: none; }
:host([hidden]) { display: none; }
*, *::before, *::after { box-sizing: border-box; }
.icon { width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; display: block; }
button, input, select { font: inherit; color: inherit; }
button { border: 1px solid transparent; background: none; border-radius: var(--_radius); padding: 4px 8px; cursor: pointer; }
button:hover:not(:disabled) { background: var(--_hover); }
button:disabled { opacity: 0.4; cursor: default; }
button.icon-button { padding: 0; width: 32px; height: 32px; display: inline-grid; place-items: center; flex: none; }
button[aria-pressed='true'], button[aria-selected='true'] { background: color-mix(in srgb, var(--_accent) 16%, transparent); color: var(--_accent); }
button.primary { background: var(--_accent); color: var(--_on-accent); }
button.primary:hover { background: var(--_accent); filter: brightness(1.08); }
button.plain { border-color: var(--_line); background: var(--_raised); }
:is(button, input, select, [tabindex]):focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }

.bar { grid-column: 1 / -1; display: flex; align-items: center; padding: 0 8px; min-height: 44px; border-bottom: 1px solid var(--_line); }
.bar .segments { flex-wrap: nowrap; white-space: nowrap; }
.bar .group { display: flex; align-items: center; gap: 2px; }
.narrow { display: none; }
.bar .gap { flex: 1; min-width: 8px; }
.bar .rule { width: 1px; height: 20px; background: var(--_line); margin: 0 6px; flex: none; }

.views { display: grid; overflow: hidden; background: var(--_line); gap: 1px; position: relative; grid-row: 2; }
:host([controls='none']) .views { grid-row: 1; }
.views[data-layout='3d'] { grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
.views[data-layout='four'] { grid-template: minmax(0, 1fr) minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr); }
.views[data-layout='slices'] { grid-template: minmax(0, 1fr) minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr); }
.views[data-layout='slices'] .slice[data-plane='axial'] { grid-row: 1 / -1; }
.views:is([data-layout='axial'], [data-layout='coronal'], [data-layout='sagittal']) { grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
.views:not([data-layout='3d'], [data-layout='four']) .stage { display: none; }
.stage, .slice { position: relative; overflow: hidden; user-select: none; -webkit-user-select: none; background: var(--_canvas); min-width: 0; min-height: 0; }
.slice { container: pane / inline-size; }
.stage canvas.picture { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.stage canvas.picture.stale { left: 50%; width: auto; transform: translateX(-50%); }
.stage .surface, .slice canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; }
.stage .surface:focus-visible, .slice:focus-within canvas:focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
.stage .surface { cursor: grab; }
.stage .surface[data-tool='window'] { cursor: ns-resize; }
.stage .surface:is([data-tool='pick'], [data-tool='length'], [data-tool='angle']) { cursor: crosshair; }
.views:is([data-tool='pick'], [data-tool='length'], [data-tool='angle'], [data-tool='region']) .slice canvas { cursor: crosshair; }
.views[data-tool='window'] .slice canvas { cursor: ns-resize; }
.stage .surface.dragging { cursor: grabbing; }
svg.overlay { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; overflow: hidden; }
svg.overlay text { font: 600 12px system-ui, sans-serif; fill: #fff; paint-order: stroke; stroke: #000a; stroke-width: 3px; }
.cut-edge { stroke: #fff9; stroke-width: 1; fill: none; }
.held { --_hue: #9fd0ff; pointer-events: auto; cursor: pointer; touch-action: none; outline: none; }
.held.tilt, .held.scale { --_hue: #ffd166; }
.held.axis-x { --_hue: #ff6b6b; } .held.axis-y { --_hue: #5fd38d; } .held.axis-z { --_hue: #6aa8ff; }
.held .handle { fill: #10151c; stroke: var(--_hue); stroke-width: 2; }
.held.ring .handle { r: 4px; fill: var(--_hue); }
.held .line { fill: none; stroke: var(--_hue); stroke-width: 2; }
.held .grip { fill: none; stroke: #0000; stroke-width: 14; }
.held:hover .line { stroke-width: 3; }
.held:focus-visible .handle { fill: var(--_hue); stroke: #fff; stroke-width: 3; }
.held.measure { --_hue: #ffd166; }
.held.measure .handle { fill: #0000; stroke: #0000; }
.held.measure:is(:hover, :focus-visible) .handle { stroke: var(--_hue); }
.measure-line { stroke: #ffd166; stroke-width: 1.5; fill: none; }
.figure { position: absolute; right: 10px; bottom: 10px; width: 76px; height: 76px; pointer-events: none; }
.figure text { font: 600 11px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; fill: #fff; paint-order: stroke; stroke: #000c; stroke-width: 3px; }
.caption { position: absolute; left: 10px; bottom: 8px; color: #e8ebf0; font-size: 12px; text-shadow: 0 0 3px #000, 0 0 3px #000; pointer-events: none; white-space: pre-line; }
.slice .caption.top { top: 8px; bottom: auto; font-weight: 600; }
.slice .edge { position: absolute; color: #e8ebf0; font: 600 12px system-ui; text-shadow: 0 0 3px #000, 0 0 3px #000; pointer-events: none; }
.slice .caption.end { left: auto; right: 24px; bottom: 8px; }
.slice .maximize { position: absolute; top: 2px; right: 2px; color: #e8ebf0; opacity: 0.75; }
.slice .maximize:is(:hover, :focus-visible) { opacity: 1; background: #0008; }
.slice .pages { position: absolute; right: 2px; top: 38px; bottom: 8px; width: 16px; height: auto; writing-mode: vertical-lr; direction: rtl; accent-color: #c4cad4; opacity: 0.55; }
.slice .pages:is(:hover, :focus-visible) { opacity: 1; }
.slice .edge:is(.left, .right) { top: 50%; transform: translateY(-50%); } .slice .edge.left { left: 8px; } .slice .edge.right { right: 24px; }
.slice .edge:is(.top, .bottom) { left: 50%; transform: translateX(-50%); } .slice .edge.top { top: 8px; } .slice .edge.bottom { bottom: 8px; }
/* Letters in the middle would meet the number at the top and the window below. */
@container pane (max-width: 280px) {
  .slice .count { display: none; }
  .slice .edge.bottom { bottom: 26px; }
}

.panel { grid-row: 2; grid-column: 2; width: 300px; overflow: auto; border-left: 1px solid var(--_line); background: var(--_surface); scrollbar-width: thin; }
.panel > header { display: flex; align-items: center; justify-content: space-between; padding: 8px 8px 4px 14px; position: sticky; top: 0; background: var(--_surface); z-index: 1; }
.panel h2 { font-size: 13px; font-weight: 600; margin: 0; }
.panel section { padding: 8px 14px 14px; border-bottom: 1px solid var(--_line); }
.panel section:last-child { border-bottom: 0; }
.panel h3 { font-size: 12px; font-weight: 600; color: var(--_muted); margin: 0 0 8px; }
.row { display: flex; align-items: center; gap: 8px; min-height: 30px; }
.row > label:first-child, .row > span:first-child { flex: 1; }
.row output, .value { color: var(--_muted); }
label.check { display: flex; gap: 8px; align-items: center; min-height: 28px; }
input[type='range'] { width: 128px; accent-color: var(--_accent); margin: 0; }
input[type='number'] { width: 84px; }
input[type='checkbox'] { accent-color: var(--_accent); width: 16px; height: 16px; margin: 0; }
input[type='color'] { width: 32px; height: 26px; padding: 1px; border: 1px solid var(--_line); border-radius: 4px; background: var(--_raised); }
input[type='number'], select { border: 1px solid var(--_line); border-radius: 4px; background: var(--_raised); padding: 3px 6px; min-height: 28px; }
.hint { color: var(--_muted); font-size: 12px; margin: 6px 0 0; }
.segments { display: flex; flex-wrap: wrap; gap: 2px; padding: 2px; border: 1px solid var(--_line); border-radius: calc(var(--_radius) + 2px); background: var(--_raised); }
.segments button { flex: 1 1 auto; padding: 3px; font-size: 12px; }
.wide.segments button { padding: 3px 6px; }
.segments.many { display: grid; grid-template-columns: repeat(3, 1fr); }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
.buttons .icon { display: inline; width: 14px; height: 14px; vertical-align: -2px; }
.list { list-style: none; margin: 0; padding: 0; }
.list li { display: flex; align-items: center; gap: 8px; min-height: 32px; }
.list li > .name { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
ul.measured input { width: 100%; border: 1px solid transparent; border-radius: 4px; background: none; padding: 2px 4px; }
ul.measured input:is(:hover, :focus) { border-color: var(--_line); background: var(--_raised); }
ul.measured output { display: block; padding: 0 4px; color: var(--_muted); white-space: pre-line; }
ul.measured li { align-items: start; padding: 4px 0; }
.windows button { padding: 2px 7px; font-size: 12px; }
.parts > li { display: block; padding: 4px 0; border-bottom: 1px solid var(--_line); } .parts > li:last-child { border: 0; }
.parts .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; }
.series { display: grid; gap: 6px; }
.series button { display: flex; gap: 10px; align-items: center; text-align: left; padding: 4px; border: 1px solid var(--_line); white-space: pre-line; overflow-wrap: anywhere; font-size: 12px; }
.series canvas { background: #000; border-radius: 4px; flex: none; width: 64px; height: 64px; }
table.stats { width: 100%; border-collapse: collapse; }
table.stats th { text-align: left; font-weight: 400; color: var(--_muted); padding: 2px 8px 2px 0; vertical-align: top; }
table.stats td { text-align: right; padding: 2px 0; }

.editor { display: block; width: 100%; max-width: 400px; margin: 0 auto; aspect-ratio: 272 / 150; background: var(--_raised); border: 1px solid var(--_line); border-radius: var(--_radius); touch-action: none; overflow: visible; }
.editor .bars { fill: color-mix(in srgb, var(--_muted) 35%, transparent); }
.editor .curve { fill: none; stroke: var(--_text); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.editor .area { fill: var(--_accent); opacity: 0.12; }
.editor .point { stroke: var(--_text); stroke-width: 1.5; cursor: grab; }
.editor .point:not([fill]) { fill: var(--_raised); }
.editor .point[fill] { stroke: #fff; filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000); }
.editor .point:is(:hover, .chosen) { stroke: var(--_accent); }
.editor .point:focus-visible { outline: none; stroke: var(--_accent); stroke-width: 3; }
.editor .iso { stroke: var(--_accent); stroke-width: 2; cursor: ew-resize; }
.presets { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; max-height: 268px; overflow: auto; margin: 0 -4px; padding: 4px; scrollbar-width: thin; }
.presets button { padding: 0 0 3px; border: 1px solid var(--_line); overflow: hidden; font-size: 11px; line-height: 1.25; text-align: center; }
.presets button[aria-pressed='true'] { border-color: var(--_accent); }
.presets canvas { display: block; width: 100%; aspect-ratio: 4 / 3; background: #000; margin-bottom: 3px; }
.presets span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: 0 3px; }
.heat { width: 100%; image-rendering: auto; display: block; border-radius: var(--_radius); margin-top: 8px; }

.message { position: absolute; left: 50%; top: 12px; transform: translateX(-50%); width: max-content; max-width: min(560px, calc(100% - 24px)); max-height: calc(100% - 24px); overflow: auto; box-sizing: border-box; display: flex; gap: 8px; align-items: start; padding: 8px 8px 8px 14px; border-radius: var(--_radius); background: var(--_raised); color: var(--_text); border: 1px solid var(--_line); box-shadow: 0 4px 16px #0005; overflow-wrap: anywhere; z-index: 3; }
.message.bad { background: var(--_bad-surface); color: var(--_bad); border-color: currentColor; }
.message .lines { flex: 1; } .message p { margin: 4px 0; }
.progress { position: absolute; left: 50%; top: 50%; transform: translate(-50%, -50%); width: min(320px, calc(100% - 48px)); padding: 14px; border-radius: calc(var(--_radius) + 2px); background: var(--_raised); border: 1px solid var(--_line); box-shadow: 0 4px 16px #0005; z-index: 2; pointer-events: none; }
.progress.beside { top: auto; bottom: 12px; transform: translateX(-50%); }
.progress button { pointer-events: auto; }
.progress p { margin: 0 0 8px; overflow-wrap: anywhere; }
.progress progress { width: 100%; accent-color: var(--_accent); }
.progress .row { justify-content: space-between; }
.empty { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 12px; text-align: center; color: #c4cad4; padding: 24px; }
.empty button.plain { color: var(--_text); }
dialog { border: 1px solid var(--_line); border-radius: 10px; background: var(--_raised); color: inherit; padding: 0; width: min(440px, calc(100% - 32px)); max-height: calc(100% - 32px); box-shadow: 0 8px 40px #0007; }
dialog::backdrop { background: #0007; }
dialog header { display: flex; justify-content: space-between; align-items: center; padding: 10px 10px 0 18px; }
dialog h2 { margin: 0; font-size: 15px; }
dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0; padding: 10px 18px 18px; }
dialog dt { white-space: nowrap; } dialog dd { margin: 0; color: var(--_muted); }
kbd { font: inherit; font-size: 12px; padding: 1px 6px; border: 1px solid var(--_line); border-bottom-width: 2px; border-radius: 4px; background: var(--_surface); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@container viewer (max-width: 1060px) {
  .wide { display: none; }
  .narrow { display: contents; }
}
@container viewer (max-width: 640px) {
  .bar { flex-direction: column; padding: 2px 4px; }
  .bar .group { width: 100%; justify-content: space-between; gap: 0; }
  .bar :is(.gap, .rule) { display: none; }
  .views { grid-column: 1 / -1; }
  .views[data-layout='slices'] { grid-template: repeat(3, minmax(0, 1fr)) / minmax(0, 1fr); }
  .views[data-layout='slices'] .slice[data-plane='axial'] { grid-row: auto; }
  dialog dl { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  dialog dt { white-space: normal; } kbd { display: inline-block; white-space: nowrap; margin-bottom: 3px; }
  .panel { grid-row: 3; grid-column: 1 / -1; width: auto; max-height: 46cqh; border-left: 0; border-top: 1px solid var(--_line); border-radius: 12px 12px 0 0; }
  button.icon-button { width: 38px; height: 40px; }
  .bar button.icon-button { flex: 0 1 38px; min-width: 24px; }
  .held .handle { r: 11px; }
  .held.ring .handle { r: 7px; }
  .figure { width: 60px; height: 60px; }
}
@media (pointer: coarse) {
  :is(.panel button, .panel select, .row, label.check) { min-height: 36px; }
  .editor .point { r: 9px; }
  .held .grip { stroke-width: 24; }
}
@media (prefers-contrast: more) {
  :host { --_line: currentColor; --_muted: var(--_text); }
  button { border-color: currentColor; }
}
@media (forced-colors: active) {
  .stage, .slice { forced-color-adjust: none; }
  button[aria-pressed='true'], button[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
  :is(button, input, select, [tabindex]):focus-visible { outline: 3px solid CanvasText; }
  button:disabled { color: GrayText; opacity: 1; }
}
@media (prefers-reduced-motion: no-preference) {
  button { transition: background-color 80ms; }
}
`;
