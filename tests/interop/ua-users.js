// node-opcua's client (MIT) logs in as several users over several ways, and tries what each may do.
// usage: node ua-users.js ENDPOINT PKI-FOLDER VARIABLE OBJECT METHOD POLICY:MODE:USER:PASSWORD…   (an empty user is anonymous;
//   with @ as the user the password is a path, and PATH.der and PATH.pem are a certificate and its key)
//   prints for each the login's result, and the status of a read, a write and a call, and the UserAccessLevel
'use strict';
const fs = require('node:fs');
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const [, , endpoint, folder, variable, objectId, methodId, ...logins] = process.argv;

function identityOf(userName, password) {
  if (userName === '@') {
    return { type: ua.UserTokenType.Certificate, certificateData: fs.readFileSync(password + '.der'), privateKey: fs.readFileSync(password + '.pem', 'utf8') };
  }
  return userName ? { type: ua.UserTokenType.UserName, userName, password } : { type: ua.UserTokenType.Anonymous };
}

async function attempt(manager, policy, mode, userName, password) {
  const client = ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, clientCertificateManager: manager,
    securityPolicy: ua.SecurityPolicy[policy], securityMode: ua.MessageSecurityMode[mode], connectionStrategy: { maxRetry: 0 },
  });
  try {
    await client.connect(endpoint);
    const session = await client.createSession(identityOf(userName, password));
    const read = await session.read({ nodeId: variable, attributeId: ua.AttributeIds.Value });
    const level = await session.read({ nodeId: variable, attributeId: ua.AttributeIds.UserAccessLevel });
    const write = await session.write({ nodeId: variable, attributeId: ua.AttributeIds.Value, value: { value: { dataType: 'Int16', value: 5 } } });
    const call = await session.call({ objectId, methodId, inputArguments: [] });
    await session.close();
    return { login: 'Good', read: read.statusCode.name, write: write.name, call: call.statusCode.name, level: level.value.value };
  } catch (error) {
    return { login: error.message };
  } finally {
    await client.disconnect().catch(() => {});
  }
}

(async () => {
  const manager = new OPCUACertificateManager({ rootFolder: folder, automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();
  const results = [];
  for (const login of logins) results.push(await attempt(manager, ...login.split(':')));
  // node-opcua talks on standard output too: the mark tells the answer from its remarks.
  console.log('RESULT ' + JSON.stringify(results));
  process.exit(0);
})().catch((error) => { console.error(error.message); process.exit(1); });
