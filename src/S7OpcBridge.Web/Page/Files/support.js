// For whoever helps with a problem: the report, the end of the log with its levels, and the metrics in words.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list, setText } from './dom.js';
import { plural } from './format.js';
import { t } from './language.js';
import { act, may, onSession, whyNot } from './session.js';

const EVERY = 2000;
const EVERY_FIGURES = 5000;
const MOST = 500;
const ROLE = 'SecurityAdmin';
const BAD = ['Error', 'Critical'];

export function startSupport(frame) {
  const root = document.getElementById('view-support');
  const filter = root.querySelector('#log-filter');
  const levels = root.querySelector('#log-level');
  const figures = root.querySelector('#figures-filter');
  const out = list(root, 'log');
  let last = 0;
  let asked = '';

  const wanted = () => ({ level: filter.elements.level.value, search: filter.elements.search.value.trim() });

  async function look() {
    if (!may('support/log')) {
      fill(root, { supportAbout: whyNot(ROLE), maySupport: false });
      out.replaceChildren();
      last = 0;
      return;
    }
    fill(root, { supportAbout: '', maySupport: true });
    const query = wanted();
    const question = JSON.stringify(query);
    if (question !== asked) {
      asked = question;
      last = 0;
    }
    const isNew = last === 0;
    const answer = await ask('v1/support/log', { ...query, after: last });
    if (question !== asked) return;
    if (isNew) out.replaceChildren();
    const isAtEnd = out.scrollTop + out.clientHeight >= out.scrollHeight - 4;
    out.append(...answer.lines.map(lineOf));
    while (out.children.length > MOST) out.firstElementChild.remove();
    if (isNew || isAtEnd) out.scrollTop = out.scrollHeight;
    ({ last } = answer);
    fill(root, {
      forAWhile: answer.levels.map(({ category, level, seconds }) => t`${category} tells ${level} for another ${plural(Math.ceil(seconds / 60), 'minute')}.`).join(' '),
      hasForAWhile: answer.levels.length > 0,
      noLines: out.children.length === 0,
    });
  }

  function lineOf(line) {
    const element = clone('log-line');
    fill(element, { time: new Date(line.time).toLocaleTimeString(), level: line.level, category: `${line.category}[${line.event}]`, text: line.text });
    element.querySelector('[data-level]').dataset.level = BAD.includes(line.level) ? 'bad' : line.level === 'Warning' ? 'uncertain' : 'off';
    return element;
  }

  async function lookAtFigures() {
    if (!may('support/metrics') || !figures.closest('details').open) return;
    const { figures: all } = await ask('v1/support/metrics');
    const words = figures.value.trim().toLowerCase().split(/\s+/);
    const found = all.filter((figure) => words.every((word) => `${figure.name} ${figure.about} ${figure.of ?? ''}`.toLowerCase().includes(word)));
    setText(root.querySelector('#figures-about'), plural(found.length, 'figure'));
    keyed(list(root, 'figures'), found, (figure) => `${figure.name} ${figure.of ?? ''}`, () => clone('figure-row'), (line, figure) => fill(line, {
      about: figure.about, name: figure.name, of: figure.of ?? '', value: figure.value,
    }));
  }

  const now = repeat(EVERY, () => frame.shown === 'support', look, frame.failed);
  const count = repeat(EVERY_FIGURES, () => frame.shown === 'support', lookAtFigures, frame.failed);
  filter.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('input', now);
  figures.addEventListener('input', count);
  figures.closest('details').addEventListener('toggle', count);
  levels.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { category, level, minutes } = levels.elements;
    try {
      const { message } = await act('support/level', { category: category.value.trim(), level: level.value, minutes: Number(minutes.value) });
      fill(root, { levelDone: message, hasLevelDone: true, levelFault: '', hasLevelFault: false });
    } catch (error) {
      fill(root, { levelDone: '', hasLevelDone: false, levelFault: error.message, hasLevelFault: true });
    }
    now();
  });
  onSession(() => {
    document.getElementById('support-link').hidden = !may('support/log');
    last = 0;
    now();
  });
  return { arrive: () => frame.shown === 'support' && (now(), count()) };
}
