// Subscription service set.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, user, pause, raw, names, fault, connect, check, subscribe } = require('./harness');

async function subscriptions(session) {
  await check('a subscription without data keeps itself alive and uses no number up', async () => {
    const s = await subscribe(session, { requestedMaxKeepAliveCount: 2 });
    assert.ok(s.made.revisedLifetimeCount >= 3 * s.made.revisedMaxKeepAliveCount);
    const first = await s.publish();
    const second = await s.publish();
    assert.deepStrictEqual([first.message.sequenceNumber, second.message.sequenceNumber, first.changes.length, second.changes.length], [1, 1, 0, 0]);
  });
  await check('a message is published again until it is acknowledged', async () => {
    const s = await subscribe(session);
    await s.monitor(tag('Speed'));
    let first;
    do first = await s.publish(false); while (!first.changes.length);
    const number = first.message.sequenceNumber;
    const again = await session.republish({ subscriptionId: s.id, retransmitSequenceNumber: number });
    assert.deepStrictEqual(JSON.stringify(again.notificationMessage), JSON.stringify(first.message));
    const acknowledge = async (sequenceNumber) => (await raw(session, new ua.PublishRequest({ subscriptionAcknowledgements: [{ subscriptionId: s.id, sequenceNumber }, { subscriptionId: 4711, sequenceNumber: 1 }] }))).results;
    assert.deepStrictEqual(names(await acknowledge(number)), ['Good', 'BadSubscriptionIdInvalid']);
    assert.deepStrictEqual(names(await acknowledge(number)), ['BadSequenceNumberUnknown', 'BadSubscriptionIdInvalid']);
    assert.strictEqual(await fault(session.republish({ subscriptionId: s.id, retransmitSequenceNumber: number })), 'BadMessageNotAvailable');
    assert.strictEqual(await fault(session.republish({ subscriptionId: 4711, retransmitSequenceNumber: 1 })), 'BadSubscriptionIdInvalid');
  });
  await check('more notifications than a message may have come in more messages', async () => {
    const s = await subscribe(session, { maxNotificationsPerPublish: 1 });
    for (const [i, name] of ['Order', 'Name', 'Temps'].entries()) await s.monitor(tag(name), { clientHandle: i + 1 });
    const seen = [];
    const more = [];
    while (seen.length < 3) {
      const { changes, response } = await s.publish();
      if (!changes.length) continue;
      assert.strictEqual(changes.length, 1);
      seen.push(changes[0].clientHandle);
      more.push(response.moreNotifications);
    }
    assert.deepStrictEqual(seen.sort(), [1, 2, 3]);
    assert.strictEqual(more[2], false);
  });
  await check('publishing is switched off and on', async () => {
    const s = await subscribe(session, { requestedMaxKeepAliveCount: 3 });
    await s.monitor(tag('Speed'));
    await s.changes();
    assert.deepStrictEqual(names((await session.setPublishingMode(false, [s.id]))), ['Good']);
    for (let i = 0; i < 2; i++) assert.strictEqual((await s.publish()).changes.length, 0);
    await session.setPublishingMode(true, [s.id]);
    assert.strictEqual((await s.publish()).changes.length, 1);
  });
  await check('settings are modified and revised', async () => {
    const s = await subscribe(session);
    const modified = await session.modifySubscription({ subscriptionId: s.id, requestedPublishingInterval: 0, requestedLifetimeCount: 1, requestedMaxKeepAliveCount: 20, maxNotificationsPerPublish: 0, priority: 9 });
    assert.ok(modified.revisedPublishingInterval > 0 && modified.revisedLifetimeCount >= 60);
    assert.strictEqual(await fault(session.modifySubscription({ subscriptionId: 4711, requestedPublishingInterval: 100 })), 'BadSubscriptionIdInvalid');
  });
  await check('a subscription that nobody asks for ends and says so', async () => {
    await subscribe(session, { requestedPublishingInterval: 60000 });
    const s = await subscribe(session, { requestedMaxKeepAliveCount: 1, requestedLifetimeCount: 3 });
    await pause(6000); // the server gives a client that is held up five seconds, whatever it asked for
    const { status, response } = await s.publish();
    assert.deepStrictEqual([response.subscriptionId, status.status.name], [s.id, 'BadTimeout']);
  });
  await check('without a subscription a Publish is refused', async () => {
    assert.strictEqual(await fault(raw(session, new ua.PublishRequest({}))), 'BadNoSubscription');
    assert.deepStrictEqual(names(await session.deleteSubscriptions({ subscriptionIds: [4711] }).then((r) => r.results)), ['BadSubscriptionIdInvalid']);
  });
}

async function transfers(session) {
  await check('another session of the user takes a subscription over with its values', async () => {
    const s = await subscribe(session);
    await s.monitor(tag('Order'), { clientHandle: 3 });
    while (!(await s.publish(false)).changes.length);
    const waiting = s.publish(false);
    const stranger = await connect();
    const denied = await stranger.session.transferSubscriptions({ subscriptionIds: [s.id], sendInitialValues: true });
    assert.deepStrictEqual(names(denied.results.map((r) => r.statusCode)), ['BadUserAccessDenied']);
    await stranger.client.disconnect();
    const second = await connect(user);
    const taken = (await second.session.transferSubscriptions({ subscriptionIds: [s.id, 4711], sendInitialValues: true })).results;
    assert.deepStrictEqual(names(taken.map((r) => r.statusCode)), ['Good', 'BadSubscriptionIdInvalid']);
    assert.strictEqual(taken[0].availableSequenceNumbers.length, 1);
    assert.strictEqual((await waiting).status.status.name, 'GoodSubscriptionTransferred');
    const message = (await raw(second.session, new ua.PublishRequest({}))).notificationMessage;
    assert.strictEqual(message.notificationData[0].monitoredItems[0].clientHandle, 3);
    await second.session.close();
    await second.client.disconnect();
  });
  await check('a subscription outlives its session and is taken over', async () => {
    const first = await connect(user);
    const s = await subscribe(first.session);
    await s.monitor(tag('Order'), { clientHandle: 4 });
    await first.session.close(false);
    await first.client.disconnect();
    const taken = (await session.transferSubscriptions({ subscriptionIds: [s.id], sendInitialValues: true })).results[0];
    assert.strictEqual(taken.statusCode.name, 'Good');
    assert.strictEqual((await raw(session, new ua.PublishRequest({}))).subscriptionId, s.id);
    await session.deleteSubscriptions({ subscriptionIds: [s.id] });
  });
}

module.exports = { subscriptions, transfers };
