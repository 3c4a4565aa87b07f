// UDTs in the table of tags: new ones, their names, and their members.
import { askName } from './editdialogs.js';
import { t } from './language.js';

/** @param {any} table {entries, tell, find, change, insert} */
export function createTypeActs({ entries, tell, find, change, insert }) {
  async function add() {
    const name = await askName(t`Add a UDT`, t`Name of the UDT`);
    if (!name) return;
    // Beside the others, wherever the map has them.
    const beside = entries.owners.find((owner) => owner.isType);
    if (!await change([{ kind: 'insert', path: 'types', name, value: {}, ...(beside ? { file: beside.list.file } : {}) }])) return;
    await find({ type: name });
    tell(t`Added the UDT ${name} to the changes; add its members now.`);
  }

  async function rename() {
    const { owner } = entries;
    const name = owner?.isType ? await askName(t`Rename the UDT ${owner.name}`, t`New name`) : null;
    if (!name || !await change([{ kind: 'rename', path: owner.list.path, file: owner.list.file, name }])) return;
    await find({ type: name });
    tell(t`Renamed. Tags and members that name the old type are marked in their tables; change them, too.`);
  }

  async function drop() {
    const { owner } = entries;
    if (!owner?.isType || !await change([{ kind: 'remove', path: owner.list.path, file: owner.list.file }])) return;
    await find({});
    tell(t`Removed the UDT ${owner.name}. Tags and members that have it are marked in their tables; change them, too.`);
  }

  async function addMember() {
    const text = await askName(t`Add a member`, t`Name and type, such as Speed: Real, rpm`);
    const [name, type] = text ? parted(text) : ['', ''];
    if (!name) return;
    await insert([{ key: name, value: type }]);
    await entries.reload(Math.max(0, entries.total - 1));
  }

  async function addStructure() {
    const name = await askName(t`Add a structure`, t`Name of the structure`);
    if (name) await insert([{ key: name, value: {} }]);
  }

  return { add, rename, drop, addMember, addStructure };
}

/** Shows what there is to do with a PLC, a template or a UDT. */
export function refreshFor(owner, button) {
  const isType = Boolean(owner?.isType);
  for (const name of ['rename', 'drop']) button(name).hidden = !isType;
  button('use').hidden = isType;
  button('add').textContent = isType ? t`Add member` : t`Add tag`;
  button('group').textContent = isType ? t`Add structure` : t`Add group`;
}

/** A tag of a spreadsheet as a member, whose place follows from those in front of it. @param {any} tag */
export function withoutPlace({ address, offset, symbol, scan, ...member }) {
  return member;
}

function parted(text) {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, ''] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
