// node-opcua's discovery server (MIT) as the Local Discovery Server, on loopback and without multicast.
// usage: node ua-lds.js PORT FOLDER
//   FOLDER/own.der is its certificate once it prints "LDS ready"; it trusts FOLDER/trusted.der, which may come later
//   prints "REGISTERED uri urls" and "UNREGISTERED uri"; on a line "find" on its input: "RESULT " with what FindServers answers
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const [, , port, folder] = process.argv;

// Nothing is announced on the network.
const silent = { on() { return silent; }, start() {}, stop(done) { if (done) done(); }, update() {}, services: [] };
class Bonjour { find() { return silent; } publish() { return silent; } unpublishAll(done) { if (done) done(); } destroy(done) { if (done) done(); } }
const bonjour = require.resolve('sterfive-bonjour-service');
require.cache[bonjour] = { id: bonjour, filename: bonjour, loaded: true, exports: { Bonjour } };
const { BonjourHolder } = require('node-opcua-service-discovery');
BonjourHolder.prototype.announcedOnMulticastSubnet = async () => true;
BonjourHolder.prototype.stopAnnouncedOnMulticastSubnet = async () => {};

const { OPCUADiscoveryServer } = require('node-opcua-server-discovery');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager');
const ua = require('node-opcua-client');

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: path.join(folder, 'pki'), automaticallyAcceptUnknownCertificate: false, disableFileWatchers: true });
  await manager.initialize();
  const lds = new OPCUADiscoveryServer({ port: Number(port), hostname: '127.0.0.1', serverCertificateManager: manager, serverInfo: { applicationUri: 'urn:interop:lds' } });
  lds.on('onRegisterServer', (server) => console.log(`REGISTERED ${server.serverUri} ${server.discoveryUrls.join(' ')}`));
  lds.on('onUnregisterServer', (server) => console.log(`UNREGISTERED ${server.serverUri}`));
  await lds.start();
  fs.writeFileSync(path.join(folder, 'own.der'), lds.getCertificate());
  console.log('LDS ready');
  readline.createInterface({ input: process.stdin }).on('line', async (line) => {
    if (line === 'trust') {
      await manager.trustCertificate(fs.readFileSync(path.join(folder, 'trusted.der')));
      console.log('TRUSTED');
    } else {
      const { servers } = await ua.findServers(`opc.tcp://127.0.0.1:${port}`);
      console.log('RESULT ' + JSON.stringify(servers.map((s) => ({ uri: s.applicationUri, urls: s.discoveryUrls }))));
    }
  });
})().catch((error) => { console.error(error.stack); process.exit(1); });
