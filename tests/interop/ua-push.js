// node-opcua's push management client (MIT) against ServerConfiguration: reads and replaces trust lists, has a certificate renewed, and stays connected.
// usage: node ua-push.js ENDPOINT PKI-FOLDER USER PASSWORD STRANGER.der
//   prints what every step gave; between "REQUEST base64" on the output and a line "CERTIFICATE base64 ISSUER-base64" on the input the caller plays the CA
'use strict';
const fs = require('fs');
const readline = require('readline');
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const { ClientPushCertificateManagement } = require('node-opcua-server-configuration');
const [, , endpoint, folder, userName, password, strangerFile] = process.argv;

const trustListId = 'i=12642';
const group = 'DefaultApplicationGroup', type = 'RsaSha256ApplicationCertificateType';

function create(manager, mode) {
  return ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, clientCertificateManager: manager,
    securityPolicy: ua.SecurityPolicy.Aes256_Sha256_RsaPss, securityMode: ua.MessageSecurityMode[mode], connectionStrategy: { maxRetry: 0 },
  });
}

async function withSession(manager, mode, user, work) {
  const client = create(manager, mode);
  try {
    await client.connect(endpoint);
    const session = await client.createSession({ type: ua.UserTokenType.UserName, userName: user, password });
    const result = await work(session);
    await session.close();
    return result;
  } finally {
    await client.disconnect().catch(() => {});
  }
}

async function manage(session, seen) {
  const push = new ClientPushCertificateManagement(session);
  seen.formats = await push.getSupportedPrivateKeyFormats();
  const applications = await push.getCertificateGroup(group);
  seen.types = (await applications.getCertificateTypes()).map((id) => id.toString());
  const trust = await applications.getTrustList();
  seen.size = Number((await trust.size())[1]);
  seen.rejected = (await push.getRejectedList()).certificates.length;

  // One certificate in and out.
  const stranger = fs.readFileSync(strangerFile);
  seen.added = (await trust.addCertificate(stranger, true)).name;
  const list = await trust.readTrustedCertificateList();
  seen.trusted = list.trustedCertificates.length;
  const masked = await (await applications.getTrustList()).readTrustedCertificateListWithMasks(4);
  seen.masked = [masked.specifiedLists, masked.trustedCertificates.length];
  const thumbprint = require('crypto').createHash('sha1').update(stranger).digest('hex');
  seen.removed = (await trust.removeCertificate(thumbprint, true)).name;

  // The whole list, written in two pieces. CloseAndUpdate is called by hand: node-opcua sends an argument that the standard does not have.
  const writer = await applications.getTrustList();
  const handle = await writer.open(6);
  const bytes = Buffer.alloc(list.binaryStoreSize());
  const { BinaryStream } = require('node-opcua-binary-stream');
  list.encode(new BinaryStream(bytes));
  await writer.write(bytes.subarray(0, 100));
  await writer.write(bytes.subarray(100));
  const closed = await session.call({ objectId: trustListId, methodId: 'i=12666', inputArguments: [{ dataType: 'UInt32', value: handle }] });
  seen.written = [closed.statusCode.name, closed.outputArguments[0].value];
  seen.applied = (await push.applyChanges()).name;
  seen.trustedAfter = (await (await applications.getTrustList()).readTrustedCertificateList()).trustedCertificates.length;

  // A new certificate from the CA on the other side of the pipe, for a new key.
  const request = await push.createSigningRequest(group, type, null, true, require('crypto').randomBytes(32));
  console.log('REQUEST ' + request.certificateSigningRequest.toString('base64'));
  const [, certificate, issuer] = (await new Promise((resolve) => readline.createInterface({ input: process.stdin }).once('line', resolve))).split(' ');
  const update = await push.updateCertificate(group, type, Buffer.from(certificate, 'base64'), [Buffer.from(issuer, 'base64')]);
  seen.updated = [update.statusCode.name, update.applyChangesRequired];
  seen.certificateApplied = (await push.applyChanges()).name;
  seen.readAfterwards = (await session.read({ nodeId: 'i=2259', attributeId: ua.AttributeIds.Value })).statusCode.name;
}

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true, disableFileWatchers: true });
  await manager.initialize();
  const seen = {};
  const denied = async (session) => (await new ClientPushCertificateManagement(session).getRejectedList()).statusCode.name;
  seen.overSign = await withSession(manager, 'Sign', userName, denied);
  seen.asOperator = await withSession(manager, 'SignAndEncrypt', 'mes', denied);
  await withSession(manager, 'SignAndEncrypt', userName, (session) => manage(session, seen));
  const client = create(manager, 'SignAndEncrypt');
  await client.connect(endpoint);
  seen.shown = require('crypto').createHash('sha1').update(client.serverCertificate.subarray(0, 4 + client.serverCertificate.readUInt16BE(2))).digest('hex').toUpperCase();
  await client.disconnect();
  console.log('RESULT ' + JSON.stringify(seen));
  process.exit(0);
})().catch((error) => { console.error(error.stack); process.exit(1); });
