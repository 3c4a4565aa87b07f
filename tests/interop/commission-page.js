// From an empty folder to an encrypted client with values from a PLC, as a person goes the way in a browser; prints what was seen, and how many clicks it took.
// usage: node commission-page.js URL FOLDER UA-PORT PLC-PORT typed|file|symbols FILE
'use strict';
const path = require('path');
const ua = require('node-opcua-client');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager'); // a part of node-opcua-client that it does not hand on
const { browse } = require('./browser.js');
const [, , url, folder, uaPort, plcPort, way, file] = process.argv;

const PASSWORD = 'secret of anna';
const LONG = 180000;
let clicks = 0;

const picture = (page, name) => page.screenshot({ path: path.join(folder, `${way}-${name}.png`) });
const click = (page, selector) => { clicks++; return page.locator(selector).click({ timeout: LONG }); };

async function firstStart(page) {
  await page.locator('form [data-text="map"]:not(:empty)').waitFor();
  await page.fill('form [name="name"]', 'edge01');
  await page.fill('form [name="port"]', uaPort);
  await page.fill('form [name="user"]', 'anna');
  await page.fill('form [name="password"]', PASSWORD);
  await page.fill('form [name="again"]', PASSWORD);
  await picture(page, 'first-start');
  await click(page, 'form [type="submit"]');
  await page.locator('#log-in').waitFor({ timeout: LONG });
}

