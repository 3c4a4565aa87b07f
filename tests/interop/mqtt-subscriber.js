// A subscriber of OPC UA PubSub as OPC 10000-14 describes one, which knows nothing but the broker: status → connection → the topics named there → metadata →
// data. What it finds it prints line by line as EVENT and JSON. It drops duplicates by their sequence number, and tells gaps.
// node mqtt-subscriber.js URL [PREFIX] [CLIENT_ID: a session that the broker keeps]
const mqtt = require('mqtt');

const [url, prefix = 'opcua', clientId] = process.argv.slice(2);
const OPERATIONAL = 2;
const publishers = new Map(); // id → { groups, subscribed }
const writers = new Map(); // "publisher/id" → { fields, version, next, … }
const early = []; // data that came before its metadata

const tell = (kind, more) => console.log(`EVENT ${JSON.stringify({ kind, ...more })}`);
const fail = words => { console.log(`FAULT ${words}`); process.exit(1); };

const client = mqtt.connect(url, {
  protocolVersion: 5, clientId: clientId ?? `judge-${process.pid}`, clean: !clientId, reconnectPeriod: 200,
  properties: clientId ? { sessionExpiryInterval: 3600 } : {},
});
client.on('error', e => tell('error', { message: e.message }));
client.on('connect', packet => {
  tell('connect', { sessionPresent: packet.sessionPresent });
  client.subscribe(`${prefix}/json/status/+`, { qos: 1 });
});

client.on('message', (topic, payload, packet) => {
  const type = packet.properties?.userProperties?.UAMessageType;
  if (packet.properties?.contentType !== 'application/json') fail(`${topic}: content type ${packet.properties?.contentType}`);
  if (payload.length === 0) { tell('cleared', { topic }); return; }
  let message;
  try { message = JSON.parse(payload.toString('utf8')); } catch (e) { fail(`${topic}: ${e.message} in ${payload}`); }
  switch (message.MessageType) {
    case 'ua-status': takeStatus(topic, message, packet); break;
    case 'ua-connection': takeConnection(message, packet); break;
    case 'ua-application': tell('application', { name: message.Description.ApplicationName.Text, uri: message.Description.ApplicationUri }); break;
    case 'ua-endpoints': tell('endpoints', { endpoints: message.Endpoints.map(endpointOf) }); break;
    case 'ua-metadata': takeMetadata(topic, message, packet); break;
    case 'ua-keyframe': case 'ua-deltaframe': case 'ua-keepalive': takeData(topic, message); break;
    default: fail(`${topic}: MessageType ${message.MessageType}`);
  }
  const wanted = message.MessageType.startsWith('ua-k') || message.MessageType === 'ua-deltaframe' ? 'ua-data' : message.MessageType;
  if (type !== wanted) fail(`${topic}: UAMessageType ${type} with ${message.MessageType}`);
});

function takeStatus(topic, message, packet) {
  if (!topic.endsWith(`/${message.PublisherId}`)) fail(`${topic}: status of ${message.PublisherId}`);
  tell('status', { publisher: message.PublisherId, status: message.Status, retained: packet.retain, timed: 'Timestamp' in message });
  if (message.Status !== OPERATIONAL) return;
  for (const kind of ['application', 'endpoints', 'connection']) client.subscribe(`${prefix}/json/${kind}/${message.PublisherId}`, { qos: 1 });
}

function takeConnection(message, packet) {
  const { Connection: connection, PublisherId: publisher } = message;
  if ((connection.PublisherId?.Value ?? connection.PublisherId) !== publisher) fail(`connection of ${JSON.stringify(connection.PublisherId)}`);
  if (!connection.TransportProfileUri.endsWith('/pubsub-mqtt-json')) fail(`profile ${connection.TransportProfileUri}`);
  publishers.set(publisher, connection);
  const found = [];
  for (const group of connection.WriterGroups ?? []) {
    const groupQueue = group.TransportSettings?.QueueName;
    for (const writer of group.DataSetWriters ?? []) {
      const settings = writer.TransportSettings ?? {};
      const it = {
        group: group.Name, writer: writer.Name, id: writer.DataSetWriterId, mask: writer.DataSetFieldContentMask ?? 0, keyFrames: writer.KeyFrameCount ?? 0,
        topic: settings.QueueName || groupQueue, metaTopic: settings.MetaDataQueueName,
      };
      if (!it.topic || !it.metaTopic || !it.id) fail(`writer without topics: ${JSON.stringify(writer)}`);
      const key = `${publisher}/${it.id}`;
      writers.set(key, { ...writers.get(key), ...it });
      found.push(it);
      client.subscribe(it.metaTopic, { qos: 1 });
    }
  }
  tell('connection', { publisher, retained: packet.retain, writers: found });
}

