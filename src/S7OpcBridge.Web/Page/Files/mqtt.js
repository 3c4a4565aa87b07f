// The entries of mqtt: a panel each below the PLCs.
import { clone, fill, keyed, list } from './dom.js';
import { age, plural } from './format.js';
import { t } from './language.js';

export function showMqtt(entries = []) {
  document.getElementById('mqtt').hidden = entries.length === 0;
  keyed(list(document, 'mqtt'), entries, (entry) => entry.name, () => clone('mqtt-entry'), showEntry);
}

function showEntry(panel, entry) {
  fill(panel, {
    name: entry.name,
    broker: entry.broker,
    state: entry.connected ? t`Connected for ${age(entry.sinceMs)}` : t`Not connected`,
    sent: t`${plural(entry.tags, 'tag')}; ${plural(entry.values, 'value')} in ${plural(entry.messages, 'message')} since the start.`,
    waiting: entry.waitingValues ? t`${plural(entry.waitingValues, 'value')} wait for the broker.` : '',
    waits: entry.waitingValues > 0,
    lost: entry.lostValues ? t`${plural(entry.lostValues, 'value')} lost because the buffer was full or they were too old.` : '',
    loses: entry.lostValues > 0,
    error: entry.lastError === undefined ? '' : t`Last failure ${age(entry.errorMs)} ago: ${entry.lastError}`,
    failed: entry.lastError !== undefined,
  });
}
