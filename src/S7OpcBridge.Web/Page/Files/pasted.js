// Tags out of a spreadsheet: lines with tabs, and a first line that says what the columns are.
import { parseValue } from './flowtext.js';
import { t } from './language.js';

const MOST = 5000;
const USUAL = ['name', 'address', 'type', 'unit', 'description'];
const MEANT = {
  tag: 'name', 'tag name': 'name', tagname: 'name', bezeichnung: 'name', 'symbol name': 'name',
  adresse: 'address', addr: 'address', 'logical address': 'address',
  'data type': 'type', datatype: 'type', datentyp: 'type', typ: 'type',
  einheit: 'unit', units: 'unit', 'engineering unit': 'unit', 'engineering units': 'unit', eu: 'unit',
  comment: 'description', kommentar: 'description', beschreibung: 'description',
  min: 'low', minimum: 'low', 'eu low': 'low', max: 'high', maximum: 'high', 'eu high': 'high', low: 'low', high: 'high',
  'scan class': 'scan', rate: 'scan', bereich: 'range',
};
const ADDRESS = /^(%?(db\d+[.,]|[ieqamtcz]|pi|pe|pq|pa|di)[a-z]*\d|"[^"]+"|\d+\.\d+$)/i;

/** The cells of a copied block: lines, and in them what tabs divide; quotes hold tabs and line ends together, as spreadsheets copy them. */
export function cellsOf(text) {
  const rows = [['']];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    const row = rows[rows.length - 1];
    const last = row.length - 1;
    if (sign === '"' && (quoted || isQuoteOfCell(text, at, row[last]))) {
      if (quoted && text[at + 1] === '"') row[last] += text[at++];
      else quoted = !quoted;
    } else if (sign === '\t' && !quoted) row.push('');
    else if ((sign === '\n' || sign === '\r') && !quoted) {
      if (sign === '\r' && text[at + 1] === '\n') at++;
      rows.push(['']);
    } else row[last] += sign;
  }
  return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell));
}

// A symbol of a CPU begins with a quote as well; that of a cell is closed at the cell's end.
function isQuoteOfCell(text, at, before) {
  if (before !== '') return false;
  const rest = text.slice(at + 1, at + 20000);
  return /^(?:[^"]|"")*"(?:\t|\r|\n|$)/.test(rest);
}

/**
 * The tags of a copied block.
 * @param {string[][]} cells
 * @param {string[]} keys the keys that a tag has
 * @returns {{tags: object[], ignored: string[]} | null} null: these are no tags, but values for cells
 */
export function tagsOf(cells, keys) {
  if (cells.length === 0) return null;
  const head = cells[0].map((cell) => meaning(cell, keys));
  const hasHead = head.includes('name') && cells[0].length > 1 && head.some((key) => ['address', 'offset', 'symbol', 'type'].includes(key));
  if (!hasHead && !cells.every((row) => row.length > 1 && row[0] && ADDRESS.test(row[1]))) return null;
  const columns = hasHead ? head : USUAL;
  const lines = hasHead ? cells.slice(1) : cells;
  if (lines.length > MOST) throw new Error(t`These are ${lines.length} tags; paste at most ${MOST} at a time.`);
  const ignored = hasHead ? cells[0].filter((cell, at) => cell && !head[at]) : [];
  return { tags: lines.map((row) => tagOf(row, columns)), ignored };
}

function meaning(cell, keys) {
  const word = cell.trim().toLowerCase().replaceAll('_', ' ');
  return keys.find((key) => key.toLowerCase() === word) ?? MEANT[word];
}

function tagOf(row, columns) {
  const tag = {};
  for (const [at, key] of columns.entries()) if (key && row[at]) tag[key] = row[at];
  if (tag.low !== undefined && tag.high !== undefined && tag.range === undefined) tag.range = `${number(tag.low)}..${number(tag.high)}`;
  delete tag.low;
  delete tag.high;
  const { name = '', address, ...rest } = tag;
  const place = address === undefined ? {} : { [placeKey(address)]: address };
  return { name, ...place, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, parseValue(value, key)])) };
}

// A spreadsheet may write 0,5.
const number = (text) => (/^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text);

/** Which key says where a tag is: an offset is only digits, a symbol begins with a quote. */
export const placeKey = (text) => (/^[\d.]+$/.test(text.trim()) ? 'offset' : text.trim().startsWith('"') ? 'symbol' : 'address');
