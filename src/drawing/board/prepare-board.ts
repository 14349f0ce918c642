/** Prepare once, then draw single keys as their colours change. */
import type { KeyboardLayout, LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts } from '../keyboard-layouts/built-in.ts';
import { keyBounds } from '../keyboard-layouts/keyboard-layout.ts';
import type { BoardSpec, BoardView, CaseStyle, KeyZone } from './board-spec.ts';
import { cameraAt, type Camera, type CameraSetting, type Point } from './camera.ts';
import { caseStyleOf, FOOT_SLOPE } from './case-style.ts';
import { zoneOfKey } from './key-zone.ts';
import { grown, hull, rectangle, turn, type Outline } from './outline.ts';
import { shadeBook, type Shades } from './tone.ts';

export type PreparedBoard = {
  readonly spec: BoardSpec;
  readonly view: BoardView;
  readonly idPrefix: string;
  readonly layout: KeyboardLayout;
  readonly camera: Camera;
  readonly style: CaseStyle | null;
  /** The case's outline before its corners are rounded. */
  readonly hull: Outline;
  readonly bottomY: number;
  readonly zones: readonly KeyZone[];
  readonly shades: (colour: string) => Shades;
};

const CAMERAS: Record<BoardView, Omit<CameraSetting, 'centreX' | 'centreY'>> = {
  top: { pitch: 90, yaw: 0 },
  flat: { pitch: 90, yaw: 0 },
  back: { pitch: 90, yaw: 0 },
  angled: { pitch: 50, yaw: -16, distance: 28 },
  left: { pitch: 32, yaw: -44, distance: 24 },
  right: { pitch: 38, yaw: 24, distance: 24 },
  front: { pitch: 25, yaw: -7, distance: 30 },
  corner: { pitch: 30, yaw: 34, distance: 17 },
  detail: { pitch: 40, yaw: -24, distance: 15 },
  side: { pitch: 12, yaw: -68, distance: 40, tilt: FOOT_SLOPE },
  rear: { pitch: 30, yaw: 158, distance: 34 },
  exploded: { pitch: 27, yaw: -20, distance: 60 },
};

/** Lower than `angled` and from farther off: what comes round grows less. */
const TURNTABLE = { pitch: 36, distance: 38 };

function settingOf({ view = 'top', turned }: BoardSpec): (typeof CAMERAS)[BoardView] {
  const setting = CAMERAS[view];
  return turned === undefined ? setting : { ...setting, ...TURNTABLE, yaw: setting.yaw + turned };
}

/** A key's four corners where they really lie. */
export function keyCorners(key: LayoutKey): Outline {
  const { x0, y0, x1, y1 } = keyBounds(key);
  return rectangle(x0, y0, x1 - x0, y1 - y0).map((p): Point =>
    turn(p, key.rotation, key.rotationX, key.rotationY),
  );
}

function caseHull(layout: KeyboardLayout, style: CaseStyle | null): Outline {
  const keys = layout.keys.filter((key) => !key.decal);
  const points = (keys.length > 0 ? keys : layout.keys).flatMap(keyCorners);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const box = rectangle(x0, y0, Math.max(...xs) - x0, Math.max(...ys) - y0);
  const turned = keys.some((key) => key.rotation !== 0);
  const bezel = style?.bezel ?? 0;
  const around = grown(turned ? gentle(points, box) : box, bezel);
  const forehead = style?.forehead ?? 0;
  const top = y0 - bezel;
  return hull(around.map(([x, y]): Point => [x, y < top + 0.8 ? y - forehead : y]));
}

/** Turned layouts keep a straight back edge, as a case with a port does, and the case is symmetrical. */
function gentle(points: Outline, box: Outline): Outline {
  const [nw = [0, 0], ne = [0, 0]] = box;
  const mirrored = points.map(([x, y]): Point => [nw[0] + ne[0] - x, y]);
  return hull([...points, ...mirrored, [nw[0] + 0.6, nw[1]], [ne[0] - 0.6, ne[1]]]);
}

export function prepareBoard(spec: BoardSpec): PreparedBoard {
  const layout = typeof spec.layout === 'string' ? builtInLayouts[spec.layout] : spec.layout;
  const style = caseStyleOf(spec.caseStyle);
  const finished = style !== null && spec.finish ? { ...style, finish: spec.finish } : style;
  const outline = caseHull(layout, finished);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const bottomY = Math.max(...ys);
  const view = spec.view ?? 'top';
  const centre = {
    centreX: (Math.min(...xs) + Math.max(...xs)) / 2,
    centreY: (Math.min(...ys) + bottomY) / 2,
  };
  return {
    spec,
    view,
    idPrefix: spec.idPrefix ?? 'b',
    layout,
    camera: cameraAt({ ...settingOf(spec), ...centre }),
    style: finished,
    hull: outline,
    bottomY,
    zones: layout.keys.map((key, index) => spec.keyZones?.[index] ?? zoneOfKey(key)),
    shades: shadeBook(),
  };
}
