// node-opcua's client (MIT) over every secure policy and mode, six connections side by side from one process with one certificate.
// usage: node ua-secure.js ENDPOINT PKI-FOLDER try | endure NODE
//   try     opens a session over each and prints what became of it
//   endure  reads and subscribes without a pause until every channel's token has been renewed, cuts each connection, waits until it is back, and counts
//           requests, answers, messages and gaps between their numbers
'use strict';
const net = require('net');
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const [, , endpoint, folder, command, node] = process.argv;

const ways = [];
for (const policy of ['Basic256Sha256', 'Aes128_Sha256_RsaOaep', 'Aes256_Sha256_RsaPss']) {
  for (const mode of ['Sign', 'SignAndEncrypt']) ways.push({ policy, mode });
}
const { hostname, port } = new URL(endpoint);

// A cable that can be cut: forwards to the server until told otherwise.
function cable() {
  const sockets = new Set();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]]) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {}).on('close', () => { sockets.delete(from); to.destroy(); });
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({
    url: `opc.tcp://localhost:${server.address().port}`,
    cut: () => { for (const socket of sockets) socket.destroy(); },
  })));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function create(manager, { policy, mode }) {
  return ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, clientCertificateManager: manager,
    securityPolicy: ua.SecurityPolicy[policy], securityMode: ua.MessageSecurityMode[mode],
    defaultSecureTokenLifetime: 10000, requestedSessionTimeout: 60000, keepSessionAlive: true,
    connectionStrategy: { maxRetry: command === 'try' ? 0 : 20, initialDelay: 200, maxDelay: 1000 },
  });
}

async function attempt(manager, way) {
  const client = create(manager, way);
  try {
    await client.connect(endpoint);
    const session = await client.createSession();
    await session.close();
    return { ...way, result: 'connected' };
  } catch (error) {
    return { ...way, result: error.message };
  } finally {
    await client.disconnect().catch(() => {});
  }
}

async function endure(manager, way) {
  const seen = { ...way, asked: 0, reads: 0, bad: 0, renewals: 0, messages: 0, keepAlives: 0, lost: 0, changes: 0, readsAfterCut: 0, changesAfterCut: 0 };
  const client = create(manager, way);
  client.on('security_token_renewed', () => seen.renewals++);
  const line = await cable();
  await client.connect(line.url);
  const session = await client.createSession();
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: 100, requestedLifetimeCount: 600, requestedMaxKeepAliveCount: 10, maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
  });
  let cut = false;
  let last = 0;
  // Every message has a number, one more than the one before: a gap is a message that was lost. A keep-alive tells the number of the message to come.
  subscription.on('raw_notification', ({ sequenceNumber, notificationData }) => {
    if (cut) return;
    if (last && sequenceNumber !== last + 1) seen.lost++;
    if (!notificationData?.length) {
      seen.keepAlives++;
      return;
    }
    last = sequenceNumber;
    seen.messages++;
  });
  const item = await subscription.monitor(
    { nodeId: node, attributeId: ua.AttributeIds.Value }, { samplingInterval: 100, discardOldest: true, queueSize: 10 }, ua.TimestampsToReturn.Both, ua.MonitoringMode.Reporting);
  item.on('changed', () => cut ? seen.changesAfterCut++ : seen.changes++);
  const read = async () => (await session.read({ nodeId: node, attributeId: ua.AttributeIds.Value })).statusCode.isGood();
  // Four requests are always under way, so that the renewal comes between them.
  const load = async () => {
    for (let more = 50; more > 0; more -= seen.renewals > 0 ? 1 : 0) {
      seen.asked++;
      if (await read()) seen.reads++; else seen.bad++;
      await pause(5);
    }
  };
  await Promise.all([load(), load(), load(), load()]);

  const back = new Promise((resolve) => client.once('connection_reestablished', resolve));
  line.cut();
  cut = true;
  await back;
  while (seen.readsAfterCut < 10 || seen.changesAfterCut < 3) {
    if (await read().catch(() => false)) seen.readsAfterCut++;
    await pause(20);
  }
  await session.close();
  await client.disconnect();
  return seen;
}

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true, disableFileWatchers: true });
  await manager.initialize();
  const result = [];
  if (command === 'try') for (const way of ways) result.push(await attempt(manager, way));
  if (command === 'endure') result.push(...await Promise.all(ways.map((way) => endure(manager, way))));
  console.log('RESULT ' + JSON.stringify(result));
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
