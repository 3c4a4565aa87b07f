// Sends a command of Sparkplug B, encoded by sparkplug-payload.
// node sparkplug-command.js URL rebirth GROUP NODE
// node sparkplug-command.js URL write GROUP NODE DEVICE NAME TYPE VALUE (as JSON)
const mqtt = require('mqtt');
const codec = require('sparkplug-payload').get('spBv1.0');

const [url, what, group, node, device, name, type, value] = process.argv.slice(2);
const isWrite = what === 'write';
const payload = codec.encodePayload({
  timestamp: Date.now(),
  metrics: [isWrite
    ? { name, type, value: JSON.parse(value), timestamp: Date.now() }
    : { name: 'Node Control/Rebirth', type: 'Boolean', value: true, timestamp: Date.now() }],
});
const topic = isWrite ? `spBv1.0/${group}/DCMD/${node}/${device}` : `spBv1.0/${group}/NCMD/${node}`;
const client = mqtt.connect(url, { protocolVersion: 5, clientId: `command-${process.pid}` });
client.on('connect', () => client.publish(topic, Buffer.from(payload), { qos: 1 }, () => {
  console.log(`RESULT ${JSON.stringify({ topic })}`);
  client.end(true, () => process.exit(0));
}));
