// The frame: search, the selected row, and what all parts share.
import { el, fill, showView } from './dom.js';
import { count, plural } from './format.js';
import { startLanguage, t } from './language.js';
import { startLoad } from './load.js';
import { showReasons } from './reasons.js';
import { get, post } from './talk.js';
import { startTree } from './tree.js';
import { startWriting } from './writing.js';

startLanguage();

const TYPING = 150;
const VIEWS = ['tags', 'reasons'];
const find = document.getElementById('find');
const bar = document.getElementById('selected');
const notes = document.getElementById('notes');
let selected;
let tags = 0;
let typing = 0;

function failed(error) {
  const lost = document.getElementById('lost');
  lost.hidden = false;
  lost.textContent = error.status ? error.message : t`The program does not answer (${error.message}). It may have ended; start the import again.`;
}

const search = () => ({ search: find.search.value.trim(), tickedOnly: find.tickedOnly.checked });

/** Changes a row: ticks it, or sets what it is told. */
async function change(row, wish) {
  try {
    const answer = await post('change', { id: row.id, ...search(), ...wish });
    document.getElementById('lost').hidden = true;
    notes.textContent = answer.notes.join('\n');
    showTicked(answer.ticked);
    load(answer.change);
    await tree.reload();
  } catch (error) {
    failed(error);
  }
}

function showTicked(ticked) {
  fill(document.querySelector('.top'), { ticked: t`${count(ticked)} of ${plural(tags, 'tag')} ticked` });
  document.getElementById('write').disabled = ticked === 0;
}

/** The bar below the tree is about the row under the cursor. What somebody types there is left alone. */
function showSelected(row) {
  const isOther = row?.id !== selected?.id;
  selected = row;
  bar.hidden = !row;
  if (!row) return;
  if (isOther) notes.textContent = '';
  fill(bar, {
    name: row.kind === 'tag' ? row.name : `${row.name}: ${plural(row.found, 'tag')}`,
    about: [row.type, row.place, row.about, row.source, row.readOnly].filter(Boolean).join(' · '),
  });
  if (isOther || document.activeElement !== bar.scan) bar.scan.value = row.scan ?? '';
  bar.scan.placeholder = row.scan ? t`as found` : 'differs';
  if (isOther || document.activeElement !== bar.access) bar.access.value = row.access ?? '-';
}

function found(answer) {
  const isAll = !find.search.value.trim() && !find.tickedOnly.checked;
  document.getElementById('found').textContent = isAll ? plural(answer.found, 'tag') : t`${count(answer.found)} of ${plural(tags, 'tag')} found`;
  showTicked(answer.ticked);
}

function readAddress() {
  showView(VIEWS, VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : VIEWS[0]);
}

find.addEventListener('submit', (event) => event.preventDefault());
find.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => tree.restart(), TYPING);
});
find.search.addEventListener('keydown', (event) => event.key === 'ArrowDown' && document.getElementById('tree').focus());
bar.addEventListener('submit', (event) => event.preventDefault());
bar.scan.addEventListener('change', () => change(selected, { scan: bar.scan.value.trim() }));
bar.access.addEventListener('change', () => change(selected, { access: bar.access.value }));
window.addEventListener('hashchange', readAddress);

const load = startLoad(failed);
const tree = startTree({ search, change, selected: showSelected, found, failed });
startWriting(failed);
readAddress();
try {
  const overview = await get('overview');
  tags = overview.tags;
  const leftOut = overview.sources.reduce((sum, source) => sum + source.leftOut, 0);
  document.title = t`Import into ${overview.map} – S7OpcBridge`;
  fill(document.querySelector('.top'), {
    map: overview.map,
    sources: overview.sources.length === 1 ? `${overview.sources[0].path} (${overview.sources[0].format})` : plural(overview.sources.length, 'source'),
    version: `S7OpcBridge ${overview.version}`,
  });
  fill(document.querySelector('.views'), { tagCount: count(tags), leftOutCount: leftOut ? t`${count(leftOut)} left out` : '' });
  document.getElementById('intervals').append(...overview.intervals.map((interval) => el('option', { value: interval })));
  showReasons(overview.reasons);
  await tree.reload();
  if (overview.isRestored) notes.textContent = t`Ticked is what the last import took.`;
  load(0);
} catch (error) {
  failed(error);
}
