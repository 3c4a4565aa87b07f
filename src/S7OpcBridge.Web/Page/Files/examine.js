// The stages of doctor while they run: a line for each, below it what was found, with the remedy.
import { request } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { t } from './language.js';
import { act } from './session.js';

const EVERY = 400;
const PATIENCE = 8000;
const PROTOCOLS = { s7: t`Classic S7`, s7plus: t`By symbol (S7CommPlus)` };
const STAGES = {
  tcp: 'TCP', cotp: 'COTP', setup: 'S7 setup', identity: t`Identity`, blocks: t`Blocks`, tags: t`Tags`,
  initSsl: 'InitSSL', tls: 'TLS', certificate: t`Certificate`, session: t`Session`, legitimation: t`Password`, browse: t`Browse`, symbols: t`Symbols`,
};
const LEVELS = { ok: 'good', failed: 'bad', running: 'uncertain', skipped: 'off' };
const WORDS = { ok: 'ok', failed: t`failed`, running: t`running …`, skipped: t`not tried` };

/**
 * Starts an examination and follows it in an element until it is over.
 * @param {HTMLElement} root an element with the list "reports"
 * @param {object} wish what POST plcs/examine takes
 * @param {() => boolean} isWanted false once nobody looks at it any more; then it is stopped
 * @returns {Promise<{ isOver: boolean, reports: any[], found?: any[] }|null>} the last answer; null: nobody wanted it any more
 */
export async function examine(root, wish, isWanted) {
  let answer = await act('plcs/examine', wish);
  while (true) {
    show(root, answer);
    if (answer.isOver) return answer;
    await new Promise((done) => setTimeout(done, EVERY));
    if (!isWanted()) {
      act('plcs/stop').catch(() => {}); // it ends by itself, too
      return null;
    }
    answer = await request(`v1/plcs/examination?id=${encodeURIComponent(answer.id)}`, PATIENCE);
  }
}

/** Empties the element for another one. */
export const clearReports = (root) => show(root, { reports: [], isOver: true });

function show(root, answer) {
  const last = answer.reports.length - 1;
  keyed(list(root, 'reports'), answer.reports, (report) => report.protocol, () => clone('doctor-report'), (panel, report, index) => {
    showReport(panel, report, !answer.isOver && index === last);
  });
  fill(root, { examining: answer.isOver ? '' : t`Examining …`, examineFault: answer.fault ?? '', hasExamineFault: Boolean(answer.fault) });
}

function showReport(panel, report, isRunning) {
  fill(panel, {
    protocol: PROTOCOLS[report.protocol] ?? report.protocol,
    place: `${report.host}:${report.port}`,
    identity: report.cpu ? [report.cpu.moduleType, report.cpu.orderNumber, report.cpu.firmware, report.cpu.state].filter(Boolean).join(', ') : '',
    certificate: report.certificate ? t`Certificate ${report.certificate}` : '',
  });
  const next = isRunning && !report.stages.some((stage) => stage.result === 'failed') ? report.stages.findIndex((stage) => stage.result === 'skipped') : -1;
  keyed(list(panel, 'stages'), report.stages, (stage) => stage.stage, () => clone('doctor-stage'), (row, stage, index) => {
    const result = index === next ? 'running' : stage.result;
    row.querySelector('[data-level]').dataset.level = LEVELS[result];
    fill(row, { result: WORDS[result], stage: STAGES[stage.stage] ?? stage.stage, detail: stage.detail });
  });
  keyed(list(panel, 'findings'), report.findings, (finding) => `${finding.stage} ${finding.sentence}`, createFinding);
}

function createFinding(finding) {
  const panel = clone('doctor-finding');
  panel.classList.toggle('now', finding.severity === 'error');
  fill(panel, { heading: finding.severity === 'error' ? t`Cause` : t`Note`, sentence: finding.sentence, fix: finding.fix, cost: finding.cost });
  if (finding.tags.length) panel.append(el('p', { class: 'quiet' }, finding.tags.slice(0, 20).join(', ')));
  return panel;
}
