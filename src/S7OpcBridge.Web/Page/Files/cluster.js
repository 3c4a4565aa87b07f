// The nodes of a cluster, who reads which PLC, and the links between them.
import { ask, repeat } from './api.js';
import { el, keyed, list, setText } from './dom.js';
import { count } from './format.js';
import { t } from './language.js';

const EVERY = 2000;

export function startCluster(frame, tellCount) {
  const show = ({ state, serviceLevel, troubles }) => {
    const missing = (state.missing ?? []).map((node) => ({ ...node, missingSince: new Date(node.since).toLocaleString() }));
    tellCount(state.nodes.length, state.nodes.length + missing.length);
    document.getElementById('cluster-about').textContent = t`${state.name}, as node ${state.node} sees it: view ${state.view}, map ${state.mapHash}, list of nodes in ${state.store}. Service level of this node: ${serviceLevel}.`;
    keyed(document.getElementById('cluster-troubles'), troubles.length ? troubles : [t`All nodes run the same map, and the values of all PLCs arrive.`],
      (sentence) => sentence, (sentence) => el('p', {}, sentence));
    rows('nodes', [...state.nodes, ...missing], (node) => node.name, (node) => node.missingSince ? [
      node.name, '', '', '', t`missing since ${node.missingSince}`, node.address,
    ] : [
      node.name === state.node ? t`${node.name} (this)` : node.name, node.isReached ? node.serviceLevel : '?',
      count(state.plcs.filter((plc) => plc.owner === node.name).length), node.mapHash ?? '?', node.isReached ? node.urls.join(' ') : t`not reached`, node.address,
    ], [1, 2], [4, 5]);
    rows('links', state.links, (link) => link.node, (link) => [
      link.node, count(link.sentValues), count(link.receivedValues), count(link.snapshots), count(link.coalesced), `${(link.lag * 1000).toFixed(1)} ms`,
    ], [1, 2, 3, 4, 5], []);
    rows('owned', state.plcs, (plc) => plc.plc, (plc) => [
      plc.plc, `${plc.owner ?? t`nobody`}${plc.isPinned ? t` (pinned)` : ''}`, plc.isServed ? t`arrive` : t`do not arrive`,
    ], [], []);
  };
  const now = repeat(EVERY, () => Boolean(frame.overview?.node) && frame.shown === 'cluster', async () => show(await ask('cluster')), frame.failed);
  return { arrive: () => frame.shown === 'cluster' && frame.overview?.node && now() };
}

function rows(name, items, keyOf, texts, numbers, wide) {
  const classOf = (at) => [numbers.includes(at) && 'number', wide.includes(at) && 'wide'].filter(Boolean).join(' ') || undefined;
  keyed(list(document, name), items, keyOf, (item) => el('tr', { role: 'row' }, ...texts(item).map((_, at) => el('td', { role: 'cell', class: classOf(at) }))),
    (row, item) => texts(item).forEach((text, at) => setText(row.children[at], text)));
}
