// A text area with line numbers and findings in its margin. Only the lines in sight are in the margin, so a long text costs nothing.
import { el } from './dom.js';

const LINE = 20; // px, as in text.css
const AROUND = 5;

/** Makes an editor of an element with a textarea and a margin. */
export function makeEditor(root, { changed, moved }) {
  const area = root.querySelector('textarea');
  const margin = root.querySelector('.margin');
  let marks = new Map();
  let lines = 1;
  let drawn = '';

  const draw = () => {
    const first = Math.max(0, Math.floor(area.scrollTop / LINE) - AROUND);
    const last = Math.min(lines, Math.ceil((area.scrollTop + area.clientHeight) / LINE) + AROUND);
    const now = caretLine();
    const key = `${first} ${last} ${now}`;
    if (key !== drawn) {
      drawn = key;
      const numbers = [];
      for (let line = first + 1; line <= last; line++) numbers.push(number(line, line === now));
      margin.replaceChildren(...numbers);
    }
    margin.style.transform = `translateY(${-area.scrollTop}px)`;
    margin.style.width = `${String(lines).length + 3}ch`;
  };
  const number = (line, isNow) => {
    const found = marks.get(line);
    const row = el('span', { class: `${found ? (found.some((one) => one.isError) ? 'error' : 'warning') : ''}${isNow ? ' now' : ''}`, title: found?.map((one) => one.sentence).join('\n') ?? false },
      found ? (found.some((one) => one.isError) ? '✖' : '▲') : '', String(line));
    row.style.top = `${(line - 1) * LINE}px`;
    return row;
  };
  const caretLine = () => count(area.value, area.selectionStart);
  const count = (text, end) => {
    let found = 1;
    for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) found++;
    return found;
  };
  const measure = () => {
    lines = count(area.value, area.value.length + 1);
    drawn = '';
    draw();
  };

  area.addEventListener('scroll', draw, { passive: true });
  area.addEventListener('input', () => {
    measure();
    changed();
  });
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.defaultPrevented && !event.ctrlKey && !event.isComposing && !area.readOnly) {
      event.preventDefault();
      const start = area.value.lastIndexOf('\n', area.selectionStart - 1) + 1;
      insert(`\n${/^ */.exec(area.value.slice(start, area.selectionStart))[0]}`);
    }
  });
  document.addEventListener('selectionchange', () => {
    if (document.activeElement !== area) return;
    draw();
    moved();
  });
  new ResizeObserver(draw).observe(area);

  // So that the browser's undo goes on working.
  function insert(text) {
    area.focus();
    if (!document.execCommand('insertText', false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
      area.dispatchEvent(new Event('input'));
    }
  }

  const lineStart = (line) => {
    let at = 0;
    for (let now = 1; now < line && at >= 0; now++) at = area.value.indexOf('\n', at) + 1 || area.value.length;
    return at;
  };

  return {
    area,
    insert,
    text: () => area.value,
    set: (text) => {
      area.value = text;
      area.setSelectionRange(0, 0);
      area.scrollTop = 0;
      measure();
    },
    mark: (findings) => {
      marks = Map.groupBy(findings, (one) => one.line);
      drawn = '';
      draw();
    },
    goTo: (line, column = 1) => {
      const at = Math.min(lineStart(line) + column - 1, area.value.length);
      area.focus();
      area.setSelectionRange(at, at);
      area.scrollTop = Math.max(0, (line - 1) * LINE - area.clientHeight / 3);
      draw();
    },
    place: () => ({ line: caretLine(), column: area.selectionStart - area.value.lastIndexOf('\n', area.selectionStart - 1) }),
    /** Where the caret is in sight, in px from the corner of the editor. */
    caretTop: () => caretLine() * LINE - area.scrollTop,
  };
}
