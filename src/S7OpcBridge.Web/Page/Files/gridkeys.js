// The keyboard, the pointer and the clipboard of the table of tags.
const PAGE = 15;

/** What an event came from. @param {Event} event */
const nameOf = (event) => (event.target instanceof Element ? event.target.localName : '');

/**
 * @param {HTMLElement} root
 * @param {any} grid from createGrid
 * @param {any} acts {edit(text?), clear(), tick(row, isOnly), remove(), add(), shift(by), undo(), copied(), pasted(text), columns}
 */
export function listenToGrid(root, grid, acts) {
  root.addEventListener('keydown', (event) => {
    if (event.target !== root || event.isComposing) return;
    if (shift(event, acts) || move(event, grid, acts) || command(event, acts)) event.preventDefault();
  });
  root.addEventListener('pointerdown', (event) => {
    const place = grid.placeOf(event);
    if (!place || nameOf(event) === 'input') return;
    grid.go(place.row, place.column, event.shiftKey);
    if (place.column === 0) acts.tick(place.row);
  });
  root.addEventListener('dblclick', (event) => {
    if (grid.placeOf(event)?.column > 0 && nameOf(event) !== 'input') acts.edit();
  });
  root.addEventListener('copy', (event) => {
    if (nameOf(event) === 'input') return;
    event.clipboardData.setData('text/plain', acts.copied());
    event.preventDefault();
  });
  root.addEventListener('paste', (event) => {
    if (nameOf(event) === 'input') return;
    event.preventDefault();
    acts.pasted(event.clipboardData.getData('text/plain'));
  });
}

// Alt with an arrow takes the row along.
function shift(event, acts) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  return Boolean(event.altKey && by) && did(() => acts.shift(by));
}

function move(event, grid, acts) {
  const { row, column } = grid.at;
  const last = acts.columns - 1;
  const jump = event.ctrlKey || event.metaKey;
  const to = {
    ArrowUp: [jump ? 0 : row - 1, column], ArrowDown: [jump ? Infinity : row + 1, column],
    ArrowLeft: [row, jump ? 0 : column - 1], ArrowRight: [row, jump ? last : column + 1],
    PageUp: [row - PAGE, column], PageDown: [row + PAGE, column],
    Home: jump ? [0, column] : [row, 0], End: jump ? [Infinity, column] : [row, last],
  }[event.key];
  if (to) grid.go(to[0], to[1], event.shiftKey);
  return Boolean(to);
}

// Tab leaves the table, as the rules for such tables want it; within an edited cell it goes to the next one.
function command(event, acts) {
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && event.key.toLowerCase() === 'z') return did(acts.undo);
  if (isControl || event.altKey) return false;
  switch (event.key) {
    case 'Enter':
    case 'F2': return did(acts.edit);
    case 'Delete':
    case 'Backspace': return did(acts.clear);
    case 'Insert': return did(acts.add);
    case ' ': return did(acts.tick);
    default:
      if (event.key.length !== 1) return false;
      acts.edit(event.key);
      return true;
  }
}

function did(work) {
  work();
  return true;
}
