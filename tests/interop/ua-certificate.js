// node-opcua's client (MIT) with a certificate that somebody else made: connects by Basic256Sha256, reads one node, ends.
// usage: node ua-certificate.js ENDPOINT PKI-FOLDER CERTIFICATE KEY APPLICATION-URI NODE
'use strict';
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const [, , endpoint, folder, certificateFile, privateKeyFile, applicationUri, node] = process.argv;

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();
  const client = ua.OPCUAClient.create({
    applicationName: 'Telegraf', applicationUri, certificateFile, privateKeyFile, clientCertificateManager: manager, endpointMustExist: false,
    securityPolicy: ua.SecurityPolicy.Basic256Sha256, securityMode: ua.MessageSecurityMode.SignAndEncrypt, connectionStrategy: { maxRetry: 1, initialDelay: 200, maxDelay: 500 },
  });
  await client.connect(endpoint);
  const session = await client.createSession();
  const read = await session.read({ nodeId: node, attributeId: ua.AttributeIds.Value });
  await session.close();
  await client.disconnect();
  await manager.dispose();
  console.log('RESULT ' + JSON.stringify(read.statusCode.name));
})().catch((error) => { console.error(error.message); process.exit(1); });
