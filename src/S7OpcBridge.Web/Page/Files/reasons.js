// What cannot be read, what is different in the map, and why.
import { clone, el, fill, list } from './dom.js';
import { count, plural } from './format.js';
import { t } from './language.js';

/** What became of a tag. */
export const OUTCOMES = { failed: t`Not read`, leftOut: t`Left out`, changed: t`Changed`, note: t`Note` };

export function showReasons(reasons) {
  document.getElementById('all-taken').hidden = reasons.length > 0;
  list(document.getElementById('view-left'), 'reasons').replaceChildren(...reasons.map((reason) => {
    const panel = clone('left-reason');
    fill(panel, { outcome: reason.outcome === 'note' || reason.outcome === 'failed' ? OUTCOMES[reason.outcome] : `${OUTCOMES[reason.outcome]}, ${plural(reason.count, 'tag')}:`, reason: reason.reason });
    // The places are made when somebody looks.
    panel.addEventListener('toggle', () => {
      const places = list(panel, 'places');
      if (!panel.open || places.firstElementChild) return;
      places.append(...reason.places.map((one) => el('li', {}, one.name || one.place, el('small', {}, one.name ? `${one.place}: ${one.reason}` : one.reason))));
      if (reason.count > reason.places.length) places.append(el('li', {}, t`and ${count(reason.count - reason.places.length)} more; --report has all.`));
    });
    return panel;
  }));
}
