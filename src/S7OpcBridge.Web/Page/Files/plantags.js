// Which tags an item of a PDU is read for: shown beside the pointer, and as a list when the PDU is opened.
import { ask } from './api.js';
import { el } from './dom.js';
import { count, plural } from './format.js';
import { t } from './language.js';

const IN_TIP = 12;

const gapOf = (item) => item.bytes - item.used.filter((_, i) => i % 2).reduce((sum, bytes) => sum + bytes, 0);
const nameOf = (item) => `${item.block} ${item.first}${item.last > item.first ? `–${item.last}` : ''}`;
const factsOf = (item) => `${plural(item.bytes, 'byte')}${gapOf(item) ? t`, ${count(gapOf(item))} gap` : ''}, ${plural(item.tags, 'tag')}`;

/** Tells the tags of the item under the pointer. */
export function explain(bar, pdu, where) {
  const tip = document.getElementById('tip');
  let tags = null;
  bar.addEventListener('pointermove', async (event) => {
    const group = event.target.closest('.item');
    if (!group) {
      tip.hidden = true;
      return;
    }
    place(tip, event);
    const index = Number(group.dataset.item);
    if (tip.item === group) return;
    tip.item = group;
    const item = pdu.items[index];
    const title = [el('strong', {}, nameOf(item)), el('span', { class: 'quiet' }, ` ${factsOf(item)}`)];
    tip.replaceChildren(...title);
    // A plan that has changed meanwhile has no such request any more: then the title is all there is to tell.
    tags ??= ask('plan/tags', where).catch(() => null);
    const found = (await tags)?.[index];
    if (!found || tip.item !== group) return;
    const names = found.first.slice(0, IN_TIP).map((tag) => el('li', {}, el('span', { class: 'mono' }, tag.address), ` ${tag.name}`));
    if (found.tags > IN_TIP) names.push(el('li', { class: 'quiet' }, t`and ${count(found.tags - IN_TIP)} more`));
    tip.replaceChildren(...title, el('ul', {}, ...names));
    place(tip, event);
  });
  bar.addEventListener('pointerleave', () => {
    tip.hidden = true;
    tip.item = null;
    // A reload may give the same bytes other names: the next look asks again.
    tags = null;
  });
}

function place(tip, { clientX, clientY }) {
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(clientX + 14, innerWidth - width - 8))}px`;
  tip.style.top = `${clientY + 18 + height > innerHeight ? Math.max(8, clientY - height - 12) : clientY + 18}px`;
}

/** Lists all tags of a PDU that has been opened, anew each time. */
export async function listTags(row, pdu, where) {
  const contents = row.querySelector('.contents');
  if (!row.firstElementChild.open) {
    contents.replaceChildren();
    return;
  }
  const found = await ask('plan/tags', where);
  contents.replaceChildren(...found.map((tags, index) => el('div', { class: 'one' },
    el('h4', {}, nameOf(pdu.items[index]), el('span', { class: 'quiet' }, ` ${factsOf(pdu.items[index])}`)),
    el('ul', {}, ...tags.first.map((tag) => el('li', {}, el('span', { class: 'mono' }, tag.address), ` ${tag.name} `, el('small', {}, `${tag.type}, ${tag.scan}`))),
      ...(tags.tags > tags.first.length ? [el('li', { class: 'quiet' }, t`and ${count(tags.tags - tags.first.length)} more`)] : [])))));
}
