// Where a caret stands in a text of the map: the keys around it, as far as indentation and brackets tell. No parser: while somebody types, the text is rarely valid.

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[\]{},&*!|>%@`:][^:#{}[\],]*?)):(?:\s|$)/;
const MOST_LINES = 20000;

/**
 * The place of a caret.
 * @returns {{steps: string[], word: string, start: number, isKey: boolean}} the keys around it, '[]' for an item of a list; the word in front of the caret and where it begins; and whether a key belongs there.
 */
export function placeAt(text, caret) {
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const line = text.slice(start, caret);
  const code = withoutComment(line);
  if (code.length < line.length) return { steps: [], word: '', start: caret, isKey: false };
  const { indent, rest, dashes } = split(line);
  const lead = /^ */.exec(line)[0].length;
  const outer = around(text, start, dashes === 0 ? indent : lead + (keyOfList(text, start, lead) ? 1 : 0), dashes === 0 ? -1 : lead);
  for (let dash = 0; dash < dashes; dash++) outer.push('[]');
  return inLine(outer, rest, caret);
}

/** The key at a caret, also where it stands in the middle of it, for its help. */
export function keyAt(text, caret) {
  let end = caret;
  while (end < text.length && /[\w-]/.test(text[end])) end++;
  const place = placeAt(text, end);
  return place.isKey && place.word ? [...place.steps, place.word] : place.steps;
}

function split(line) {
  let indent = /^ */.exec(line)[0].length;
  let rest = line.slice(indent);
  let dashes = 0;
  for (let dash; (dash = /^-(\s+|$)/.exec(rest)); dashes++) {
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  return { indent, rest, dashes };
}

// The keys of the lines above that are less indented. Other items of the same list do not count.
function around(text, start, indent, listAt) {
  const steps = [];
  let within = indent;
  let siblings = listAt;
  let looked = 0;
  for (let end = start - 1; end >= 0 && within > 0 && looked < MOST_LINES; looked++) {
    const begin = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(begin, end);
    end = begin - 1;
    const above = split(line);
    const outside = /^ */.exec(line)[0].length;
    if (!above.rest && above.dashes === 0) continue;
    if (above.rest.startsWith('#') || (above.dashes > 0 && outside === siblings)) continue;
    const key = KEY.exec(above.rest);
    if (key && above.indent < within) {
      steps.unshift(nameOf(key));
      within = above.indent;
    }
    // A list may stand as deep as its key.
    if (above.dashes > 0 && outside < within && (above.indent <= within || !key)) {
      for (let dash = 0; dash < above.dashes; dash++) steps.unshift('[]');
      siblings = outside;
      within = outside + (keyOfList(text, begin, outside) ? 1 : 0);
    }
  }
  return steps;
}

// True where the list that begins here hangs on a key of the same indentation.
function keyOfList(text, begin, indent) {
  for (let end = begin - 1; end >= 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    end = start - 1;
    if (!line.trim() || line.trim().startsWith('#')) continue;
    const own = /^ */.exec(line)[0].length;
    if (own > indent || (own === indent && /^-(\s|$)/.test(line.slice(own)))) continue;
    return own === indent && KEY.test(line.slice(own));
  }
  return false;
}

function inLine(steps, rest, caret) {
  let at = 0;
  let isKey = true;
  const open = [];
  let part = '';
  const take = () => {
    const key = KEY.exec(`${part.trim()} `);
    if (isKey && key) {
      steps.push(nameOf(key));
      isKey = false;
      part = '';
      return true;
    }
    return false;
  };
  for (; at < rest.length; at++) {
    const sign = rest[at];
    if (sign === '"' || sign === "'") {
      const close = rest.indexOf(sign, at + 1);
      part += rest.slice(at, close < 0 ? rest.length : close + 1);
      at = close < 0 ? rest.length : close;
    } else if (sign === ':' && (at + 1 === rest.length || /\s/.test(rest[at + 1])) && isKey) {
      part += ':';
      take();
    } else if (sign === '{' || sign === '[') {
      open.push({ sign, depth: steps.length });
      if (sign === '[') steps.push('[]');
      isKey = sign === '{';
      part = '';
    } else if ((sign === ',' || sign === '}' || sign === ']') && open.length > 0) {
      const inner = open[open.length - 1];
      steps.length = inner.depth + (inner.sign === '[' ? 1 : 0);
      isKey = inner.sign === '{';
      part = '';
      if (sign !== ',') {
        open.pop();
        steps.length = inner.depth;
        isKey = false;
      }
    } else part += sign;
  }
  const word = /[^\s]*$/.exec(part)[0];
  return { steps, word, start: caret - word.length, isKey };
}

function withoutComment(line) {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    if (quote) {
      if (line[at] === quote) quote = '';
    } else if (line[at] === '"' || line[at] === "'") quote = line[at];
    else if (line[at] === '#' && (at === 0 || /\s/.test(line[at - 1]))) return line.slice(0, at);
  }
  return line;
}

const nameOf = (match) => match[1] ?? match[2] ?? match[3];
