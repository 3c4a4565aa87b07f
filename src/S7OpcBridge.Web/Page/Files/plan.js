// The read plan, drawn as the bytes of each PDU. It is fetched when somebody looks, and again when it has changed; cycle times come with the overview.
import { ask } from './api.js';
import { clone, el, fill, keyed, list } from './dom.js';
import { count, duration, interval, plural } from './format.js';
import { t } from './language.js';
import { drawPdu } from './pdubar.js';
import { explain, listTags } from './plantags.js';

const HUES = 8;
const FRESH = 10000;
const MODES = { rate: '', demand: t`, while a client listens`, command: t`, when told to` };

export function startPlan(frame) {
  const select = document.querySelector('#view-plan select');
  let shown = '';
  let asked = 0;
  let loaded = 0;
  let known = [];

  /** What a plan depends on: when it changes, the plan is fetched again. */
  const shape = (plc) => plc && JSON.stringify([plc.name, plc.pduSize, plc.tags, plc.scans.map((scan) => [scan.name, scan.pdus])]);

  async function load() {
    const mine = ++asked;
    const plan = await ask('plan', { plc: select.value });
    if (mine === asked) draw(plan);
  }

  function draw(plan) {
    const hues = new Map();
    for (const scan of plan.scans) for (const pdu of scan.pdus) for (const item of pdu.items) if (!hues.has(item.block)) hues.set(item.block, hues.size % HUES);
    const colours = { key: JSON.stringify([...hues]), hueOf: (block) => hues.get(block) ?? 0 };
    document.getElementById('plan-about').textContent = `${plan.simulated ? 'SIMULATED. ' : ''}${plan.isPlayed ? '' : plan.wasConnected ? t`Not connected just now: this is what the next connection is expected to play. ` : t`Expected: the PLC has not been connected yet. `}`
      + t`A PDU has ${plan.pduSize} bytes. The thin bar is the request, the thick one its answer; a cycle of a class plays all its PDUs.`;
    legend(hues);
    keyed(list(document, 'plan'), plan.scans, (scan) => scan.name, () => clone('plan-scan'), (panel, scan) => drawScan(panel, plan, scan, colours));
    tellCycles();
  }

  function drawScan(panel, plan, scan, colours) {
    const rides = scan.requests === 0 && scan.tags > 0;
    fill(panel, {
      name: scan.name,
      interval: t`every ${interval(scan.intervalMs)}${MODES[scan.mode]}`,
      figures: rides ? t`${plural(scan.tags, 'tag')}, carried by the PDUs of a faster class: no request of its own.`
        : t`${plural(scan.tags, 'tag')}; ${plural(scan.requests, 'PDU')} with ${plural(scan.items, 'item')} and ${plural(scan.bytes, 'byte')}, ${scan.gapBytes ? t`${count(scan.gapBytes)} of them gap` : t`none of them gap`}.`,
    });
    // The plan is fetched again and again; while it is the same, what somebody has opened or asked to see more of stays.
    const same = JSON.stringify([plan.plc, plan.pduSize, scan.requests, scan.pdus]);
    if (panel.plan !== same) [panel.plan, panel.pdus] = [same, scan.pdus];
    const more = panel.querySelector('button');
    const show = () => {
      keyed(list(panel, 'pdus'), panel.pdus, (pdu, index) => `${index} ${plan.plc} ${plan.pduSize} ${JSON.stringify(pdu)}`, () => clone('plan-pdu'),
        (row, pdu, index) => row.colours === colours.key || drawRow(row, plan, scan, pdu, index, colours));
      more.hidden = panel.pdus.length >= scan.requests;
    };
    more.onclick = async () => {
      const next = await ask('plan', { plc: plan.plc, scan: scan.name, after: panel.pdus.length }).catch(frame.failed);
      // A reload may have taken the class away meanwhile.
      panel.pdus = [...panel.pdus, ...(next?.scans[0]?.pdus ?? [])];
      show();
    };
    show();
  }

  function drawRow(row, plan, scan, pdu, index, colours) {
    row.colours = colours.key;
    const bar = drawPdu(pdu, plan.pduSize, colours.hueOf);
    const where = { plc: plan.plc, scan: scan.name, request: index };
    fill(row, {
      nr: `${index + 1}`,
      bytes: t`${pdu.responseBytes} of ${plan.pduSize}`,
      about: t`PDU ${index + 1} of ${scan.name}: ${plural(pdu.items.length, 'item')}, answer ${pdu.responseBytes} of ${plan.pduSize} bytes`,
    });
    row.querySelector('.bars').replaceChildren(bar);
    explain(bar, pdu, where);
    row.firstElementChild.ontoggle = () => listTags(row, pdu, where).catch(frame.failed);
  }

  function tellCycles() {
    const plc = known.find((one) => one.name === select.value);
    for (const panel of list(document, 'plan').children) {
      const scan = plc?.scans.find((one) => one.name === panel.key);
      fill(panel, { cycle: scan?.cycleMs === undefined ? '' : t`last cycle ${duration(scan.cycleMs)}, longest ${duration(scan.longestMs)}${scan.overruns ? t`, ${count(scan.overruns)} skipped` : ''}` });
    }
  }

  function follow() {
    if (frame.shown !== 'plan' || !select.value) return;
    const now = shape(known.find((one) => one.name === select.value));
    // A tag that was refused, or came back, changes the plan and not its size: so it is also fetched now and then.
    if (now && (now !== shown || performance.now() - loaded > FRESH)) {
      shown = now;
      loaded = performance.now();
      load().catch((error) => {
        shown = '';
        frame.failed(error);
      });
    }
    tellCycles();
  }

  select.addEventListener('change', () => {
    history.replaceState(null, '', `#plan?plc=${encodeURIComponent(select.value)}`);
    follow();
  });

  return {
    arrive() {
      const wanted = frame.query.get('plc');
      if (frame.shown === 'plan' && known.some((plc) => plc.name === wanted)) select.value = wanted;
      follow();
    },
    know(plcs) {
      const chosen = select.value || frame.query.get('plc');
      known = plcs;
      keyed(select, plcs, (plc) => plc.name, (plc) => el('option', { value: plc.name }, plc.name));
      if (plcs.some((plc) => plc.name === chosen)) select.value = chosen;
      follow();
    },
  };
}

function legend(hues) {
  const swatch = (kind) => el('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' });
  document.getElementById('plan-legend').replaceChildren(
    ...[...hues].slice(0, 24).map(([block, hue]) => el('li', {}, swatch(`hue${hue}`), block)),
    el('li', {}, swatch('head'), t`protocol`), el('li', {}, swatch('gap'), t`gap: read for nothing`), el('li', {}, swatch('free'), t`free`));
}
