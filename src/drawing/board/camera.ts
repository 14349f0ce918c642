export type Point = readonly [x: number, y: number];
export type Camera = {
  readonly project: (x: number, y: number, z: number) => Point;
  /** Larger is nearer to the eye; orders what is drawn over what. */
  readonly nearness: (x: number, y: number) => number;
  /** The place over which the eye is. */
  readonly eye: Point;
  readonly flat: boolean;
};

export type CameraSetting = {
  readonly centreX: number;
  readonly centreY: number;
  /** Degrees over the table: 90 looks straight down. */
  readonly pitch: number;
  /** Degrees the board is turned, clockwise. */
  readonly yaw: number;
  /** Key units from the eye to the centre; absent for no perspective. */
  readonly distance?: number;
  /** How much the table falls towards the far edge, to a key unit; the picture is level with it. */
  readonly tilt?: number;
};

/** Picture units to one key unit. */
const UNIT = 54;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function cameraAt(setting: CameraSetting): Camera {
  const { centreX, centreY, distance, tilt = 0 } = setting;
  const cos = Math.cos(radians(setting.yaw));
  const sin = Math.sin(radians(setting.yaw));
  const rise = Math.sin(radians(setting.pitch));
  const lie = Math.cos(radians(setting.pitch));
  const level = 1 / Math.hypot(1, tilt);
  const fall = tilt * level;
  const far = distance ?? 1e6;
  return {
    flat: setting.pitch === 90 && setting.yaw === 0 && distance === undefined,
    eye: [centreX + far * lie * sin, centreY + far * (lie * cos * level - rise * fall)],
    nearness: (x, y) => (x - centreX) * sin + (y - centreY) * cos,
    project: (x, y, z) => {
      const deep = (y - centreY) * level + z * fall;
      const high = z * level - (y - centreY) * fall;
      const across = (x - centreX) * cos - deep * sin;
      const along = (x - centreX) * sin + deep * cos;
      const scale =
        distance === undefined ? UNIT : (UNIT * distance) / (distance - along * lie - high * rise);
      return [across * scale, (along * rise - high * lie) * scale];
    },
  };
}

/** Two decimals: finer than any screen at the sizes that pictures are shown. */
export const round2 = (value: number): number => Math.round(value * 100) / 100;

const WHOLES = Array.from({ length: 4096 }, (_, n) => String(n));
const HUNDREDTHS = Array.from({ length: 100 }, (_, n) => (n === 0 ? '' : String(n / 100).slice(1)));

/** The text of `round2`, from tables: writing numbers is most of the work of drawing a board. */
function decimal(value: number): string {
  const hundredths = Math.round(value * 100);
  const size = hundredths < 0 ? -hundredths : hundredths;
  const whole = Math.floor(size / 100);
  const text = (WHOLES[whole] ?? String(whole)) + (HUNDREDTHS[size - whole * 100] ?? '');
  return hundredths < 0 ? `-${text}` : text;
}

/** A point as paths write it. */
export const pairText = (point: Point): string => `${decimal(point[0])} ${decimal(point[1])}`;
