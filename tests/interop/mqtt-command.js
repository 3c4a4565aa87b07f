// A caller of commands: publishes a payload and prints the answers that came to its response topic (with the correlation data) or to …/result.
// node mqtt-command.js URL TOPIC PAYLOAD response|result|retained
const mqtt = require('mqtt');

const [url, topic, payload, way] = process.argv.slice(2);
const answerTopic = way === 'response' ? `answers/${process.pid}` : `${topic}/result`;
const correlation = Buffer.from(`call ${process.pid}`);
const client = mqtt.connect(url, { protocolVersion: 5, clientId: `caller-${process.pid}` });

client.on('connect', () => {
  client.subscribe(answerTopic, { qos: 1, rh: 2 }, () => client.publish(topic, payload, {
    qos: 1, retain: way === 'retained',
    properties: way === 'response' ? { responseTopic: answerTopic, correlationData: correlation } : {},
  }));
});
client.on('message', (at, answer, packet) => {
  const text = answer.toString('utf8');
  let parsed = text;
  try { parsed = JSON.parse(text); } catch { /* told as it is */ }
  const isMine = way !== 'response' || correlation.equals(packet.properties?.correlationData ?? Buffer.alloc(0));
  console.log(`RESULT ${JSON.stringify({ topic: at, retained: packet.retain, correlated: isMine, answer: parsed })}`);
  client.end(true, () => process.exit(0));
});
