// The drawing of a trend: for each series a band from the smallest to the largest value per pixel; for the first one the quality, too.
import { svg } from './dom.js';

export const WIDTH = 800;
const HEIGHT = 240;
const STRIP = 8;
const TICKS = 5;
export const LEVELS = { g: 'good', u: 'uncertain', b: 'bad', l: 'lost' };

/** The smallest and the largest number of a series; null: it has none. */
export function bounds({ low, high }) {
  const all = [...low, ...high].filter((value) => value !== null);
  return all.length ? { low: Math.min(...all), high: Math.max(...all) } : null;
}

/**
 * The scale of some series: the range of the map where all values are in it, else what is needed; it begins and ends with a tick.
 * @param {{ low: number[], high: number[], rangeLow?: number, rangeHigh?: number }[]} series
 * @returns {{ low: number, high: number, ticks: number[] }|null} null: there are no numbers
 */
export function scaleOf(series) {
  const found = series.map(bounds).filter(Boolean);
  if (found.length === 0) return null;
  let low = Math.min(...found.map((each) => each.low));
  let high = Math.max(...found.map((each) => each.high));
  const ranges = series.filter((each) => each.rangeLow !== undefined && each.rangeHigh !== undefined);
  if (ranges.length === series.length) {
    low = Math.min(low, ...ranges.map((each) => each.rangeLow));
    high = Math.max(high, ...ranges.map((each) => each.rangeHigh));
  }
  if (low === high) [low, high] = [low - (Math.abs(low) / 10 || 1), high + (Math.abs(high) / 10 || 1)];
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough);
  [low, high] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => Number((low + at * step).toPrecision(12)));
  return { low, high, ticks };
}

/** Draws the series over each other; each has a scale, and the ticks are those of the first. */
export function* draw(series, scales, ticks) {
  const room = HEIGHT - STRIP - 8;
  const height = (value, { low, high }) => (4 + ((high - value) / (high - low)) * room).toFixed(1);
  if (scales[0]) for (const tick of ticks) yield svg('line', { class: 'grid', x1: 0, x2: WIDTH, y1: height(tick, scales[0]), y2: height(tick, scales[0]) });
  for (const [at, each] of series.entries()) {
    if (scales[at]) yield* bands(each, `band hue${at}`, (value) => height(value, scales[at]));
  }
  if (series.length > 0) yield* strips(series[0].levels);
}

function* bands({ low, high, levels }, name, y) {
  const points = levels.length;
  const step = WIDTH / points;
  for (let i = 0; i < points; i++) {
    const from = i;
    while (i < points && low[i] !== null) i++;
    if (i === from) continue;
    const above = [];
    const below = [];
    for (let at = from; at < i; at++) {
      // Every point as wide as a pixel, so that a single one is seen.
      for (const x of [at * step, (at + 1) * step]) {
        above.push(`${x.toFixed(1)},${y(high[at])}`);
        below.unshift(`${x.toFixed(1)},${y(low[at])}`);
      }
    }
    yield svg('polygon', { class: name, points: [...above, ...below].join(' ') });
  }
}

function* strips(levels) {
  const step = WIDTH / levels.length;
  for (let i = 0; i < levels.length;) {
    const from = i;
    while (i < levels.length && levels[i] === levels[from]) i++;
    const level = LEVELS[levels[from]];
    if (!level) continue;
    const place = { class: `strip ${level}`, x: (from * step).toFixed(1), width: ((i - from) * step).toFixed(1) };
    if (level !== 'good') yield svg('rect', { ...place, class: `shade ${level}`, y: 0, height: HEIGHT - STRIP });
    yield svg('rect', { ...place, y: HEIGHT - STRIP, height: STRIP });
  }
}
