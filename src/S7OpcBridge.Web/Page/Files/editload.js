// What the bridge will ask of a PLC with the changes, beside what it asks now.
import { changes, draft } from './draft.js';
import { clone, fill, keyed, list } from './dom.js';
import { duration, interval, plural } from './format.js';
import { t } from './language.js';
import { act } from './session.js';

const AFTER = 1500;

/** @param {HTMLElement} panel */
export function createLoadPanel(panel) {
  let timer = 0;
  let turn = 0;
  let plc = '';
  let planned = '';

  /** Plans again a moment later where the PLC or the state of the map is another one; many calls become one question. */
  function plan(name, state) {
    if (planned === `${name}\n${state}`) return;
    planned = `${name}\n${state}`;
    plc = name;
    clearTimeout(timer);
    panel.hidden = !name;
    if (name) timer = setTimeout(ask, AFTER);
  }

  async function ask() {
    const mine = ++turn;
    const { edits, texts } = draft();
    try {
      const answer = await act('map/load', { edits, texts, plc });
      if (mine === turn) show(answer);
    } catch (error) {
      if (mine === turn) fill(panel, { about: error.message });
    }
  }

  function show({ before, after, errors }) {
    const now = after ?? before;
    fill(panel, {
      about: now ? `${plc}: ${now.about}` : t`${plc} is not in the running map yet.`,
      errors: after || !errors ? '' : t`${plural(errors, 'error')} in the changed map: the plan is that of the running one.`,
      rate: told(before, after, rateOf), share: told(before, after, (load) => percent(load?.share)),
      hasLoad: Boolean(now),
    });
    keyed(list(panel, 'scans'), now?.scans ?? [], (scan) => scan.name, () => clone('edit-scan'), (row, scan) => {
      const old = before?.scans.find((one) => one.name === scan.name);
      fill(row, {
        scan: `${scan.name} (${interval(scan.intervalMs)})`, tags: told(old, scan, (one) => one?.tags ?? 0), requests: told(old, scan, (one) => one?.requests ?? 0),
        cycle: told(old, scan, (one) => duration(one?.cycleMs)), share: told(old, scan, (one) => percent(one?.share)),
      });
      row.querySelector('meter').value = Math.min(1, scan.share ?? 0);
    });
    keyed(list(panel, 'warnings'), now?.warnings ?? [], (line) => line, () => clone('edit-warning'), (item, line) => fill(item, { warning: line }));
  }

  return { plan };
}

const rateOf = (load) => (load ? t`${load.requestsPerSecond} requests/s${load.mostRequests ? t` of at most ${load.mostRequests}` : ''}` : '–');
const percent = (share) => (share === undefined || share === null ? '–' : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);

// "3 → 4"; without a change only what there is.
function told(before, after, of) {
  const [old, now] = [of(before), of(after ?? before)];
  return changes() && before && after && String(old) !== String(now) ? `${old} → ${now}` : String(now);
}
