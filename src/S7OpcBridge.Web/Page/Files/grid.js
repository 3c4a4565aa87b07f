// A table of any length, of which only the rows in sight are made. One cell is the present one; the keyboard moves it.
import { el } from './dom.js';

const BEYOND = 8;
const MOST_HEIGHT = 12_000_000; // browsers draw nothing beyond some more

/**
 * @param {HTMLElement} root the element with role grid; inside it a row of headings, and the space for rows
 * @param {any} table {columns, total(), rowAt(index), draw(row, cell, column, index), isTicked(row)}
 */
export function createGrid(root, table) {
  const space = root.querySelector('.space');
  const head = root.querySelector('.head');
  const made = new Map();
  const at = { row: 0, column: 1 };
  const from = { row: 0, column: 1 }; // the other corner of what is selected
  const listeners = [];
  let editor = null;

  head.append(...table.columns.map((column, index) => el('div', { role: 'columnheader', 'aria-colindex': index + 1, class: `col-${column.key}` }, column.title)));
  root.setAttribute('aria-colcount', table.columns.length);

  const height = () => parseInt(getComputedStyle(root).getPropertyValue('--row'), 10) || 32;
  const inSight = () => {
    const rows = Math.max(1, Math.ceil(root.clientHeight / height()));
    const first = Math.floor(root.scrollTop / height());
    return [Math.max(0, first - BEYOND), Math.min(table.total(), first + rows + BEYOND)];
  };

  function draw() {
    const total = table.total();
    root.setAttribute('aria-rowcount', total + 1);
    space.style.height = `${Math.min(MOST_HEIGHT, total * height())}px`;
    if (at.row >= total) at.row = Math.max(0, total - 1);
    if (from.row >= total) from.row = at.row;
    const [first, end] = inSight();
    for (const [index, row] of made) {
      if (index >= first && index < end) continue;
      row.remove();
      made.delete(index);
    }
    const step = height();
    for (let index = first; index < end; index++) drawRow(index, step);
    root.setAttribute('aria-activedescendant', total > 0 ? idOf(at.row, at.column) : '');
  }

  const idOf = (row, column) => `cell-${row}-${column}`;

  function drawRow(index, step) {
    let element = made.get(index);
    if (!element) {
      element = el('div', { role: 'row', class: 'line', 'aria-rowindex': index + 2 });
      for (const [column, { key }] of table.columns.entries()) element.append(el('div', { role: 'gridcell', class: `cell col-${key}`, id: idOf(index, column), 'aria-colindex': column + 1 }));
      made.set(index, element);
      space.append(element);
    }
    element.style.top = `${index * step}px`;
    const row = table.rowAt(index);
    element.className = `line ${row ? `is-${row.kind}` : 'is-coming'}${row?.whyNot ? ' is-fixed' : ''}`;
    element.setAttribute('aria-selected', Boolean(row && table.isTicked(row)));
    for (const [column, cell] of [...element.children].entries()) {
      cell.classList.toggle('now', index === at.row && column === at.column);
      cell.classList.toggle('chosen', isChosen(index, column));
      if (editor?.cell !== cell) table.draw(row, cell, table.columns[column].key, index);
    }
  }

  const isChosen = (row, column) => (at.row !== from.row || at.column !== from.column)
    && row >= Math.min(at.row, from.row) && row <= Math.max(at.row, from.row)
    && column >= Math.min(at.column, from.column) && column <= Math.max(at.column, from.column);

  /** Goes to a cell; extending keeps the other corner of the selection. */
  function go(row, column, extends_ = false) {
    at.row = Math.max(0, Math.min(table.total() - 1, row));
    at.column = Math.max(0, Math.min(table.columns.length - 1, column));
    if (!extends_) Object.assign(from, at);
    const [top, bottom] = [at.row * height(), (at.row + 1) * height() + head.offsetHeight];
    if (top < root.scrollTop) root.scrollTop = top;
    else if (bottom > root.scrollTop + root.clientHeight) root.scrollTop = bottom - root.clientHeight;
    draw();
    for (const listener of listeners) listener(at);
  }

  /** Opens an input in the present cell; what is given back decides when it closes. */
  function edit(text, attributes, { done, typed }) {
    draw();
    const cell = made.get(at.row)?.children[at.column];
    if (!cell) return;
    const input = el('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', ...attributes });
    input.value = text;
    editor = { cell, input };
    cell.replaceChildren(input);
    input.focus();
    const close = (isTaken, move) => {
      if (editor?.input !== input) return;
      editor = null;
      root.focus({ preventScroll: true });
      done(isTaken ? input.value : null, move);
      draw();
    };
    input.addEventListener('input', () => typed(input.value, input));
    input.addEventListener('blur', () => close(true, null));
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.isComposing) return;
      const move = { Enter: [event.shiftKey ? -1 : 1, 0], Tab: [0, event.shiftKey ? -1 : 1] }[event.key];
      if (event.key === 'Escape') close(false, null);
      else if (move) close(true, move);
      else return;
      event.preventDefault();
    });
  }

  root.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(root);

  /** The chosen rectangle, with the present cell alone where nothing more is chosen. */
  const chosen = () => ({
    top: Math.min(at.row, from.row), bottom: Math.max(at.row, from.row), left: Math.min(at.column, from.column), right: Math.max(at.column, from.column),
  });

  /** Where in the table an event happened. */
  function placeOf(event) {
    const cell = event.target.closest?.('.cell');
    const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(cell?.id ?? '') ?? [];
    return row === undefined ? null : { row: +row, column: +column };
  }

  return { draw, go, edit, at, chosen, placeOf, inSight, isEditing: () => editor !== null, onMove: (listener) => listeners.push(listener) };
}
