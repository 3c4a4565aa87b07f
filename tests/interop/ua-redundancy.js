// node-opcua's client (MIT) as a client that follows the service levels of a redundant set (OPC 10000-4, 6.6.2.4): it asks one server for the others by
// FindServers, stays where the level is healthy, and changes over when it is not, when the server is silent, or when the connection ends.
// usage: node ua-redundancy.js ENDPOINT NODE…      prints SERVERS, ON, CHANGE and LEAVE lines; ends with its standard input
'use strict';
const ua = require('node-opcua-client');
const [, , first, ...nodes] = process.argv;

const HEALTHY = 200, SILENCE = 2000, PUBLISHING = 100;
const SERVICE_LEVEL = 'ns=0;i=2267', RETURN_TIME = 'ns=0;i=12885', SUPPORT = 'ns=0;i=3709', URIS = 'ns=0;i=11314', REDUNDANT = 'ns=0;i=11313';
const say = (word, value) => console.log(`${word} ${JSON.stringify(value)}`);
const within = (promise, time) => Promise.race([promise, new Promise((_, refuse) => setTimeout(() => refuse(new Error('no answer')), time).unref())]);
const one = () => ua.OPCUAClient.create({ endpointMustExist: false, connectionStrategy: { maxRetry: 0 }, transportTimeout: SILENCE, requestedSessionTimeout: 20000 });
const read = async (session, ...ids) => (await session.read(ids.map((nodeId) => ({ nodeId, attributeId: ua.AttributeIds.Value }))))
  .map((value) => (value.value ? value.value.value : null));

// A client that is given up does not answer: nobody waits for it.
const drop = (client) => { client.disconnect().catch(() => {}); };

async function levelOf(url) {
  const client = one();
  try {
    await within(client.connect(url), SILENCE);
    const session = await within(client.createSession(), SILENCE);
    const [level] = await within(read(session, SERVICE_LEVEL), SILENCE);
    await within(session.close(), SILENCE);
    return level;
  } catch (error) {
    return -1;
  } finally {
    drop(client);
  }
}

async function urlsOf(url) {
  const { servers } = await within(ua.findServers(url), 2 * SILENCE);
  return servers.map((server) => ({ uri: server.applicationUri, urls: server.discoveryUrls }));
}

/** Stays at a server until it is not the right one any more; returns the reason. */
async function stay(url, isBetterElsewhere) {
  const client = one();
  let leave;
  const left = new Promise((resolve) => { leave = resolve; });
  client.on('connection_lost', () => leave('connection lost'));
  client.on('close', () => leave('closed'));
  try {
    await within(client.connect(url), SILENCE);
    const session = await within(client.createSession(), SILENCE);
    session.on('session_closed', () => leave('session closed'));
    const [level, support, uris, redundant] = await within(read(session, SERVICE_LEVEL, SUPPORT, URIS, REDUNDANT), SILENCE);
    const subscription = await within(session.createSubscription2({
      requestedPublishingInterval: PUBLISHING, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 5, maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
    }), SILENCE);
    let heard = Date.now();
    subscription.on('keepalive', () => { heard = Date.now(); });
    subscription.on('raw_notification', () => { heard = Date.now(); });
    subscription.on('terminated', () => leave('subscription ended'));
    const silence = setInterval(() => { if (Date.now() - heard > SILENCE) leave('silent'); }, 100);
    left.then(() => clearInterval(silence));
    say('ON', { url, level, support, uris: uris && [...uris], redundant: redundant && redundant.map((server) => [server.serverId, server.serviceLevel, server.serverState]) });
    const watch = async (nodeId, queueSize, take) => {
      const item = await within(subscription.monitor({ nodeId, attributeId: ua.AttributeIds.Value }, { samplingInterval: 0, discardOldest: true, queueSize }, ua.TimestampsToReturn.Both), SILENCE);
      item.on('changed', take);
    };
    for (const nodeId of nodes) {
      await watch(nodeId, 100, (value) => say('CHANGE', {
        url, id: nodeId, status: value.statusCode.name, value: value.value ? value.value.value : null, source: value.sourceTimestamp ? value.sourceTimestamp.getTime() : null, at: Date.now(),
      }));
    }
    await watch(SERVICE_LEVEL, 10, async (value) => {
      const now = value.value.value;
      if (now >= HEALTHY) return;
      const [back] = now === 0 ? await within(read(session, RETURN_TIME), SILENCE).catch(() => [null]) : [null];
      say('LEVEL', { url, level: now, back: back instanceof Date ? back.getTime() : null });
      if (now === 0 || await isBetterElsewhere(url, now)) leave(`level ${now}`);
    });
    const reason = await left;
    await within(session.close(true), 300).catch(() => {});
    return reason;
  } catch (error) {
    return error.message;
  } finally {
    drop(client);
  }
}

(async () => {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.resume();
  const servers = await urlsOf(first);
  say('SERVERS', servers);
  const urls = servers.map((server) => server.urls[0]);
  const levels = async (but) => Promise.all(urls.map(async (url) => [url, url === but ? -1 : await levelOf(url)]));
  const best = async (but) => (await levels(but)).reduce((found, next) => (next[1] > found[1] ? next : found));
  let current = first;
  for (;;) {
    const began = Date.now();
    const reason = await stay(current, async (url, level) => (await best(url))[1] > level);
    say('LEAVE', { url: current, reason, at: Date.now() });
    if (Date.now() - began < 200) await new Promise((resolve) => setTimeout(resolve, 200));
    for (;;) {
      const [url, level] = await best(current);
      if (level > 0) { current = url; break; }
      // Perhaps the one that was left is the only one.
      if (await levelOf(current) > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
})().catch((error) => { console.error(error.message); process.exit(1); });
