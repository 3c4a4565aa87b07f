// The last minute of a figure, as a line. The page collects them itself: the bridge keeps nothing for it.
import { svg } from './dom.js';
import { duration } from './format.js';
import { t } from './language.js';

const SAMPLES = 60;
const FEWEST = 15;
const WIDTH = 120;
const HEIGHT = 26;

export class Sparkline {
  #values = [];
  #line = svg('polyline', { class: 'line' });
  #area = svg('polygon', { class: 'area' });

  constructor(about) {
    this.about = about;
    this.node = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', class: 'sparkline', 'aria-label': about });
    this.node.append(this.#area, this.#line);
  }

  /** Adds a value; undefined: there was none. */
  add(value) {
    if (value === undefined || value === null) return;
    this.#values.push(value);
    if (this.#values.length > SAMPLES) this.#values.shift();
    this.#draw();
  }

  #draw() {
    const values = this.#values;
    const most = Math.max(...values, 0.001);
    const step = WIDTH / (Math.max(values.length, FEWEST) - 1);
    const left = WIDTH - (values.length - 1) * step;
    const points = values.map((value, i) => `${(left + i * step).toFixed(1)},${(HEIGHT - 1.5 - (value / most) * (HEIGHT - 4)).toFixed(1)}`);
    this.#line.setAttribute('points', points.join(' '));
    this.#area.setAttribute('points', `${left.toFixed(1)},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`);
    this.node.setAttribute('aria-label', t`${this.about}: now ${duration(values.at(-1))}, between ${duration(Math.min(...values))} and ${duration(most)} since this page was opened`);
  }
}
