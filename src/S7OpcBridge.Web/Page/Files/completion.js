// Keys and words that fit at the caret, with their help: opened by Ctrl+Space, or by typing the beginning of a key.
import { el } from './dom.js';
import { columns, helpOf, keysAt, valuesAt } from './schemahelp.js';
import { keyAt, placeAt } from './yamlpath.js';

const MOST = 12;

/** Adds completion and help to an editor. */
export function addCompletion(editor, root, fileOf) {
  const box = root.querySelector('[role="listbox"]');
  const help = root.querySelector('[data-help]');
  const { area } = editor;
  let offered = [];
  let chosen = 0;
  let start = 0;

  const close = () => {
    box.hidden = true;
    offered = [];
    area.removeAttribute('aria-activedescendant');
  };
  const draw = () => {
    box.hidden = offered.length === 0;
    box.replaceChildren(...offered.map((one, index) => el('li', {
      role: 'option', id: `offer-${index}`, 'aria-selected': String(index === chosen), pointerdown: (event) => { event.preventDefault(); chosen = index; take(); },
    }, el('span', { class: 'mono' }, one.name), el('small', {}, one.help))));
    if (box.hidden) return;
    area.setAttribute('aria-activedescendant', `offer-${chosen}`);
    box.style.top = `${editor.caretTop() + 4}px`;
    box.children[chosen].scrollIntoView({ block: 'nearest' });
  };
  const offer = (isAsked) => {
    const file = fileOf();
    if (area.readOnly || area.selectionStart !== area.selectionEnd) return close();
    const found = file.isTable ? ofTable(editor.text(), area.selectionStart) : ofYaml(file, editor.text(), area.selectionStart);
    start = found.start;
    const begin = found.word.toLowerCase();
    offered = isAsked || begin.length > 0 ? found.all.filter((one) => one.name.toLowerCase().startsWith(begin) && one.name !== found.word).slice(0, MOST) : [];
    chosen = 0;
    draw();
  };
  const take = () => {
    const one = offered[chosen];
    area.setSelectionRange(start, area.selectionStart);
    editor.insert(one.name + (one.after ?? ''));
    close();
  };

  area.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(true);
    } else if (!box.hidden && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      chosen = (chosen + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length;
      draw();
    } else if (!box.hidden && ['Enter', 'Tab'].includes(event.key)) {
      event.preventDefault();
      take();
    } else if (!box.hidden && event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }, { capture: true });
  area.addEventListener('input', (event) => (event.inputType === 'insertText' && event.data && /^[\w]$/.test(event.data) ? offer(false) : close()));
  area.addEventListener('blur', close);
  area.addEventListener('scroll', close, { passive: true });

  return {
    /** Shows the help of the key at the caret. */
    explain: () => {
      const file = fileOf();
      const steps = file.isTable ? [columnAt(editor.text(), area.selectionStart)] : keyAt(editor.text(), area.selectionStart);
      const text = file.isTable ? columns().find((one) => one.name === steps[0])?.help : helpOf(file, steps);
      help.textContent = text ? `${steps.at(-1)}: ${text}` : '';
    },
  };
}

function ofYaml(file, text, caret) {
  const place = placeAt(text, caret);
  const all = place.isKey
    ? [...keysAt(file, place.steps).map((one) => ({ ...one, after: ': ' })), ...(place.steps.at(-1) === '[]' ? valuesAt(file, place.steps) : [])]
    : valuesAt(file, place.steps);
  return { ...place, all };
}

function ofTable(text, caret) {
  const isHead = !text.slice(0, caret).includes('\n');
  const word = /[\w]*$/.exec(text.slice(0, caret))[0];
  return { word, start: caret - word.length, all: isHead ? columns() : [] };
}

function columnAt(text, caret) {
  const [head] = text.split('\n', 1);
  const separator = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ';';
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  return head.split(separator)[text.slice(start, caret).split(separator).length - 1]?.trim();
}
