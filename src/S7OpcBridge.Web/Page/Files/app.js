// The frame: which view is shown, and what all views share. The same for a running bridge and for an import, where none runs.
import { isImport, showView } from './dom.js';
import { startDraftBar } from './draftbar.js';
import { startEdit } from './edit.js';
import { startImporting } from './importing.js';
import { startLanguage } from './language.js';
import { startMapText } from './maptext.js';
import { startReview } from './review.js';
import { startRunning } from './running.js';
import { startSession } from './session.js';

const frame = { overview: null, shown: '', query: new URLSearchParams(), failed: (error) => program.failed(error) };

/** The address behind # is the state of the page: #tags?plc=Line1&quality=bad. */
function readAddress() {
  const [view, query] = location.hash.slice(1).split('?');
  frame.shown = program.names.includes(view) ? view : program.names[0];
  frame.query = new URLSearchParams(query);
  showView(program.names, frame.shown);
  scrollTo(0, 0);
  for (const each of views) each.arrive();
}

startLanguage();
const program = isImport ? startImporting() : startRunning(frame);
const views = [...Object.values(program.views), startEdit(frame), startMapText(frame)];
/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll('.views a');
for (const link of links) if (!program.names.includes(link.hash.slice(1))) link.remove();
window.addEventListener('hashchange', readAddress);
startDraftBar();
startReview();
startSession();
readAddress();
program.begin();
