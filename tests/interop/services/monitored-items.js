// MonitoredItem service set.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, pause, raw, names, range, fault, check, readsBack, subscribe } = require('./harness');
const { AttributeIds, TimestampsToReturn, MonitoringMode, DataType } = ua;

async function monitoredItems(session) {
  const set = async (name, dataType, value) => {
    await session.write({ nodeId: tag(name), attributeId: 13, value: { value: { dataType, value } } });
    await readsBack(session, name, value);
  };
  await check('an item reports its first value and every change', async () => {
    const s = await subscribe(session);
    await set('Order', DataType.Int32, 1);
    const item = await s.monitor(tag('Order'));
    assert.strictEqual(item.revisedSamplingInterval, 100);
    assert.strictEqual((await s.changes())[0].value.value.value, 1);
    await set('Order', DataType.Int32, 2);
    assert.strictEqual((await s.changes())[0].value.value.value, 2);
  });
  await check('items that cannot be are refused one by one', async () => {
    const s = await subscribe(session);
    const filter = (deadbandType, deadbandValue) => ({ filter: new ua.DataChangeFilter({ trigger: ua.DataChangeTrigger.StatusValue, deadbandType, deadbandValue }) });
    const tried = [
      await s.monitor(tag('Nope')), await s.monitor(tag('Order'), {}, { attributeId: AttributeIds.Executable }), await s.monitor('ns=2;s=Line1'),
      await s.monitor(tag('Name'), filter(1, 1)), await s.monitor(tag('Order'), filter(2, 10)), await s.monitor(tag('Speed'), filter(2, 101)), await s.monitor(tag('Order'), { filter: new ua.EventFilter({}) }),
      await s.monitor(tag('Speed'), filter(2, 10)), await s.monitor(tag('Order'), filter(1, 5)), await s.monitor(tag('Temps'), {}, { indexRange: range('20') }),
    ];
    assert.deepStrictEqual(names(tried.map((r) => r.statusCode)), [
      'BadNodeIdUnknown', 'BadAttributeIdInvalid', 'BadAttributeIdInvalid', 'BadFilterNotAllowed', 'BadMonitoredItemFilterUnsupported', 'BadDeadbandFilterInvalid', 'BadFilterNotAllowed', 'Good', 'Good', 'Good']);
    assert.strictEqual(await fault(raw(session, new ua.CreateMonitoredItemsRequest({ subscriptionId: 4711, itemsToCreate: [{ itemToMonitor: { nodeId: tag('Order'), attributeId: 13 } }] }))), 'BadSubscriptionIdInvalid');
  });
  await check('an absolute deadband holds small changes back', async () => {
    const s = await subscribe(session);
    await set('Order', DataType.Int32, 100);
    await s.monitor(tag('Order'), { filter: new ua.DataChangeFilter({ trigger: ua.DataChangeTrigger.StatusValue, deadbandType: 1, deadbandValue: 10 }), queueSize: 10 });
    await s.changes();
    for (const value of [105, 95, 120]) {
      await set('Order', DataType.Int32, value);
    }
    assert.deepStrictEqual((await s.changes()).map((c) => c.value.value.value), [120]);
  });
  await check('a full queue marks the loss by its discard policy', async () => {
    for (const [discardOldest, expected] of [[true, [[3, true], [4, false]]], [false, [[1, false], [4, true]]]]) {
      const s = await subscribe(session, { requestedPublishingInterval: 3000 });
      await set('Order', DataType.Int32, 0);
      await s.monitor(tag('Order'), { queueSize: 2, discardOldest, clientHandle: 7 });
      await s.changes();
      for (const value of [1, 2, 3, 4]) {
        await set('Order', DataType.Int32, value);
      }
      const changes = await s.changes();
      assert.deepStrictEqual(changes.map((c) => [c.value.value.value, (c.value.statusCode.value & 0x480) === 0x480]), expected);
      await session.deleteSubscriptions({ subscriptionIds: [s.id] });
      }
  });
  await check('modes: disabled is silent, sampling queues, reporting sends', async () => {
    const s = await subscribe(session);
    await set('Order', DataType.Int32, 10);
    const item = await s.monitor(tag('Order'), { queueSize: 5 });
    await s.changes();
    await s.mode(MonitoringMode.Sampling, item.monitoredItemId);
    await set('Order', DataType.Int32, 11);
    const waiting = s.changes();
    await pause(200);
    await s.mode(MonitoringMode.Reporting, item.monitoredItemId);
    assert.deepStrictEqual((await waiting).map((c) => c.value.value.value), [11]);
    await s.mode(MonitoringMode.Disabled, item.monitoredItemId);
    await set('Order', DataType.Int32, 12);
    await s.mode(MonitoringMode.Reporting, item.monitoredItemId);
    assert.deepStrictEqual((await s.changes()).map((c) => c.value.value.value), [12]);
    assert.deepStrictEqual(names((await s.mode(MonitoringMode.Reporting, 4711)).results), ['BadMonitoredItemIdInvalid']);
  });
  await check('a triggered item sends when its trigger does', async () => {
    const s = await subscribe(session);
    await set('Name', DataType.String, 'before');
    await set('Order', DataType.Int32, 20);
    const trigger = await s.monitor(tag('Order'), { clientHandle: 1 });
    const linked = await s.monitor(tag('Name'), { clientHandle: 2 }, {}, MonitoringMode.Sampling);
    const links = await session.setTriggering({ subscriptionId: s.id, triggeringItemId: trigger.monitoredItemId, linksToAdd: [linked.monitoredItemId, 4711], linksToRemove: [] });
    assert.deepStrictEqual(names(links.addResults), ['Good', 'BadMonitoredItemIdInvalid']);
    await s.changes();
    await set('Name', DataType.String, 'after');
    await set('Order', DataType.Int32, 21);
    const seen = new Map();
    while (!seen.has(2)) for (const change of await s.changes()) seen.set(change.clientHandle, change.value.value.value);
    assert.strictEqual(seen.get(2), 'after');
  });
  await check('items are modified and deleted', async () => {
    const s = await subscribe(session);
    const item = await s.monitor(tag('Order'));
    const modify = async (monitoredItemId, requestedParameters) => (await session.modifyMonitoredItems({
      subscriptionId: s.id, timestampsToReturn: TimestampsToReturn.Server, itemsToModify: [{ monitoredItemId, requestedParameters }] })).results[0];
    const modified = await modify(item.monitoredItemId, { clientHandle: 5, samplingInterval: 1000, queueSize: 7, discardOldest: true });
    assert.deepStrictEqual([modified.statusCode.name, modified.revisedSamplingInterval, modified.revisedQueueSize], ['Good', 1000, 7]);
    const [change] = await s.changes();
    assert.deepStrictEqual([change.clientHandle, !!change.value.sourceTimestamp, !!change.value.serverTimestamp], [5, false, true]);
    assert.strictEqual((await modify(4711, {})).statusCode.name, 'BadMonitoredItemIdInvalid');
    const deleted = await session.deleteMonitoredItems({ subscriptionId: s.id, monitoredItemIds: [item.monitoredItemId, item.monitoredItemId] });
    assert.deepStrictEqual(names(deleted.results), ['Good', 'BadMonitoredItemIdInvalid']);
  });
  await check('other attributes and parts of arrays are monitored', async () => {
    const s = await subscribe(session);
    await s.monitor(tag('Order'), { clientHandle: 1 }, { attributeId: AttributeIds.DisplayName });
    await s.monitor(tag('Temps'), { clientHandle: 2 }, { indexRange: range('1:2') });
    const seen = new Map();
    while (seen.size < 2) for (const change of await s.changes()) seen.set(change.clientHandle, change.value.value.value);
    assert.strictEqual(seen.get(1).text, 'Order');
    assert.strictEqual(seen.get(2).length, 2);
  });
}

module.exports = { monitoredItems };
