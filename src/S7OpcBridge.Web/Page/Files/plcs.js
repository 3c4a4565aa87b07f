// A card for each PLC.
import { clone, fill, keyed, list, el, setText } from './dom.js';
import { age, count, duration, interval, plural } from './format.js';
import { t, word } from './language.js';
import { symbolFacts } from './symbols.js';
import { createPlcActs, knowPlcs, showPlcActs } from './plcacts.js';
import { Sparkline } from './sparkline.js';

const MODES = { rate: '', demand: t`, on demand`, command: t`, on command` };

export function showPlcs(plcs) {
  knowPlcs(plcs);
  document.getElementById('plcs-none').hidden = plcs.length > 0;
  keyed(list(document, 'plcs'), plcs, (plc) => plc.name, createCard, showPlc);
}

function createCard({ name }) {
  const card = clone('plc-card');
  createPlcActs(card, name);
  return card;
}

function showPlc(card, plc) {
  const { trouble } = plc;
  fill(card, {
    name: plc.name,
    simulated: plc.simulated,
    state: word(plc.state),
    profile: word(plc.profile),
    address: word(plc.address),
    cpu: plc.cpu || t`not told`,
    pdu: plc.pduSize ? t`${plc.pduSize} bytes` : '–',
    jobs: plc.maxJobs || '–',
    reconnects: count(plc.reconnects),
    writes: count(plc.pendingWrites),
    trouble,
    troubleTitle: trouble?.isNow ? t`Trouble` : t`Last trouble`,
    sentence: trouble?.sentence,
    fix: trouble?.fix,
    cost: trouble?.cost,
    badCount: plc.badTags.length,
    ...symbolFacts(plc.s7Plus),
    diagnosis: plc.diagnosis,
    leds: plc.diagnosis?.leds.join(', '),
    faulty: plc.diagnosis?.faultyStations.join(', '),
    lastStop: plc.diagnosis?.lastStop,
    noAlarms: plc.alarmsRefused && t`The CPU sends no alarms: ${plc.alarmsRefused}.`,
    badTitle: t`${plural(plc.badTags.length, 'tag')} cannot be read`,
  });
  card.querySelector('.state').dataset.level = plc.level;
  card.querySelector('.trouble').classList.toggle('now', !!trouble?.isNow);
  link(card, 'tags', `#tags?plc=${encodeURIComponent(plc.name)}`, plural(plc.tags, 'tag'));
  link(card, 'plan', `#plan?plc=${encodeURIComponent(plc.name)}`, t`Read plan`);
  keyed(list(card, 'scans'), plc.scans, (scan) => scan.name, createScan, showScan);
  showPlcActs(card, plc);
  keyed(list(card, 'badTags'), plc.badTags, (sentence) => sentence, (sentence) => el('li', {}, sentence));
}

function link(card, name, href, text) {
  const anchor = card.querySelector(`[data-link="${name}"]`);
  anchor.setAttribute('href', href);
  setText(anchor, text);
}

function createScan(scan) {
  const row = clone('scan-row');
  row.spark = new Sparkline(t`Cycle time of ${scan.name}`);
  row.querySelector('.spark').append(row.spark.node);
  return row;
}

function showScan(row, scan) {
  row.spark.add(scan.cycleMs);
  row.title = scan.pdus === 0 && scan.cycleMs !== undefined ? t`Its tags ride in the requests of a faster class.`
    : scan.ageMs === undefined ? t`Not answered yet.` : t`Last answered ${age(scan.ageMs)} ago`;
  fill(row, {
    name: scan.name,
    interval: `${interval(scan.intervalMs)}${MODES[scan.mode]}`,
    last: duration(scan.cycleMs),
    longest: scan.cycleMs === undefined ? '–' : duration(scan.longestMs),
    pdus: count(scan.pdus),
    skipped: count(scan.overruns),
  });
  row.classList.toggle('behind', scan.overruns > 0);
}
