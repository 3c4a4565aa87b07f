// The bar at the bottom of every view while there are changes that are not saved.
import { fill } from './dom.js';
import { changes, clearDraft, findings, onDraft, onFindings, openReview } from './draft.js';
import { plural } from './format.js';
import { t } from './language.js';

const SURE_FOR = 4000;
const TOLD_FOR = 8000;

const bar = () => document.getElementById('draft-bar');

export function startDraftBar() {
  const [discard, review] = ['discard', 'review'].map((name) => bar().querySelector(`[data-do="${name}"]`));
  let sure = 0;
  const calm = () => {
    clearTimeout(sure);
    sure = 0;
    discard.textContent = t`Discard`;
  };
  review.addEventListener('click', openReview);
  discard.addEventListener('click', () => {
    if (sure) {
      calm();
      clearDraft();
      return;
    }
    discard.textContent = t`Really discard ${plural(changes(), 'change')}?`;
    sure = setTimeout(calm, SURE_FOR);
  });
  onDraft(() => {
    calm();
    show();
  });
  onFindings(show);
  show();
}

/** Tells for a moment what came of saving. */
export function tell(sentence) {
  const told = document.getElementById('draft-told');
  told.textContent = sentence;
  told.hidden = false;
  setTimeout(() => { told.hidden = true; }, TOLD_FOR);
}

function show() {
  const { findings: all, refused, failed } = findings();
  const errors = all.filter((one) => one.isError).length + (refused ? 1 : 0);
  bar().hidden = changes() === 0;
  document.body.classList.toggle('has-draft', changes() > 0);
  fill(bar(), {
    changes: t`${plural(changes(), 'change')} not saved`, errors: plural(errors, 'error'), hasErrors: errors > 0, failed: failed ?? '', hasFailed: Boolean(failed),
  });
}
