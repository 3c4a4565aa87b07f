// Tags as somebody types or pastes them: a line for each, its parts divided by tabs, semicolons or commas.
import { t } from './language.js';

const KEYS = ['name', 'address', 'type', 'unit', 'description'];

/**
 * The tags of a text: name, address, type, unit, description. A comma between brackets or quotes divides nothing.
 * @param {string} text
 * @param {boolean} bySymbol true: the second part is a symbol
 * @returns {object[]} as the map writes them
 */
export function readTypedTags(text, bySymbol) {
  const tags = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue;
    const parts = partsOf(line);
    if (index === 0 && parts[0].toLowerCase() === 'name' && /^(address|symbol)$/i.test(parts[1] ?? '')) continue;
    if (!parts[0] || !parts[1]) throw new Error(t`Line ${index + 1} is '${line.trim()}': write a name and an address, such as 'Motor/Speed, DB10.DBD4, Real'.`);
    const tag = {};
    for (const [at, key] of KEYS.entries()) if (parts[at]) tag[key === 'address' && bySymbol ? 'symbol' : key] = parts[at];
    tags.push(tag);
  }
  return tags;
}

function partsOf(line) {
  const sign = ['\t', ';', ','].find((each) => line.includes(each)) ?? ',';
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '[') depth++;
    else if (!quoted && letter === ']') depth--;
    if (letter === sign && !quoted && depth <= 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
}
