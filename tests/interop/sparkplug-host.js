// A host application of Sparkplug B: takes births, data and deaths of a group with the codec sparkplug-payload, and prints them line by line as EVENT and JSON.
// What breaks the rules of the specification (3.0) is a FAULT: a gap in the sequence, data before a birth, a name in data, an alias twice, a retained message.
// node sparkplug-host.js URL GROUP
const mqtt = require('mqtt');
const codec = require('sparkplug-payload').get('spBv1.0');

const [url, group] = process.argv.slice(2);
const nodes = new Map(); // node → { bdSeq, next, aliases: Map, devices: Map }

const tell = (kind, more) => console.log(`EVENT ${JSON.stringify({ kind, ...more })}`);
const fail = words => { console.log(`FAULT ${words}`); process.exit(1); };
const plain = value => value === null || value === undefined ? null
  : typeof value === 'object' && 'low' in value ? value.toString() : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

const client = mqtt.connect(url, { protocolVersion: 5, clientId: `host-${process.pid}`, reconnectPeriod: 200 });
client.on('connect', () => client.subscribe(`spBv1.0/${group}/#`, { qos: 1 }, () => tell('ready', {})));

client.on('message', (topic, bytes, packet) => {
  const [, , type, name, device] = topic.split('/');
  if (type.endsWith('CMD')) return;
  if (packet.retain) fail(`${topic} is retained`);
  let payload;
  try { payload = codec.decodePayload(bytes); } catch (e) { fail(`${topic}: ${e.message}`); }
  if (type === 'NDEATH') {
    const bdSeq = Number(payload.metrics.find(metric => metric.name === 'bdSeq').value);
    if (payload.metrics.length !== 1) fail('NDEATH has more than bdSeq');
    const was = nodes.get(name);
    nodes.delete(name);
    tell(type, { bdSeq, sameAsBirth: was ? was.bdSeq === bdSeq : null });
    return;
  }
  if (packet.qos !== 0) fail(`${topic} has quality ${packet.qos}`);
  const seq = Number(payload.seq);
  if (type === 'NBIRTH') {
    if (seq !== 0) fail(`NBIRTH has the number ${seq}`);
    const bdSeq = Number(payload.metrics.find(metric => metric.name === 'bdSeq').value);
    const rebirth = payload.metrics.find(metric => metric.name === 'Node Control/Rebirth');
    if (rebirth?.value !== false || rebirth.type !== 'Boolean') fail('NBIRTH without Node Control/Rebirth');
    nodes.set(name, { bdSeq, next: 1, aliases: new Map(), devices: new Map() });
    tell(type, { node: name, bdSeq });
    return;
  }
  const node = nodes.get(name);
  if (!node) { tell('unborn', { type }); return; }
  if (seq !== node.next) fail(`${topic} has the number ${seq} instead of ${node.next}`);
  node.next = (node.next + 1) % 256;
  if (type === 'DDEATH') {
    node.devices.delete(device);
    tell(type, { device });
    return;
  }
  const metrics = payload.metrics.map(metric => ({
    name: metric.name, alias: metric.alias === undefined ? null : metric.alias.toString(), type: metric.type ?? null, value: plain(metric.value),
    quality: metric.properties?.Quality?.value ?? null, historical: metric.isHistorical ?? false, time: Number(metric.timestamp),
  }));
  if (type === 'DBIRTH') {
    const born = new Map();
    for (const metric of metrics) {
      const holder = node.aliases.get(metric.alias);
      // The codec knows no array types: it tells neither their type nor their value.
      const isArray = metric.type === null && metric.value === null;
      if (!metric.name || !metric.alias || !(metric.type || isArray)) fail(`DBIRTH of ${JSON.stringify(metric)}`);
      if (holder && holder !== `${device}/${metric.name}`) fail(`the alias ${metric.alias} of ${holder} is that of ${metric.name}, too`);
      node.aliases.set(metric.alias, `${device}/${metric.name}`);
      born.set(metric.alias, metric);
    }
    node.devices.set(device, born);
    tell(type, { device, metrics });
    return;
  }
  const known = node.devices.get(device);
  if (type !== 'DDATA' || !known) fail(`${topic} without a birth`);
  for (const metric of metrics) {
    if (metric.name) fail(`${topic} has the name ${metric.name}`);
    const birth = known.get(metric.alias);
    if (!birth) fail(`${topic} has the alias ${metric.alias}, which no birth has`);
    metric.name = birth.name;
    metric.type = birth.type;
  }
  tell(type, { device, metrics });
});
