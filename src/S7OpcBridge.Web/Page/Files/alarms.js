// What is active, or waits for somebody; and from the history what was.
import { ask, repeat } from './api.js';
import { clone, fill, keyed, list, setText } from './dom.js';
import { count, plural, quality } from './format.js';
import { startAlarmActs } from './alarmacts.js';
import { t, word } from './language.js';
import { onSession } from './session.js';

const EVERY = 1000;
const EVERY_PAST = 5000;
const NOT_RECORDED = t`Past alarms are not recorded. Write history: { store: history } under server in the map, and restart the bridge.`;

export function startAlarms(frame, tellCount) {
  const root = document.getElementById('view-alarms');
  const form = root.querySelector('form');
  const rows = list(document, 'alarms');
  const isPast = () => form.state.value === 'past';
  // Where the pages before this one began; the last is that of this page.
  let pages = [''];
  let older = null;
  let asked = 0;

  const show = (found, keyOf, none) => {
    setText(document.getElementById('alarms-none'), none);
    document.getElementById('alarms-none').hidden = found.length > 0;
    acts.know(isPast() ? [] : found);
    keyed(rows, found, keyOf, () => clone('alarm-row'), (line, row) => {
      acts.showTick(line, row);
      showAlarm(line, row);
    });
  };

  async function lookNow() {
    const state = frame.shown === 'alarms' && !isPast() ? form.state.value : '';
    // What the user may do is asked for only where it is shown.
    const now = await ask(frame.shown === 'alarms' && !isPast() ? 'v1/alarms' : 'alarms', { state, locale: navigator.language });
    const { total, active, unacknowledged, shelved } = now;
    tellCount(active + unacknowledged ? Math.max(active, unacknowledged) : 0);
    setText(document.getElementById('alarms-about'), total === 0
      ? t`The map has no alarms.`
      : t`${plural(total, 'alarm')}: ${count(active)} active, ${count(unacknowledged)} unacknowledged, ${count(shelved)} shelved.`);
    if (!isPast()) show(now.rows, (row) => row.id, t`No alarm is like that now.`);
  }

  async function lookBack() {
    const mine = ++asked;
    const past = await ask('alarms/past', { search: form.search.value.trim(), after: pages[pages.length - 1] });
    if (mine !== asked || !isPast()) return;
    older = past.older ?? '';
    const searched = past.searchedTo ? t` since ${time(past.searchedTo)}` : '';
    show(past.rows, (row, index) => `${row.id} ${row.changed} ${past.rows.length - index}`,
      !past.isRecorded ? NOT_RECORDED : past.trouble ?? t`No alarm like that was recorded${searched}.`);
    fill(root, { searched: past.isRecorded && past.rows.length > 0 ? `${plural(past.rows.length, 'change')}${searched}` : '' });
    document.getElementById('alarms-newer').disabled = pages.length === 1;
    document.getElementById('alarms-older').disabled = !older;
  }

  function turn(change) {
    change();
    fill(root, { past: isPast() });
    now();
    if (isPast()) lookBack().catch(frame.failed);
  }

  const acts = startAlarmActs(root, () => now());
  onSession(() => now());
  const now = repeat(EVERY, () => true, lookNow, frame.failed);
  // Older pages stay as they are.
  repeat(EVERY_PAST, () => frame.shown === 'alarms' && isPast() && pages.length === 1, lookBack, frame.failed);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => turn(() => { pages = ['']; }));
  document.getElementById('alarms-newer').addEventListener('click', () => turn(() => pages.pop()));
  document.getElementById('alarms-older').addEventListener('click', () => turn(() => pages.push(older)));
  return {
    arrive() {
      if (frame.shown !== 'alarms') return;
      const state = frame.query.get('state');
      turn(() => { if (state !== null) form.state.value = state; });
    },
  };
}

const time = (text) => new Date(text).toLocaleString();

function showAlarm(line, row) {
  line.querySelector('[data-level]').dataset.level = /^(gone|disabled|gap)/.test(row.state) ? 'off' : row.severity >= 667 ? 'bad' : 'uncertain';
  fill(line, {
    changed: row.changed ? time(row.changed) : '–',
    since: row.since && row.since !== row.changed ? t`active since ${time(row.since)}` : '',
    severity: row.severity || '',
    state: word(row.state),
    source: row.source,
    message: row.message,
    comment: row.comment ? `${row.comment}${row.user ? ` (${row.user})` : ''}` : '',
    class: row.class,
    quality: row.quality === 'Good' ? '' : quality(row.quality),
  });
}
