// What the schema of the map says of a place: the keys that belong there, their help, and the values that a key may have.
import { request } from './api.js';

const PATIENCE = 30000;

let schema = null;

/** Fetches the schema, once. */
export async function loadSchema() {
  schema ??= await request('v1/map/schema', PATIENCE);
}

/** The keys at a place, with help: [{name, help}]. Steps are keys, and '[]' for an item of a list. */
export function keysAt(file, steps) {
  const found = new Map();
  for (const node of nodesAt(file, steps)) {
    for (const [name, key] of Object.entries(node.properties ?? {})) if (!found.has(name)) found.set(name, { name, help: key.description ?? '' });
  }
  return [...found.values()];
}

/** The words that a value at a place may be. */
export function valuesAt(file, steps) {
  const words = nodesAt(file, steps).flatMap((node) => node.enum ?? (node.const !== undefined ? [node.const] : node.type === 'boolean' ? [true, false] : []));
  return [...new Set(words.map(String))].map((name) => ({ name, help: '' }));
}

/** Help for the key that the steps end with; '' where there is none. */
export function helpOf(file, steps) {
  const name = steps.at(-1);
  if (!name || name === '[]') return '';
  for (const node of nodesAt(file, steps.slice(0, -1))) {
    if (node.properties?.[name]?.description) return node.properties[name].description;
  }
  return '';
}

/** What a kind of entry may have: {key: {description, enum?}}, in its usual order. */
export const keysOf = (kind) => schema?.$defs[kind]?.properties ?? {};

/** The columns of a table of tags. */
export const columns = () => (schema ? Object.entries(schema.$defs.tag.properties).map(([name, key]) => ({ name, help: key.description ?? '' })) : []);

function nodesAt(file, steps) {
  if (!schema) return [];
  let nodes = roots(file).flatMap(unfold);
  for (const step of steps) {
    const next = [];
    for (const node of nodes) {
      if (step === '[]') {
        if (node.items) next.push(node.items);
      } else if (node.properties?.[step]) next.push(node.properties[step]);
      else if (typeof node.additionalProperties === 'object') next.push(node.additionalProperties);
    }
    nodes = next.flatMap(unfold);
  }
  return nodes;
}

// A file of tags is a list of them, names with tags, or these below 'tags'.
const roots = ({ isTags }) => (isTags
  ? [schema.$defs.tags, { properties: { tags: schema.$defs.tags, templates: schema.properties.templates, types: schema.properties.types } }]
  : [schema]);

function unfold(node, depth = 0) {
  if (depth > 20 || typeof node !== 'object' || node === null) return [];
  const own = node.$ref ? unfold(schema.$defs[node.$ref.split('/').at(-1)], depth + 1) : [];
  const any = (node.anyOf ?? node.oneOf ?? []).flatMap((one) => unfold(one, depth + 1));
  return [node, ...own, ...any];
}
