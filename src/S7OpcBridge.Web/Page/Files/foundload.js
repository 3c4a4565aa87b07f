// What reading the ticked tags would cost: planned by the program behind every change.
import { request } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { count, interval, plural } from './format.js';
import { t } from './language.js';

const PATIENCE = 20000;

/** Starts the panel; the function that it returns is told of every change. */
export function startLoad(failed) {
  let wanted = 0;
  let running = false;

  async function follow() {
    if (running) return;
    running = true;
    document.getElementById('found-planning').textContent = 'planning …';
    try {
      let answer;
      do {
        answer = await request(`v1/import/load?change=${wanted}`, PATIENCE);
        show(answer);
      } while (answer.change < wanted);
      document.getElementById('found-planning').textContent = '';
    } catch (error) {
      failed(error);
    }
    running = false;
  }

  return (change) => {
    wanted = change;
    follow();
  };
}

function show(answer) {
  fill(document.getElementById('found-plan'), {
    loadAbout: answer.tags === 0 ? t`Tick tags to see what reading them would ask of the PLCs.` : t`${plural(answer.tags, 'tag')}, with the planner that the bridge reads by.`,
  });
  keyed(list(document.getElementById('found-plan'), 'errors'), answer.errors, (text) => text, (text) => el('li', {}, t`The map would be refused: ${text}`));
  keyed(list(document.getElementById('found-plan'), 'loads'), answer.plcs, (plc) => plc.name, () => clone('found-load'), showPlc);
}

function showPlc(panel, plc) {
  const percent = plc.share === undefined ? null : plc.share * 100;
  const level = percent === null ? 'off' : percent > 100 ? 'bad' : percent > 70 ? 'uncertain' : 'good';
  panel.querySelector('[data-level]').dataset.level = level;
  const meter = panel.querySelector('.meter');
  meter.firstElementChild.style.width = `${Math.min(100, percent ?? 0)}%`;
  meter.toggleAttribute('data-over', percent > 100);
  meter.setAttribute('aria-valuemax', Math.max(100, Math.ceil(percent ?? 0)));
  meter.setAttribute('aria-valuenow', Math.round(percent ?? 0));
  meter.setAttribute('aria-label', t`Load of ${plc.name} in percent of its ceiling`);
  const busy = plc.busy === undefined ? '' : t`, the CPU answering ${round(plc.busy * 100)} % of the time${plc.mostBusy === undefined ? '' : t` of at most ${round(plc.mostBusy * 100)} %`}`;
  fill(panel, {
    name: plc.name,
    about: plc.about,
    share: percent === null ? t`no load ceiling known` : percent > 100 ? t`${round(percent)} % of the load ceiling: too much` : t`${round(percent)} % of the load ceiling`,
    hasMeter: percent !== null,
    figures: t`${round(plc.requestsPerSecond)} requests a second${plc.mostRequests === undefined ? '' : t` of at most ${round(plc.mostRequests)}`}${busy}`,
  });
  keyed(list(panel, 'scans'), plc.scans, (scan) => scan.name, () => clone('found-scan'), (row, scan) => fill(row, {
    name: scan.name === interval(scan.intervalMs).replace(' ', '') ? scan.name : `${scan.name}, ${interval(scan.intervalMs)}`,
    tags: count(scan.tags),
    requests: count(scan.requests),
    rate: round(scan.requestsPerSecond),
    load: scan.share === undefined ? '–' : `${round(scan.share * 100)} %`,
  }));
  keyed(list(panel, 'warnings'), plc.warnings, (text) => text, (text) => el('li', {}, text));
}

const round = (number) => String(number < 10 ? +number.toFixed(2) : number < 100 ? +number.toFixed(1) : Math.round(number));
