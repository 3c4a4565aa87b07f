// Tags to choose from, of dropped files or of a CPU: a list with a search and ticks. What was read stays in this page; the bridge keeps none of it.
import { clone, el, fill, keyed, list } from './dom.js';
import { draft } from './draft.js';
import { count, plural } from './format.js';
import { t } from './language.js';
import { OUTCOMES } from './reasons.js';
import { act } from './session.js';

const SHOWN = 200;
const PATIENCE = 150000; // a CPU with many symbols
const CHUNK = 8192;
const MOST_BYTES = 5 * 1024 * 1024; // with what Base64 adds they fit into a request

/** A list of tags below an element. `taken(name)` is what the map takes of those that are ticked, `plc()` is what else is known of their PLC. */
export function startOffer(root) {
  let plcs = [];
  let files = null; // of an import, so that the bridge can read them again
  let now = null;
  let ticked = new Set();
  const [search, which] = [root.querySelector('[name="offer-search"]'), root.querySelector('[name="offer-plc"]')];

  const found = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return now ? now.tags.filter((tag) => words.every((word) => textOf(tag).includes(word))) : [];
  };

  function show() {
    const tags = found();
    keyed(list(root, 'offer-tags'), tags.slice(0, SHOWN), (tag) => tag.name, () => clone('offer-tag'), (row, tag) => {
      const box = row.querySelector('input');
      box.checked = ticked.has(tag);
      box.onchange = () => tick([tag], box.checked);
      fill(row, { name: tag.name, place: tag.address ?? tag.symbol, type: tag.type ?? '' });
    });
    fill(root, {
      offered: now ? t`${count(tags.length)} of ${plural(now.tags.length, 'tag')} found, ${count(ticked.size)} ticked.${tags.length > SHOWN ? t` The first ${SHOWN} are shown; search for the others.` : ''}` : '',
      hasOffer: Boolean(now),
      hasPlcs: plcs.length > 1,
    });
  }

  function tick(tags, isTicked) {
    for (const tag of tags) if (isTicked) ticked.add(tag); else ticked.delete(tag);
    show();
  }

  function take(plc) {
    now = plc ?? null;
    ticked = new Set();
    search.value = '';
    show();
  }

  search.addEventListener('input', show);
  which.addEventListener('change', () => take(plcs[which.selectedIndex]));
  root.querySelector('[data-do="tick"]').addEventListener('click', () => tick(found(), true));
  root.querySelector('[data-do="untick"]').addEventListener('click', () => tick(found(), false));

  return {
    /** The ticked tags for the PLC of a name: {tags, scan, edits, texts, alarms}. Those of files come with their groups, templates and alarms. */
    async taken(name) {
      const tags = now ? now.tags.filter((tag) => ticked.has(tag)) : [];
      if (!files || tags.length === 0) return { tags, scan: now?.keys.scan, edits: [], texts: [] };
      const { edits, texts } = draft();
      return act('plcs/take', { files, plc: now.name, tags: tags.map((tag) => tag.name), name, edits, texts }, PATIENCE);
    },
    plc: () => now,
    clear() {
      plcs = [];
      files = null;
      list(root, 'offer-reasons').replaceChildren();
      take(null);
    },
    /** Shows an answer of plcs/import or plcs/browse. */
    show(answer) {
      ({ plcs, files = null } = answer);
      which.replaceChildren(...plcs.map((plc) => el('option', {}, plc.name)));
      take(plcs[0]);
      list(root, 'offer-reasons').replaceChildren(...reasonsOf(answer));
    },
  };
}

/** Reads files that somebody dropped or chose, and has the bridge find the tags in them. */
export async function importFiles(files) {
  const all = [...files];
  if (all.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES) throw new Error(t`Together the files have more than 5 MB: use the command import on the machine of the bridge.`);
  const read = await Promise.all(all.map(async (file) => ({ name: file.name, content: await base64(file) })));
  return { ...await act('plcs/import', { files: read }, PATIENCE), files: read };
}

/** Asks a CPU for its symbols or its blocks. */
export const browseCpu = (wish) => act('plcs/browse', wish, PATIENCE);

function reasonsOf({ reasons, isCut, tags, plcs }) {
  const lines = reasons.map((reason) => el('li', {}, el('strong', {}, OUTCOMES[reason.outcome]), ` ${reason.count > 1 ? `${plural(reason.count, 'tag')}: ` : ''}${reason.reason}`));
  const alarms = plcs.reduce((sum, plc) => sum + plc.alarms, 0);
  if (isCut) lines.unshift(el('li', {}, t`There are ${count(tags)} tags, and the page shows only the first of them: use the command import on the machine of the bridge.`));
  if (alarms) lines.push(el('li', {}, t`${plural(alarms, 'alarm')} of these tags come with them, in a file beside the map.`));
  return lines;
}

const texts = new WeakMap();

function textOf(tag) {
  if (!texts.has(tag)) texts.set(tag, `${tag.name} ${tag.address ?? tag.symbol ?? ''} ${tag.description ?? ''}`.toLowerCase());
  return texts.get(tag);
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
