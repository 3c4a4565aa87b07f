// View service set.
'use strict';
const assert = require('assert');
const ua = require('node-opcua-client');
const { tag, raw, fault, check } = require('./harness');

async function views(session) {
  const describe = (nodeId, more) => ({ nodeId, browseDirection: ua.BrowseDirection.Forward, referenceTypeId: 'i=33', includeSubtypes: true, resultMask: 63, ...more });
  await check('Browse by node class, reference type and direction', async () => {
    const folder = await session.browse(describe('ns=2;s=Line1'));
    assert.ok(folder.references.length > 5);
    const objects = await session.browse(describe('ns=2;s=Line1', { nodeClassMask: 1 }));
    assert.deepStrictEqual([...new Set(objects.references.map((r) => r.nodeClass))], [ua.NodeClass.Object]);
    const properties = await session.browse(describe(tag('Speed'), { referenceTypeId: 'i=46' }));
    assert.deepStrictEqual(properties.references.map((r) => r.browseName.name).sort(), ['EURange', 'EngineeringUnits', 'S7Address', 'S7DataBlock', 'S7Type']);
    const back = await session.browse(describe(tag('Speed'), { browseDirection: ua.BrowseDirection.Inverse }));
    assert.deepStrictEqual(back.references.map((r) => [r.nodeId.toString(), r.isForward]), [['ns=2;s=Line1', false]]);
    const exact = await session.browse(describe('ns=2;s=Line1', { includeSubtypes: false }));
    assert.strictEqual(exact.references.length, 0);
  });
  await check('Browse in pages of one gives what Browse at once gives', async () => {
    const whole = (await session.browse(describe('ns=2;s=Line1'))).references.map((r) => r.nodeId.toString());
    let page = (await raw(session, new ua.BrowseRequest({ requestedMaxReferencesPerNode: 1, nodesToBrowse: [describe('ns=2;s=Line1')] }))).results[0];
    const paged = page.references.map((r) => r.nodeId.toString());
    while (page.continuationPoint && page.continuationPoint.length) {
      page = await session.browseNext(page.continuationPoint, false);
      paged.push(...page.references.map((r) => r.nodeId.toString()));
    }
    assert.deepStrictEqual(paged, whole);
  });
  await check('a continuation point is released and then unknown', async () => {
    const page = (await raw(session, new ua.BrowseRequest({ requestedMaxReferencesPerNode: 1, nodesToBrowse: [describe('ns=2;s=Line1')] }))).results[0];
    const point = Buffer.from(page.continuationPoint);
    assert.strictEqual((await session.browseNext(page.continuationPoint, true)).statusCode.name, 'Good');
    assert.strictEqual((await session.browseNext(point, false)).statusCode.name, 'BadContinuationPointInvalid');
  });
  await check('browses that make no sense say why', async () => {
    assert.strictEqual((await session.browse(describe('ns=2;s=Nowhere'))).statusCode.name, 'BadNodeIdUnknown');
    assert.strictEqual((await session.browse(describe('i=85', { referenceTypeId: 'i=85' }))).statusCode.name, 'BadReferenceTypeIdInvalid');
    assert.strictEqual(await fault(raw(session, new ua.BrowseRequest({ view: { viewId: 'i=87' }, nodesToBrowse: [describe('i=85')] }))), 'BadViewIdUnknown');
    assert.strictEqual(await fault(raw(session, new ua.BrowseRequest({ nodesToBrowse: [] }))), 'BadNothingToDo');
  });
  await check('TranslateBrowsePaths leads to a tag or says why not', async () => {
    const found = await session.translateBrowsePath(ua.makeBrowsePath('RootFolder', '/Objects/2:Line1/2:Speed'));
    assert.strictEqual(found.targets[0].targetId.toString(), tag('Speed'));
    assert.strictEqual((await session.translateBrowsePath(ua.makeBrowsePath('RootFolder', '/Objects/2:Nowhere'))).statusCode.name, 'BadNoMatch');
  });
  await check('the nameplate of a PLC is found below DeviceSet', async () => {
    const namespaces = (await session.read({ nodeId: 'i=2255', attributeId: 13 })).value.value;
    const di = namespaces.indexOf('http://opcfoundation.org/UA/DI/');
    assert.strictEqual(di, 3);
    const found = await session.translateBrowsePath(ua.makeBrowsePath('RootFolder', `/Objects/${di}:DeviceSet/2:Line1/${di}:SerialNumber`));
    assert.strictEqual(found.targets[0].targetId.toString(), 'ns=2;s=Line1/_Device/SerialNumber');
    const [device] = (await session.browse(describe(`ns=${di};i=5001`))).references;
    const type = await session.browse(describe(device.typeDefinition.toString(), { browseDirection: ua.BrowseDirection.Inverse, referenceTypeId: 'i=45' }));
    assert.strictEqual(type.references[0].nodeId.toString(), `ns=${di};i=1002`);
    const deadline = Date.now() + 20000;
    const read = () => session.read([{ nodeId: found.targets[0].targetId, attributeId: 13 }, { nodeId: 'ns=2;s=Line1/_Device/Manufacturer', attributeId: 13 }]);
    let values = await read();
    while (!values[1].value.value && Date.now() < deadline) values = await read();
    assert.deepStrictEqual(values.map((value) => value.statusCode.name), ['Good', 'Good']);
    assert.strictEqual(values[0].value.value, 'S SIMULATED');
    assert.strictEqual(values[1].value.value.text, 'Siemens AG');
  });
  await check('registered nodes are read under what RegisterNodes gave', async () => {
    const [handle] = await session.registerNodes([tag('Order')]);
    assert.strictEqual((await session.read({ nodeId: handle, attributeId: 13 })).statusCode.name, 'Good');
    await session.unregisterNodes([handle]);
  });
}

module.exports = { views };
