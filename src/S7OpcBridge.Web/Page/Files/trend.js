// The recorded values of a tag over time: a band from the smallest to the largest value per pixel, and below it the quality.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list, svg } from './dom.js';
import { quality } from './format.js';
import { t } from './language.js';

const WIDTH = 800;
const HEIGHT = 240;
const STRIP = 8;
const SPANS = { minutes: 10, hour: 60, shift: 480, day: 1440, week: 10080, month: 43200 };
const LEVELS = { g: 'good', u: 'uncertain', b: 'bad', l: 'lost' };
const WORDS = { good: 'Good', uncertain: 'Uncertain', bad: 'Bad', lost: t`Nobody knows: values are missing` };

/** The address of a tag's trend. */
export const trendAddress = (plc, tag) => `#trend?${new URLSearchParams({ plc, tag })}`;

export function startTrend(frame) {
  const root = document.getElementById('view-trend');
  const form = root.querySelector('form');
  const drawing = root.querySelector('svg');
  let seen = null;
  let asked = 0;

  const wanted = () => ({
    plc: frame.query.get('plc') ?? '', tag: frame.query.get('tag') ?? '',
    minutes: SPANS[frame.query.get('span')] ?? SPANS.hour, ago: Math.max(0, Number.parseInt(frame.query.get('ago'), 10) || 0),
  });

  async function look() {
    const mine = ++asked;
    let trend;
    try {
      trend = await ask('trend', { ...wanted(), points: WIDTH / 2 });
    } catch (error) {
      if (error.status !== 404) throw error;
      trend = { plc: wanted().plc, name: wanted().tag, unit: '', low: [], high: [], levels: '', latest: [], trouble: t`This tag is not recorded, or no longer in the map.` };
    }
    if (mine === asked) show(trend);
  }

  function show(trend) {
    seen = trend;
    const { low, high } = bounds(trend);
    fill(root, {
      plc: `${trend.plc}/`, name: trend.name, unit: trend.unit, trouble: trend.trouble ?? '', hasTrouble: !!trend.trouble,
      low: number(low), high: number(high), from: time(trend.fromMs), to: time(trend.toMs), drawn: trend.isNumber,
      thinned: trend.isThinned, none: trend.latest.length === 0 && !trend.trouble,
    });
    document.getElementById('trend-later').disabled = wanted().ago === 0;
    document.getElementById('trend-earlier').disabled = !trend.oldestMs || trend.fromMs <= trend.oldestMs;
    drawing.replaceChildren(...draw(trend, low, high));
    drawing.setAttribute('aria-label', t`${trend.name} from ${time(trend.fromMs)} to ${time(trend.toMs)}: ${low === null ? t`no numbers` : t`between ${number(low)} and ${number(high)} ${trend.unit}`}`);
    keyed(list(root, 'latest'), trend.latest, (value, index) => `${value.timeMs} ${index}`, () => clone('trend-row'), (row, value) => {
      row.querySelector('.quality').dataset.level = value.level;
      fill(row, { time: time(value.timeMs, true), value: value.value || '–', quality: quality(value.quality) });
    });
  }

  function go(change) {
    const query = new URLSearchParams(frame.query);
    for (const [name, value] of Object.entries(change)) value ? query.set(name, value) : query.delete(name);
    location.hash = `#trend?${query}`;
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.span.addEventListener('change', () => go({ span: form.span.value, ago: 0 }));
  document.getElementById('trend-earlier').addEventListener('click', () => go({ ago: wanted().ago + wanted().minutes }));
  document.getElementById('trend-later').addEventListener('click', () => go({ ago: Math.max(0, wanted().ago - wanted().minutes) }));
  drawing.addEventListener('pointermove', (event) => fill(root, { point: pointAt(seen, event.offsetX / drawing.clientWidth) }));
  drawing.addEventListener('pointerleave', () => fill(root, { point: '' }));
  // A long range is worth some work: it is drawn again less often.
  let last = 0;
  const now = repeat(2000, () => frame.shown === 'trend' && wanted().ago === 0 && Date.now() - last > wanted().minutes * 30, async () => {
    last = Date.now();
    await look();
  }, frame.failed);

  return {
    arrive() {
      if (frame.shown !== 'trend') return;
      form.span.value = frame.query.get('span') ?? 'hour';
      last = 0;
      look().then(now).catch(frame.failed);
    },
  };
}

function bounds(trend) {
  const all = [...trend.low, ...trend.high].filter((value) => value !== null);
  return all.length ? { low: Math.min(...all), high: Math.max(...all) } : { low: null, high: null };
}

/** A band per stretch of numbers, and a strip of qualities. */
function* draw(trend, low, high) {
  const points = trend.levels.length;
  if (points === 0) return;
  const step = WIDTH / points;
  const room = HEIGHT - STRIP - 8;
  const y = (value) => (4 + (high === low ? 0.5 : (high - value) / (high - low)) * room).toFixed(1);
  for (let i = 0; i < points; i++) {
    const from = i;
    while (i < points && trend.low[i] !== null) i++;
    if (i === from) continue;
    const above = [];
    const below = [];
    for (let at = from; at < i; at++) {
      // Every point as wide as a pixel, so that a single one is seen.
      for (const x of [at * step, (at + 1) * step]) {
        above.push(`${x.toFixed(1)},${y(trend.high[at])}`);
        below.unshift(`${x.toFixed(1)},${y(trend.low[at])}`);
      }
    }
    yield svg('polygon', { class: 'band', points: [...above, ...below].join(' ') });
  }
  for (let i = 0; i < points;) {
    const from = i;
    while (i < points && trend.levels[i] === trend.levels[from]) i++;
    const level = LEVELS[trend.levels[from]];
    if (!level) continue;
    const place = { class: `strip ${level}`, x: (from * step).toFixed(1), width: ((i - from) * step).toFixed(1) };
    if (level !== 'good') yield svg('rect', { ...place, class: `shade ${level}`, y: 0, height: HEIGHT - STRIP });
    yield svg('rect', { ...place, y: HEIGHT - STRIP, height: STRIP });
  }
}

function pointAt(trend, share) {
  if (!trend?.levels) return '';
  const index = Math.min(trend.levels.length - 1, Math.max(0, Math.floor(share * trend.levels.length)));
  const [low, high, level] = [trend.low[index], trend.high[index], LEVELS[trend.levels[index]]];
  const at = time(trend.fromMs + ((trend.toMs - trend.fromMs) * index) / trend.levels.length, true);
  if (!level) return t`${at}: nothing recorded yet`;
  return `${at}: ${low === null ? '' : `${low === high ? number(low) : t`${number(low)} to ${number(high)}`} ${trend.unit} `}(${WORDS[level]})`;
}

const number = (value) => (value === null || value === undefined ? '' : String(+value.toPrecision(7)));

const time = (ms, exact) => new Date(ms).toLocaleString(undefined, exact
  ? { dateStyle: 'short', timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
