// The two small questions of the table of tags: a name, and a list to move to.
import { el, fill } from './dom.js';
import { t } from './language.js';

/** Asks for a name; null: the user would rather not. Of words one is chosen. */
export const askName = (title, label, words) => ask(title, label, words?.map((word) => ({ value: word, text: word })));

/** Asks for a list of tags of the PLC: its own, or that of a group. */
export async function chooseList(entries, title) {
  const lists = [{ value: '-1', text: t`no group` }, ...entries.groups.map((group, at) => ({ value: String(at), text: group.name }))];
  const chosen = await ask(title, t`To`, lists);
  if (chosen === null) return null;
  return chosen === '-1' ? entries.owner.list : entries.groups[+chosen].list;
}

function ask(title, label, options) {
  const dialog = document.getElementById('edit-ask');
  const form = dialog.querySelector('form');
  fill(dialog, { title, label, isText: !options, isChoice: Boolean(options) });
  form.elements.text.value = '';
  form.elements.choice.replaceChildren(...(options ?? []).map(({ value, text }) => el('option', { value }, text)));
  return new Promise((resolve) => {
    const end = (answer) => {
      dialog.removeEventListener('close', close);
      form.removeEventListener('submit', submit);
      if (dialog.open) dialog.close();
      resolve(answer);
    };
    const close = () => end(null);
    const submit = (event) => {
      event.preventDefault();
      end((options ? form.elements.choice.value : form.elements.text.value.trim()) || null);
    };
    dialog.addEventListener('close', close);
    form.addEventListener('submit', submit);
    dialog.querySelector('[data-close]').onclick = () => dialog.close();
    dialog.showModal();
    (options ? form.elements.choice : form.elements.text).focus();
  });
}
