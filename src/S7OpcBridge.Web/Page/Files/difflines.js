// Lines of a diff as a table: each with its sign, so that no colour has to be told apart, and with words for screen readers.
import { el } from './dom.js';
import { t } from './language.js';

const SIGNS = { '+': ['comes', '+', 'new: '], '-': ['goes', '−', 'old: '], ' ': ['stays', ' ', ''] };

/** A table of lines [{sign, old, new, text}]. */
export function diffTable(lines, label) {
  return el('div', { class: 'diff', role: 'region', tabindex: '0', 'aria-label': label }, el('table', {}, el('tbody', {}, ...lines.map(row))));
}

function row({ sign, old, new: now, text }) {
  if (sign === '@') return el('tr', { class: 'part' }, el('td', { colspan: '4' }, t`from line ${old}`));
  const [kind, shown, word] = SIGNS[sign];
  return el('tr', { class: kind },
    el('td', { class: 'nr' }, old ? String(old) : ''),
    el('td', { class: 'nr' }, now ? String(now) : ''),
    el('td', { class: 'sign' }, el('span', { 'aria-hidden': 'true' }, shown), el('span', { class: 'unseen' }, word)),
    el('td', { class: 'line' }, text));
}
