// Discovery and Session service sets.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, user, anonymous, pause, raw, fault, readAs, connect, check, endpoint } = require('./harness');
const { AttributeIds } = ua;

async function discovery() {
  await check('FindServers tells one server with the URL that was used', async () => {
    const { servers } = await ua.findServers(endpoint);
    assert.strictEqual(servers.length, 1);
    assert.deepStrictEqual(servers[0].discoveryUrls, [endpoint]);
  });
  await check('GetEndpoints lists what CreateSession lists', async () => {
    const client = ua.OPCUAClient.create({ endpointMustExist: false });
    await client.connect(endpoint);
    const endpoints = await client.getEndpoints();
    assert.ok(endpoints.length >= 1 && endpoints.every((e) => e.endpointUrl === endpoint));
    assert.strictEqual((await client.getEndpoints({ endpointUrl: endpoint, profileUris: ['urn:nothing'] })).length, 0);
    await client.disconnect();
  });
}

async function sessions(session) {
  await check('Cancel answers the Publish that waits', async () => {
    const subscription = await session.createSubscription({ requestedPublishingInterval: 60000, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 10, publishingEnabled: true });
    const publish = new ua.PublishRequest({});
    const waiting = fault(raw(session, publish));
    await pause(50);
    const cancelled = await raw(session, new ua.CancelRequest({ requestHandle: publish.requestHeader.requestHandle }));
    assert.strictEqual(cancelled.cancelCount, 1);
    assert.strictEqual(await waiting, 'BadRequestCancelledByClient');
    assert.strictEqual((await raw(session, new ua.CancelRequest({ requestHandle: 4711 }))).cancelCount, 0);
    await session.deleteSubscriptions({ subscriptionIds: [subscription.subscriptionId] });
  });
  await check('the user changes on a session, and a wrong password changes nothing', async () => {
    const write = () => session.write({ nodeId: tag('Order'), attributeId: AttributeIds.Value, value: { value: { dataType: 'Int32', value: 1 } } });
    assert.strictEqual((await write()).name, 'BadUserAccessDenied');
    await session.changeUser(user);
    assert.strictEqual((await write()).name, 'Good');
    await session.changeUser({ ...user, password: 'wrong' }).catch(() => {});
    assert.strictEqual((await write()).name, 'Good');
    await session.changeUser(anonymous);
    assert.strictEqual((await write()).name, 'BadUserAccessDenied');
  });
  await check('a session goes on over another channel', async () => {
    const first = await connect();
    const second = ua.OPCUAClient.create({ endpointMustExist: false, keepSessionAlive: false });
    await second.connect(endpoint);
    await second.reactivateSession(first.session);
    assert.strictEqual((await first.session.read({ nodeId: 'i=2259', attributeId: 13 })).statusCode.name, 'Good');
    await first.session.close();
    await second.disconnect();
    await first.client.disconnect();
  });
  await check('a request for a session that is closed is refused', async () => {
    const { client: other, session: closed } = await connect();
    const token = closed.authenticationToken;
    await closed.close();
    assert.strictEqual(await readAs(other, token), 'BadSessionIdInvalid');
    await other.disconnect();
  });
}

module.exports = { discovery, sessions };
