// node-opcua's client (MIT) as the OPC UA client: nobody here wrote it. Does one thing, prints one JSON document, ends.
// usage: node ua-client.js ENDPOINT browse ROOT | read NODE… | attributes NODE | subscribe SECONDS INTERVAL NODE… |
//   write NODE TYPE VALUE | write [[NODE,TYPE,VALUE,RANGE?],…] | call OBJECT METHOD NUMBER…
'use strict';
const ua = require('node-opcua-client');
const { NumericRange } = require('node-opcua-numeric-range');
const [, , endpoint, command, ...args] = process.argv;

const plain = (value) => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof ua.NodeId) return value.toString();
  if (typeof value === 'object') return value.toJSON ? value.toJSON() : value;
  return value;
};
const show = (dataValue) => ({
  status: dataValue.statusCode.name,
  type: dataValue.value ? ua.DataType[dataValue.value.dataType] : null,
  value: dataValue.value ? plain(dataValue.value.value) : null,
  source: dataValue.sourceTimestamp ? dataValue.sourceTimestamp.toISOString() : null,
  server: dataValue.serverTimestamp ? dataValue.serverTimestamp.toISOString() : null,
});

async function browse(session, root) {
  const found = [];
  const visit = async (nodeId, depth) => {
    let result = await session.browse({
      nodeId, browseDirection: ua.BrowseDirection.Forward, referenceTypeId: 'HierarchicalReferences', includeSubtypes: true, resultMask: 63,
    });
    const references = [...result.references];
    while (result.continuationPoint && result.continuationPoint.length) {
      result = await session.browseNext(result.continuationPoint, false);
      references.push(...result.references);
    }
    for (const reference of references) {
      found.push({
        id: reference.nodeId.toString(), name: reference.browseName.name, class: ua.NodeClass[reference.nodeClass],
        type: reference.typeDefinition.toString(), parent: nodeId, reference: reference.referenceTypeId.toString(),
      });
      if (depth > 0) await visit(reference.nodeId.toString(), depth - 1);
    }
  };
  await visit(root, 10);
  return found;
}

async function subscribe(session, seconds, interval, nodes) {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: interval, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 10, maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
  });
  const changes = [];
  const group = await subscription.monitorItems(
    nodes.map((nodeId) => ({ nodeId, attributeId: ua.AttributeIds.Value })),
    { samplingInterval: interval, discardOldest: true, queueSize: 10 }, ua.TimestampsToReturn.Both);
  group.on('changed', (item, dataValue) => changes.push({ at: Date.now(), id: item.itemToMonitor.nodeId.toString(), ...show(dataValue) }));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await subscription.terminate();
  return changes;
}

// A value as JSON or, from a command line, as text; an array has the type of its elements; a range is an OPC UA index range.
function writeOf(nodeId, type, value, range) {
  const dataType = ua.DataType[type];
  const one = (element) => (dataType === ua.DataType.Boolean ? element === true || element === 'true' : dataType === ua.DataType.String ? element : Number(element));
  const arrayType = Array.isArray(value) ? ua.VariantArrayType.Array : ua.VariantArrayType.Scalar;
  return {
    nodeId, attributeId: ua.AttributeIds.Value, indexRange: range ? new NumericRange(range) : undefined,
    value: { value: { dataType, arrayType, value: Array.isArray(value) ? value.map(one) : one(value) } },
  };
}

(async () => {
  const client = ua.OPCUAClient.create({ endpointMustExist: false, connectionStrategy: { maxRetry: 1, initialDelay: 200, maxDelay: 500 } });
  await client.connect(endpoint);
  const session = await client.createSession();
  let result;
  if (command === 'browse') result = await browse(session, args[0]);
  if (command === 'read') result = (await session.read(args.map((nodeId) => ({ nodeId, attributeId: ua.AttributeIds.Value })))).map(show);
  if (command === 'attributes') {
    const all = Object.entries(ua.AttributeIds).filter(([, id]) => typeof id === 'number' && id >= 1 && id <= 27);
    const values = await session.read(all.map(([, attributeId]) => ({ nodeId: args[0], attributeId })));
    result = Object.fromEntries(all.map(([name], i) => [name, show(values[i])]));
  }
  if (command === 'subscribe') result = await subscribe(session, Number(args[0]), Number(args[1]), args.slice(2));
  if (command === 'write') result = (await session.write(args.length === 3 ? [writeOf(...args)] : JSON.parse(args[0]).map((write) => writeOf(...write)))).map((status) => status.name);
  if (command === 'call') {
    const [objectId, methodId, ...inputs] = args;
    const inputArguments = inputs.map((value) => ({ dataType: ua.DataType.Double, value: Number(value) }));
    result = (await session.call({ objectId, methodId, inputArguments })).statusCode.name;
  }
  await session.close();
  await client.disconnect();
  // node-opcua talks on standard output too: the mark tells the answer from its remarks.
  console.log('RESULT ' + JSON.stringify(result));
})().catch((error) => { console.error(error.message); process.exit(1); });