async function logIn(page) {
  await click(page, '#log-in');
  await page.fill('#login [name="user"]', 'anna');
  await page.fill('#login [name="password"]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('#plc-tools [data-do="add"]').waitFor();
}

async function addPlc(page, seen) {
  await click(page, '#plc-tools [data-do="add"]');
  await page.fill('#plc-dialog [name="host"]', '127.0.0.1');
  await click(page, '#plc-dialog summary'); // a real PLC has the usual port
  await page.fill('#plc-dialog [name="port"]', plcPort);
  await click(page, '#plc-dialog [data-do="examine"]');
  await page.locator('#plc-dialog [data-list="ways"] label').first().waitFor({ timeout: LONG });
  seen.stages = await page.locator('#plc-dialog .stages [data-text="result"]').allInnerTexts();
  seen.identity = await page.locator('#plc-dialog [data-text="identity"]').first().innerText();
  seen.ways = await page.locator('#plc-dialog [data-list="ways"] label').allInnerTexts();
  await picture(page, 'examined');
  if (way === 'typed') {
    await page.fill('#plc-dialog [name="tags"]', 'Motor/Speed, DB10.DBD4, Real, rpm\nMotor/Running, DB10.DBX0.0');
  } else {
    if (way === 'file') {
      clicks += 2; // a person opens the dialog of the browser and chooses
      await page.setInputFiles('#plc-dialog [name="files"]', file);
    } else {
      await click(page, '#plc-dialog [data-do="browse"]');
    }
    await page.locator('#plc-dialog [data-list="offer-tags"] li').first().waitFor({ timeout: LONG });
    seen.offered = await page.locator('#plc-dialog [data-list="offer-tags"] [data-text="name"]').allInnerTexts();
    await click(page, '#plc-dialog [data-do="tick"]');
    await picture(page, 'ticked');
  }
  await click(page, '#plc-dialog [type="submit"]');
}

async function save(page) {
  await click(page, '#draft-bar [data-do="review"]');
  await page.locator('#review [data-do="save"]:enabled').waitFor({ timeout: LONG });
  await picture(page, 'review');
  await click(page, '#review [data-do="save"]');
  await page.locator('.card .state', { hasText: 'Running' }).waitFor({ timeout: LONG });
  await picture(page, 'running');
}

async function connect() {
  const manager = new OPCUACertificateManager({ rootFolder: path.join(folder, 'pki'), automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();
  const client = ua.OPCUAClient.create({
    applicationName: 'interop', endpointMustExist: false, clientCertificateManager: manager,
    securityPolicy: ua.SecurityPolicy.Basic256Sha256, securityMode: ua.MessageSecurityMode.SignAndEncrypt, connectionStrategy: { maxRetry: 0 },
  });
  await client.connect(`opc.tcp://localhost:${uaPort}`);
  return client;
}

async function readTwice(client, node) {
  const session = await client.createSession({ type: ua.UserTokenType.UserName, userName: 'anna', password: PASSWORD });
  const values = [];
  for (let tries = 0; tries < 100 && values.length < 2; tries++) {
    const { value, statusCode } = await session.read({ nodeId: node, attributeId: ua.AttributeIds.Value });
    if (statusCode.isGood() && !values.includes(value.value)) values.push(value.value);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await session.close();
  return values;
}

async function letClientIn(page, seen) {
  seen.refused = await connect().then((client) => client.disconnect().then(() => ''), (error) => error.message);
  await click(page, '.views a[href="#certificates"]');
  await page.locator('[data-list="certificates"] .acts [data-do="trust"]').first().waitFor({ timeout: LONG });
  await picture(page, 'certificates');
  await click(page, '[data-list="certificates"] .acts [data-do="trust"]');
  await page.locator('#certificates-done').waitFor();
  for (let tries = 0; ; tries++) {
    try {
      const client = await connect();
      seen.values = await readTwice(client, 'ns=2;s=PLC1/Motor/Speed');
      await client.disconnect();
      return;
    } catch (error) {
      if (tries === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

// Files for a PLC that the map has: their tags become changes, which are thrown away again.
async function dropOnRunning(page, seen) {
  await page.locator('.card [data-do="change"]').click();
  await page.setInputFiles('#plc-dialog [name="files"]', file);
  await page.locator('#plc-dialog [data-list="offer-tags"] li').first().waitFor({ timeout: LONG });
  await page.locator('#plc-dialog [data-do="tick"]').click();
  await page.locator('#plc-dialog [type="submit"]').click();
  await page.locator('#draft-bar').waitFor({ state: 'visible', timeout: LONG });
  seen.dropped = await page.evaluate(() => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits);
  await page.locator('#draft-bar [data-do="discard"]').click();
  await page.locator('#draft-bar [data-do="discard"]').click();
  await page.locator('#draft-bar').waitFor({ state: 'hidden' });
}

// What a card offers once the PLC runs.
async function examineAgain(page, seen) {
  await page.locator('.views a[href="#plcs"]').click();
  await page.locator('.card [data-do="examine"]').click();
  await page.locator('#doctor-dialog [data-list="reports"] [data-text="result"]').last().waitFor({ timeout: LONG });
  await page.waitForFunction(() => document.querySelector('#doctor-dialog [data-text="examining"]').textContent === '', null, { timeout: LONG });
  seen.again = await page.locator('#doctor-dialog .stages [data-text="result"]').allInnerTexts();
  await picture(page, 'doctor');
  await page.locator('#doctor-dialog [data-close]').click();
  await page.locator('.card [data-do="release"]').click();
  await page.locator('.card [data-do="take"]').waitFor({ timeout: LONG });
  seen.released = await page.locator('.card .acts [data-text="told"]').innerText();
  await page.locator('.card [data-do="take"]').click();
  await page.locator('.card .state', { hasText: 'Running' }).waitFor({ timeout: LONG });
  if (way === 'file') await dropOnRunning(page, seen);
  await page.locator('.card [data-do="change"]').click();
  await page.fill('#plc-dialog [name="name"]', 'Press');
  await page.fill('#plc-dialog [name="host"]', '127.0.0.2');
  await page.locator('#plc-dialog [type="submit"]').click();
  await page.locator('#draft-bar').waitFor({ state: 'visible', timeout: LONG });
  seen.changes = await page.evaluate(() => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits);
  await page.locator('#draft-bar [data-do="review"]').click();
  await page.locator('#review [data-do="save"]:enabled').click({ timeout: LONG });
  await page.locator('.card h3', { hasText: 'Press' }).waitFor({ timeout: LONG });
  await page.locator('.card [data-do="remove"]').click();
  seen.removed = await page.evaluate(() => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits);
  await page.locator('#draft-bar [data-do="review"]').click();
  await page.locator('#review [data-do="save"]:enabled').click({ timeout: LONG });
  await page.locator('#plcs-none').waitFor({ timeout: LONG });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('#plc-tools [data-do="add"]').click();
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  seen.phoneDialog = await page.evaluate(() => document.getElementById('plc-dialog').scrollWidth - document.getElementById('plc-dialog').clientWidth);
  await picture(page, 'phone');
}

browse(url, async (page) => {
  const seen = {};
  await firstStart(page);
  await logIn(page);
  await addPlc(page, seen);
  await save(page);
  await letClientIn(page, seen);
  seen.clicks = clicks;
  await examineAgain(page, seen);
  return seen;
}).then((seen) => console.log(`RESULT ${JSON.stringify(seen)}`), (error) => { console.error(error); process.exit(1); });
