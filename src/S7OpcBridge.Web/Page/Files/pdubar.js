// One request and its answer, byte by byte: the scale is the PDU, so what is left white is what the PDU could still carry.
import { svg } from './dom.js';

const REQUEST_HEAD = 12;
const REQUEST_ITEM = 12;
const ANSWER_HEAD = 14;
const ANSWER_ITEM = 4;
const REQUEST = { y: 0, height: 6 };
const ANSWER = { y: 9, height: 20 };

/** The drawing; hueOf gives each block its colour. */
export function drawPdu(pdu, pduSize, hueOf) {
  const bar = svg('svg', { viewBox: `0 0 ${pduSize} 29`, preserveAspectRatio: 'none', class: 'pdu', 'aria-hidden': 'true' });
  bar.append(box('free', 0, pduSize, REQUEST), box('free', 0, pduSize, ANSWER));
  bar.append(box('head', 0, REQUEST_HEAD, REQUEST), box('head', 0, ANSWER_HEAD, ANSWER));
  let asked = REQUEST_HEAD;
  let answered = ANSWER_HEAD;
  for (const [index, item] of pdu.items.entries()) {
    const group = svg('g', { class: `item hue${hueOf(item.block)}`, 'data-item': index });
    const data = answered + ANSWER_ITEM;
    group.append(box('ask', asked, REQUEST_ITEM, REQUEST), box('head', answered, ANSWER_ITEM, ANSWER), box('gap', data, item.bytes, ANSWER), wanted(item.used, data));
    bar.append(group);
    asked += REQUEST_ITEM;
    answered = data + item.bytes + (item.bytes % 2);
  }
  return bar;
}

const box = (kind, x, width, { y, height }) => svg('rect', { class: kind, x, y, width, height });

/** The bytes that tags want, with a hair between two tags. */
function wanted(used, start) {
  let path = '';
  for (let i = 0; i < used.length; i += 2) path += `M${start + used[i]} ${ANSWER.y}h${used[i + 1] - Math.min(0.35, used[i + 1] / 4)}v${ANSWER.height}H${start + used[i]}z`;
  return svg('path', { class: 'used', d: path });
}
