// The recorded values of some tags over time, on one drawing, and the last ones of the first of them.
import { ask, repeat } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { quality } from './format.js';
import { t } from './language.js';
import { LEVELS, WIDTH, bounds, draw, scaleOf } from './plot.js';

const MOST = 6;
const TIMES = 5;
const SPANS = { minutes: 10, hour: 60, shift: 480, day: 1440, week: 10080, month: 43200 };
const WORDS = { good: 'Good', uncertain: 'Uncertain', bad: 'Bad', lost: t`Nobody knows: values are missing` };

/** The address of a tag's trend. */
export const trendAddress = (plc, tag) => `#trend?${new URLSearchParams({ plc, tag })}`;

export function startTrend(frame) {
  const root = document.getElementById('view-trend');
  const form = root.querySelector('form');
  const drawing = root.querySelector('svg');
  let seen = [];
  let asked = 0;

  const span = () => ({ minutes: SPANS[frame.query.get('span')] ?? SPANS.hour, ago: Math.max(0, Number.parseInt(frame.query.get('ago'), 10) || 0) });

  /** The tags of the address: the first by plc and tag, the others as and=Line1/Motor/Speed. */
  const wanted = () => [{ plc: frame.query.get('plc') ?? '', tag: frame.query.get('tag') ?? '' }, ...frame.query.getAll('and').map((name) => {
    const [plc, ...rest] = name.split('/');
    return { plc, tag: rest.join('/') };
  })].slice(0, MOST);

  async function read({ plc, tag }) {
    try {
      return await ask('trend', { plc, tag, ...span(), points: WIDTH / 2 });
    } catch (error) {
      if (error.status !== 404) throw error;
      return { plc, name: tag, unit: '', low: [], high: [], levels: '', latest: [], trouble: t`This tag is not recorded, or no longer in the map.` };
    }
  }

  async function look() {
    const mine = ++asked;
    const trends = [];
    // The bridge reads one after the other.
    for (const each of wanted()) trends.push(await read(each));
    if (mine === asked) show(trends);
  }

  function show(trends) {
    seen = trends;
    const [first] = trends;
    // What has the same unit has the same scale.
    const scales = trends.map((each) => scaleOf(trends.filter((other) => other.unit === each.unit)));
    const ticks = scales[0]?.ticks ?? [];
    fill(root, {
      plc: `${first.plc}/`, name: first.name, unit: first.unit, trouble: first.trouble ?? '', hasTrouble: !!first.trouble,
      drawn: trends.some((each) => each.isNumber), thinned: trends.some((each) => each.isThinned), none: first.latest.length === 0 && !first.trouble,
    });
    keyed(list(root, 'ticks'), ticks.toReversed(), (tick) => tick, (tick) => el('span', {}, number(tick)));
    const times = Array.from({ length: TIMES }, (_, at) => time(first.fromMs + ((first.toMs - first.fromMs) * at) / (TIMES - 1)));
    list(root, 'times').replaceChildren(...times.map((text) => el('span', {}, text)));
    document.getElementById('trend-later').disabled = span().ago === 0;
    document.getElementById('trend-earlier').disabled = !first.oldestMs || first.fromMs <= first.oldestMs;
    drawing.replaceChildren(...draw(trends, scales, ticks));
    drawing.setAttribute('aria-label', trends.map(about).join('; '));
    keyed(list(root, 'series'), trends, (each) => `${each.plc}/${each.name}`, (each) => legend(each), (line, each, at) => {
      line.className = `hue${at}`;
      fill(line, { name: `${each.plc}/${each.name}`, scale: scales[at] ? `${number(scales[at].low)} – ${number(scales[at].high)} ${each.unit}` : each.trouble ?? '', isMore: at > 0 });
    });
    keyed(list(root, 'latest'), first.latest, (value, index) => `${value.timeMs} ${index}`, () => clone('trend-row'), (row, value) => {
      row.querySelector('.quality').dataset.level = value.level;
      fill(row, { time: time(value.timeMs, true), value: value.value || '–', quality: quality(value.quality) });
    });
  }

  function legend(trend) {
    const line = clone('trend-series');
    const name = `${trend.plc}/${trend.name}`;
    const drop = line.querySelector('button');
    drop.setAttribute('aria-label', t`Remove ${name}`);
    drop.addEventListener('click', () => more(frame.query.getAll('and').filter((each) => each !== name)));
    return line;
  }

  function go(change) {
    const query = new URLSearchParams(frame.query);
    for (const [name, value] of Object.entries(change)) value ? query.set(name, value) : query.delete(name);
    location.hash = `#trend?${query}`;
  }

  function more(names) {
    const query = new URLSearchParams(frame.query);
    query.delete('and');
    for (const name of new Set(names)) query.append('and', name);
    location.hash = `#trend?${query}`;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = form.elements.more.value.trim();
    if (name) more([...frame.query.getAll('and'), name].slice(0, MOST - 1));
    form.elements.more.value = '';
  });
  form.span.addEventListener('change', () => go({ span: form.span.value, ago: 0 }));
  document.getElementById('trend-earlier').addEventListener('click', () => go({ ago: span().ago + span().minutes }));
  document.getElementById('trend-later').addEventListener('click', () => go({ ago: Math.max(0, span().ago - span().minutes) }));
  drawing.addEventListener('pointermove', (event) => fill(root, { point: pointAt(seen, event.offsetX / drawing.clientWidth) }));
  drawing.addEventListener('pointerleave', () => fill(root, { point: '' }));
  // A long range is worth some work: it is drawn again less often.
  let last = 0;
  const now = repeat(2000, () => frame.shown === 'trend' && span().ago === 0 && Date.now() - last > span().minutes * 30, async () => {
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

function about(trend) {
  const found = bounds(trend);
  const values = found ? t`between ${number(found.low)} and ${number(found.high)} ${trend.unit}` : t`no numbers`;
  return t`${trend.name} from ${time(trend.fromMs)} to ${time(trend.toMs)}: ${values}`;
}

function pointAt(trends, share) {
  const [first] = trends;
  if (!first?.levels) return '';
  const at = time(first.fromMs + (first.toMs - first.fromMs) * Math.min(1, Math.max(0, share)), true);
  return `${at}: ${trends.filter((each) => each.levels).map((each) => `${trends.length > 1 ? `${each.name} ` : ''}${valueAt(each, share)}`).join('; ')}`;
}

function valueAt({ low, high, levels, unit }, share) {
  const index = Math.min(levels.length - 1, Math.max(0, Math.floor(share * levels.length)));
  const level = LEVELS[levels[index]];
  if (!level) return t`nothing recorded yet`;
  const value = low[index] === null ? '' : `${low[index] === high[index] ? number(low[index]) : t`${number(low[index])} to ${number(high[index])}`} ${unit} `;
  return `${value}(${WORDS[level]})`;
}

const number = (value) => (value === null || value === undefined ? '' : String(+value.toPrecision(7)));

const time = (ms, exact = false) => new Date(ms).toLocaleString(undefined, exact
  ? { dateStyle: 'short', timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
