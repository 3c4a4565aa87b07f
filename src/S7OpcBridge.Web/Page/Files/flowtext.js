// Values of the map in one line, as its text has them: 0..100, [a, b], { 0: Off, 1: On }.
import { t } from './language.js';

const RANGE = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*\.\.\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*$/i;
const PLAIN = /^[^\s[\]{},:"'#&*!|>%@`-][^[\]{},"#]*$/;

/** A value as somebody reads and writes it. */
export function formatValue(value, key = '') {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && (key === 'range' || key === 'limits') && value.length === 2) return `${value[0]}..${value[1]}`;
  return typeof value === 'object' ? inner(value) : String(value);
}

/** The value of a text; throws where brackets or quotes are open. Words and numbers stay texts: the bridge knows what a key takes. */
export function parseValue(text, key = '') {
  const range = key === 'range' || key === 'limits' ? RANGE.exec(text) : null;
  if (range && Number.isFinite(+range[1]) && Number.isFinite(+range[2])) return [+range[1], +range[2]];
  const trimmed = text.trim();
  if (key === 'symbol' || key === 'browse' || !/^[[{]/.test(trimmed)) return trimmed;
  const reader = { text: trimmed, at: 0 };
  const value = read(reader);
  blanks(reader);
  if (reader.at < trimmed.length) throw new Error(t`'${trimmed.slice(reader.at)}' stands behind the closing bracket; remove it.`);
  return value;
}

function inner(value) {
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`;
  if (value !== null && typeof value === 'object') return `{ ${Object.entries(value).map(([key, one]) => `${word(key)}: ${inner(one)}`).join(', ')} }`;
  return word(String(value));
}

const word = (text) => ((PLAIN.test(text) || /^-?[\d.]+$/.test(text)) && !text.includes(': ') && text === text.trim() ? text : JSON.stringify(text));

function read(reader, depth = 0) {
  blanks(reader);
  const first = reader.text[reader.at];
  if (depth > 16) throw new Error(t`This has too many brackets inside each other.`);
  if (first === '[') return items(reader, ']', [], (list) => list.push(read(reader, depth + 1)));
  if (first === '{') {
    return items(reader, '}', {}, (map) => {
      const key = scalar(reader, ':');
      blanks(reader);
      if (reader.text[reader.at++] !== ':') throw new Error(t`Behind '${key}' a colon and a value are missing.`);
      map[key] = read(reader, depth + 1);
    });
  }
  return scalar(reader, '');
}

function items(reader, end, into, take) {
  for (reader.at++; ;) {
    blanks(reader);
    if (reader.text[reader.at] === end) {
      reader.at++;
      return into;
    }
    if (reader.at >= reader.text.length) throw new Error(t`A closing ${end} is missing.`);
    take(into);
    blanks(reader);
    if (reader.text[reader.at] === ',') reader.at++;
    else if (reader.text[reader.at] !== end) throw new Error(t`A comma or ${end} is missing before '${reader.text.slice(reader.at)}'.`);
  }
}

function scalar(reader, stop) {
  blanks(reader);
  const quote = reader.text[reader.at];
  const begin = reader.at;
  if (quote !== '"' && quote !== "'") {
    while (reader.at < reader.text.length && !`,]}${stop}`.includes(reader.text[reader.at])) reader.at++;
    return reader.text.slice(begin, reader.at).trim();
  }
  let text = '';
  for (reader.at++; reader.at < reader.text.length; reader.at++) {
    const sign = reader.text[reader.at];
    if (sign === '\\' && quote === '"') text += reader.text[++reader.at] ?? '';
    else if (sign === quote && quote === "'" && reader.text[reader.at + 1] === quote) text += reader.text[reader.at++];
    else if (sign === quote) {
      reader.at++;
      return text;
    } else text += sign;
  }
  throw new Error(t`A closing ${quote} is missing.`);
}

function blanks(reader) {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++;
}
