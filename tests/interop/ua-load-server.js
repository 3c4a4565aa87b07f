// node-opcua's server (MIT) as a peer of the benchmarks: variables ns=1;s=V0, V1 …, of which the first so many as ns=1;s=Changing says get a new value
// again and again.
// usage: node ua-load-server.js PORT NODES MILLISECONDS
//   prints "listening URL", then serves until it is killed
'use strict';
const os = require('os');
const path = require('path');
const { OPCUAServer } = require('node-opcua-server');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager');
const { Variant, DataType } = require('node-opcua-variant');
const { StatusCodes } = require('node-opcua-status-code');
const { Subscription } = require('node-opcua-server/dist/server_subscription');
const { MonitoredItem } = require('node-opcua-server/dist/monitored_item');
const [, , port, nodes, milliseconds] = process.argv;

// As fast as it can: its own limits are 50 ms.
Subscription.minimumPublishingInterval = 10;
MonitoredItem.minimumSamplingInterval = 10;

(async () => {
  const folder = path.join(os.tmpdir(), `ua-load-server-${process.pid}`);
  const certificates = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true });
  await certificates.initialize();
  const server = new OPCUAServer({
    port: Number(port), hostname: 'localhost', allowAnonymous: true, serverCertificateManager: certificates,
    maxConnectionsPerEndpoint: 200, serverInfo: { applicationUri: 'urn:bench:node-opcua' },
    serverCapabilities: { maxSessions: 200, operationLimits: { maxNodesPerRead: 10000, maxMonitoredItemsPerCall: 10000 }, maxMonitoredItemsPerSubscription: 1000000, maxMonitoredItems: 1000000 },
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  const own = space.getOwnNamespace();
  const variables = [];
  for (let i = 0; i < Number(nodes); i++) {
    const variable = own.addVariable({ organizedBy: space.rootFolder.objects, nodeId: `ns=1;s=V${i}`, browseName: `V${i}`, dataType: 'Int32', minimumSamplingInterval: 0 });
    variable.setValueFromSource({ dataType: DataType.Int32, value: 0 });
    variables.push(variable);
  }
  let changing = 0;
  own.addVariable({
    organizedBy: space.rootFolder.objects, nodeId: 'ns=1;s=Changing', browseName: 'Changing', dataType: 'Int32', minimumSamplingInterval: 1000,
    value: {
      get: () => new Variant({ dataType: DataType.Int32, value: changing }),
      set: (variant) => { changing = Math.min(variant.value, variables.length); return StatusCodes.Good; },
    },
  });
  await server.start();
  let round = 0;
  setInterval(() => {
    round++;
    for (let i = 0; i < changing; i++)
      variables[i].setValueFromSource({ dataType: DataType.Int32, value: round + i });
  }, Number(milliseconds));
  console.log(`listening opc.tcp://localhost:${port}`);
})();
