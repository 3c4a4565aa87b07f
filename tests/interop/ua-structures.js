// node-opcua's client (MIT) on structures: it learns their types from the server alone. Does one thing, prints one JSON document, ends.
// usage: node ua-structures.js ENDPOINT show NODE… | write NODE VALUES-AS-JSON [RANGE] | subscribe SECONDS NODE | encodings NODE NAME…
'use strict';
const ua = require('node-opcua-client');
const { NumericRange } = require('node-opcua-numeric-range');
const [, , endpoint, command, ...args] = process.argv;

const plain = (value) => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof ua.NodeId) return value.toString();
  if (value instanceof ua.ExtensionObject) {
    if (!value.schema || !value.schema.fields) throw new Error(`a structure came that was not decoded: ${value.constructor.name}`);
    return Object.fromEntries(value.schema.fields.map((field) => [field.name, plain(value[field.name])]));
  }
  return value;
};
const show = (dataValue) => ({
  status: dataValue.statusCode.name, value: dataValue.value ? plain(dataValue.value.value) : null,
  array: dataValue.value ? ua.VariantArrayType[dataValue.value.arrayType] : null,
  source: dataValue.sourceTimestamp ? dataValue.sourceTimestamp.toISOString() : null,
});
const attribute = async (session, nodeId, attributeId) => (await session.read({ nodeId, attributeId })).value.value;
const follow = async (session, nodeId, referenceTypeId, browseDirection) =>
  (await session.browse({ nodeId, browseDirection, referenceTypeId, includeSubtypes: false, resultMask: 63 })).references
    .map((reference) => ({ id: reference.nodeId.toString(), name: reference.browseName.toString(), type: reference.typeDefinition.toString() }));

async function describe(session, nodeId) {
  const dataType = await attribute(session, nodeId, ua.AttributeIds.DataType);
  const definition = await attribute(session, dataType, ua.AttributeIds.DataTypeDefinition);
  const encodings = await follow(session, dataType, 'i=38', ua.BrowseDirection.Forward);
  return {
    ...show(await session.read({ nodeId, attributeId: ua.AttributeIds.Value })),
    dataType: dataType.toString(), rank: await attribute(session, nodeId, ua.AttributeIds.ValueRank), dimensions: plain(await attribute(session, nodeId, ua.AttributeIds.ArrayDimensions)),
    access: await attribute(session, nodeId, ua.AttributeIds.AccessLevel),
    components: (await follow(session, nodeId, 'i=47', ua.BrowseDirection.Forward)).map((component) => component.id),
    base: await follow(session, dataType, 'i=45', ua.BrowseDirection.Inverse), encodings,
    encodingOf: encodings.length ? await follow(session, encodings[0].id, 'i=38', ua.BrowseDirection.Inverse) : [],
    definition: {
      encoding: definition.defaultEncodingId.toString(), base: definition.baseDataType.toString(), structureType: definition.structureType,
      fields: definition.fields.map((field) => ({
        name: field.name, type: field.dataType.toString(), rank: field.valueRank, dimensions: plain(field.arrayDimensions), maxLength: field.maxStringLength, description: field.description.text,
      })),
    },
  };
}

async function write(session, nodeId, values, range) {
  const dataType = await attribute(session, nodeId, ua.AttributeIds.DataType);
  const make = (value) => session.constructExtensionObject(dataType, value);
  const value = Array.isArray(values) ? await Promise.all(values.map(make)) : await make(values);
  const arrayType = Array.isArray(values) ? ua.VariantArrayType.Array : ua.VariantArrayType.Scalar;
  const before = await session.read({ nodeId, attributeId: ua.AttributeIds.Value });
  const status = await session.write({
    nodeId, attributeId: ua.AttributeIds.Value, indexRange: range ? new NumericRange(range) : undefined, value: { value: { dataType: ua.DataType.ExtensionObject, arrayType, value } },
  });
  const read = () => session.read({ nodeId, attributeId: ua.AttributeIds.Value });
  let after = await read();
  // What was written shows once it has been read back; what was refused changes nothing.
  for (let tries = 0; tries < 100 && status.isGood() && after.sourceTimestamp <= before.sourceTimestamp; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    after = await read();
  }
  return { written: status.name, ...show(after) };
}

const subscriptionOf = (session) => session.createSubscription2({
  requestedPublishingInterval: 100, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 10, maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
});

async function subscribe(session, seconds, nodeId) {
  const subscription = await subscriptionOf(session);
  const changes = [];
  const item = await subscription.monitor({ nodeId, attributeId: ua.AttributeIds.Value }, { samplingInterval: 100, discardOldest: true, queueSize: 50 }, ua.TimestampsToReturn.Both);
  item.on('changed', (dataValue) => changes.push(dataValue));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await subscription.terminate();
  return changes.map(show);
}

// What Read and a monitored item answer to the same encoding.
async function encodings(session, nodeId, names) {
  const subscription = await subscriptionOf(session);
  const result = [];
  for (const name of names) {
    const dataEncoding = name === '' ? undefined : new ua.QualifiedName({ name, namespaceIndex: 0 });
    const itemToMonitor = new ua.ReadValueId({ nodeId, attributeId: ua.AttributeIds.Value, dataEncoding });
    const created = await session.createMonitoredItems(new ua.CreateMonitoredItemsRequest({
      subscriptionId: subscription.subscriptionId, timestampsToReturn: ua.TimestampsToReturn.Both,
      itemsToCreate: [{ itemToMonitor, monitoringMode: ua.MonitoringMode.Reporting, requestedParameters: { clientHandle: 1000 + result.length, samplingInterval: 100, queueSize: 1 } }],
    }));
    result.push([name, (await session.read(itemToMonitor)).statusCode.name, created.results[0].statusCode.name]);
  }
  await subscription.terminate();
  return result;
}

(async () => {
  const client = ua.OPCUAClient.create({ endpointMustExist: false, connectionStrategy: { maxRetry: 1, initialDelay: 200, maxDelay: 500 } });
  await client.connect(endpoint);
  const session = await client.createSession();
  await session.extractNamespaceDataType();
  let result;
  if (command === 'show') result = Object.fromEntries(await Promise.all(args.map(async (nodeId) => [nodeId, await describe(session, nodeId)])));
  if (command === 'write') result = await write(session, args[0], JSON.parse(args[1]), args[2]);
  if (command === 'subscribe') result = await subscribe(session, Number(args[0]), args[1]);
  if (command === 'encodings') result = await encodings(session, args[0], args.slice(1));
  await session.close();
  await client.disconnect();
  console.log('RESULT ' + JSON.stringify(result));
})().catch((error) => { console.error(error.stack); process.exit(1); });