function takeMetadata(topic, message, packet) {
  const key = `${message.PublisherId}/${message.DataSetWriterId}`;
  const writer = writers.get(key);
  if (!writer || writer.metaTopic !== topic) fail(`${topic}: metadata of no writer that the connection names`);
  const { Fields: fields, ConfigurationVersion: version } = message.MetaData;
  if (message.WriterGroupName !== writer.group || message.DataSetWriterName !== writer.writer) fail(`${topic}: names ${message.WriterGroupName} ${message.DataSetWriterName}`);
  writer.fields = new Map(fields.map(field => [field.Name, field]));
  writer.version = version;
  tell('metadata', {
    writer: writer.writer, retained: packet.retain, version,
    fields: fields.map(f => ({ name: f.Name, type: f.BuiltInType, rank: f.ValueRank ?? 0, length: f.MaxStringLength ?? 0, id: f.DataSetFieldId, properties: (f.Properties ?? []).map(p => p.Key) })),
  });
  client.subscribe(writer.topic, { qos: 1 });
  for (const [dataTopic, data] of early.splice(0)) takeData(dataTopic, data);
}

function takeData(topic, message) {
  const writer = writers.get(`${message.PublisherId}/${message.DataSetWriterId}`);
  if (!writer?.fields || message.MinorVersion > writer.version.MinorVersion) { early.push([topic, message]); return; }
  const sequence = message.SequenceNumber;
  if (message.MessageType === 'ua-keepalive') {
    if ('Payload' in message) fail(`${topic}: a keep-alive with a payload`);
    return;
  }
  // A number that is behind by less than half of the range has been there already (7.2.3).
  if (writer.next !== undefined && ((sequence - writer.next) | 0) < 0 && sequence !== 0 && sequence !== 1) {
    tell('duplicate', { writer: writer.writer, sequence });
    return;
  }
  if (writer.next !== undefined && sequence !== writer.next) tell('gap', { writer: writer.writer, wanted: writer.next, sequence });
  writer.next = (sequence + 1) >>> 0;
  const values = {};
  for (const [name, raw] of Object.entries(message.Payload)) {
    const field = writer.fields.get(name);
    if (!field) fail(`${topic}: the field ${name} has no metadata`);
    values[name] = read(raw, field, writer.mask);
  }
  if (message.MessageType === 'ua-keyframe') {
    const missing = [...writer.fields.keys()].filter(name => !(name in values));
    if (missing.length) fail(`${topic}: a key frame without ${missing}`);
  }
  tell('data', { topic, writer: writer.writer, frame: message.MessageType, sequence, time: message.Timestamp, values });
}

// A field in each of the forms (7.2.5.4.3): the value alone, a DataValue, either with the number of its type.
function read(raw, field, mask) {
  if (mask === 0) return isStatus(raw, field) ? { value: null, status: raw.Code ?? 0, symbol: raw.Symbol } : { value: checked(raw, field), status: 0 };
  if (typeof raw !== 'object' || raw === null) fail(`the field ${field.Name} is no DataValue: ${JSON.stringify(raw)}`);
  if ('UaType' in raw && raw.UaType !== field.BuiltInType) fail(`the field ${field.Name} has the type ${raw.UaType}, by its metadata ${field.BuiltInType}`);
  const status = raw.Status?.Code ?? 0;
  return { value: 'Value' in raw ? checked(raw.Value, field) : null, status, symbol: raw.Status?.Symbol, time: raw.SourceTimestamp, typed: 'UaType' in raw };
}

const endpointOf = e => ({
  url: e.EndpointUrl, policy: e.SecurityPolicyUri.split('#')[1], mode: e.SecurityMode ?? 0, certificate: (e.ServerCertificate ?? '').length, server: e.Server.ApplicationUri,
});

const isStatus = (raw, field) => typeof raw === 'object' && raw !== null && 'Code' in raw && field.BuiltInType !== 19;

function checked(value, field) {
  if (field.ValueRank >= 1) {
    if (!Array.isArray(value)) fail(`the field ${field.Name} is no array: ${JSON.stringify(value)}`);
    return value.map(each => checked(each, { ...field, ValueRank: -1 }));
  }
  const type = typeof value;
  const wanted = { 1: 'boolean', 8: 'string', 9: 'string', 12: 'string', 13: 'string' }[field.BuiltInType] ?? 'number';
  const isSpecial = [10, 11].includes(field.BuiltInType) && ['NaN', 'Infinity', '-Infinity'].includes(value);
  if (type !== wanted && !isSpecial && value !== null) fail(`the field ${field.Name} of type ${field.BuiltInType} is ${JSON.stringify(value)}`);
  return value;
}
