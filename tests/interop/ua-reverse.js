// node-opcua's listener for reverse connections (MIT): discovery over the first one that comes, an encrypted session over the next.
// usage: node ua-reverse.js SERVER-URI NODE PKI-FOLDER
//   prints LISTENING PORT; then waits for the server, asks for the endpoints, opens a session, reads the node and prints RESULT with what it saw;
//   keeps the session until a line comes in.
'use strict';
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const [, , serverUri, node, folder] = process.argv;

const plain = { endpointMustExist: false, connectionStrategy: { maxRetry: 10, initialDelay: 200, maxDelay: 1000 } };

(async () => {
  const listener = new ua.ClientReverseConnect({ connectionUrl: 'opc.tcp://127.0.0.1:0', acceptTimeout: 60000, matchTimeout: 60000 });
  await listener.start();
  console.log(`LISTENING ${listener.listeningPort}`);
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();

  const discovery = ua.OPCUAClient.create({ ...plain, clientCertificateManager: manager });
  await discovery.connectReverse(listener, { serverUri });
  const toldUrl = discovery.endpointUrl;
  const endpoints = await discovery.getEndpoints({ endpointUrl: toldUrl });
  await discovery.disconnect();
  const endpoint = endpoints.find((each) => each.securityPolicyUri === ua.SecurityPolicy.Basic256Sha256 && each.securityMode === ua.MessageSecurityMode.SignAndEncrypt);

  const client = ua.OPCUAClient.create({
    ...plain, clientCertificateManager: manager, serverCertificate: endpoint.serverCertificate,
    securityPolicy: ua.SecurityPolicy.Basic256Sha256, securityMode: ua.MessageSecurityMode.SignAndEncrypt,
  });
  await client.connectReverse(listener, { serverUri, endpointUrl: endpoint.endpointUrl });
  const session = await client.createSession();
  const read = await session.read({ nodeId: node, attributeId: ua.AttributeIds.Value });
  const result = { toldUrl, endpointUrls: [...new Set(endpoints.map((each) => each.endpointUrl))], status: read.statusCode.name, value: read.value.value };
  console.log(`RESULT ${JSON.stringify(result)}`);
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await session.close();
  await client.disconnect();
  await listener.stop();
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
