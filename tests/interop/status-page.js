// Looks at the status page as a person does, in a browser, and prints what was seen.
// usage: node status-page.js URL FOLDER demo ENDPOINT | trouble | console
//   demo     the demo plant: cards, moving values, search, plans, a client that connects; pictures into the folder
//   console  a client that was turned away, and users who log in
//   trouble  a PLC that cannot be reached, names full of markup, a client that was turned away
'use strict';
const path = require('path');
const ua = require('node-opcua-client');
const { browse } = require('./browser.js');
const [, , url, folder, what, endpoint] = process.argv;

const texts = (page, selector) => page.locator(selector).allTextContents();
const visible = (page, selector) => page.locator(`${selector}:visible`).allTextContents();
const show = (page, view) => page.locator(`.views a[href="#${view}"]`).click();
const picture = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });

async function dress(page, colorScheme, width, height) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

async function cards(page) {
  await page.waitForFunction(() => document.querySelectorAll('.card .state[data-level="good"]').length === 3);
  await page.waitForFunction(() => / now /.test(document.querySelector('.sparkline').getAttribute('aria-label')));
  await page.keyboard.press('Tab');
  return {
    title: await page.title(),
    cards: await texts(page, '.card h3'),
    states: await texts(page, '.card .state'),
    cpus: await texts(page, '.card [data-text="cpu"]'),
    badges: (await visible(page, '.card .badge.sim')).length,
    banner: await page.locator('#simulated').innerText(),
    spark: await page.locator('.sparkline').first().getAttribute('aria-label'),
    focused: await page.evaluate(() => document.activeElement.getAttribute('href')),
  };
}

async function tags(page) {
  await show(page, 'tags');
  await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length === 50);
  const first = await page.locator('#tags-found').innerText();
  // The first value that differs from what it was, without anybody touching the page.
  await page.evaluate(() => { window.before = [...document.querySelectorAll('.tags .value')].map((cell) => cell.textContent); });
  await page.waitForFunction(() => [...document.querySelectorAll('.tags .value')].some((cell, i) => cell.textContent !== window.before[i]));
  await page.locator('#tags-on').click();
  await page.waitForFunction((before) => document.getElementById('tags-found').innerText !== before, first);
  const second = await page.locator('#tags-found').innerText();
  await page.locator('#view-tags input[name="search"]').fill('tanks/pumps p1');
  await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length === 7);
  const found = await texts(page, '.tags tbody th .name');
  const nodes = await texts(page, '.tags tbody th .node');
  const qualities = await texts(page, '.tags tbody .quality [data-text="quality"]');
  const badges = (await visible(page, '.tags .badge.sim')).length;
  await page.locator('#view-tags input[name="search"]').fill('');
  await page.locator('#view-tags select[name="quality"]').selectOption('notgood');
  await page.waitForFunction(() => !document.getElementById('tags-none').hidden);
  await page.locator('#view-tags select[name="quality"]').selectOption('');
  await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length === 50);
  return { first, second, found, nodes, qualities, badges };
}

async function plan(page) {
  await show(page, 'plan');
  await page.locator('#view-plan select').selectOption('Tanks');
  await page.waitForFunction(() => document.querySelectorAll('#view-plan .pdu').length === 2);
  await page.locator('#view-plan .pdu .used').nth(2).hover();
  await page.waitForFunction(() => document.querySelectorAll('#tip li').length > 0);
  const tip = await page.locator('#tip').innerText();
  await page.mouse.move(2, 2);
  await page.locator('#view-plan summary').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#view-plan .contents li').length > 0);
  const listed = await texts(page, '#view-plan .contents li');
  await dress(page, 'dark', 1280, 860);
  await page.mouse.move(2, 2);
  await picture(page, 'plan-dark');
  await page.locator('#view-plan summary').first().click();
  return { bars: 2, legend: await texts(page, '#plan-legend li'), figures: await texts(page, '#view-plan [data-text="figures"]'), tip, listed };
}

async function client(page) {
  await show(page, 'clients');
  const opcua = ua.OPCUAClient.create({ applicationName: 'A client nobody here wrote', endpointMustExist: false, connectionStrategy: { maxRetry: 1 } });
  await opcua.connect(endpoint);
  const session = await opcua.createSession();
  const subscription = await session.createSubscription2({ requestedPublishingInterval: 500, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 10, publishingEnabled: true });
  await subscription.monitor({ nodeId: 'ns=2;s=Filling/Line/Speed', attributeId: ua.AttributeIds.Value }, { samplingInterval: 100, queueSize: 5 }, ua.TimestampsToReturn.Both);
  await page.waitForFunction(() => document.querySelectorAll('.subscriptions tbody tr').length === 1);
  const panel = await page.locator('#view-clients .panel').innerText();
  const count = await page.locator('[data-text="clientCount"]').innerText();
  await session.close();
  await opcua.disconnect();
  await page.waitForFunction(() => document.querySelectorAll('#view-clients .panel').length === 0);
  return { panel, count };
}

// At 360 pixels nothing may stick out sideways.
async function phone(page) {
  await dress(page, 'light', 360, 740);
  const widths = {};
  for (const view of ['tags', 'plan', 'clients', 'certificates', 'plcs']) {
    await show(page, view);
    await page.locator(`#view-${view}`).waitFor();
    widths[view] = await page.evaluate(() => document.documentElement.scrollWidth);
    await picture(page, `${view}-phone`);
  }
  return widths;
}

async function demo(page) {
  const seen = { cards: await cards(page), tags: await tags(page) };
  await picture(page, 'tags-light');
  Object.assign(seen, { plan: await plan(page), client: await client(page), phone: await phone(page) });
  await dress(page, 'dark', 1280, 860);
  await picture(page, 'plcs-dark');
  return seen;
}

async function trouble(page) {
  await page.waitForFunction(() => document.querySelector('.trouble.now:not([hidden])'));
  const seen = { heading: await page.locator('h1').innerText(), states: await texts(page, '.card .state'), trouble: await visible(page, '.trouble.now'), badges: await visible(page, '.card h3 + .badge.sim') };
  await picture(page, 'trouble-light');
  await show(page, 'tags');
  await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length > 0);
  Object.assign(seen, { names: await texts(page, '.tags tbody .name'), descriptions: await texts(page, '.tags tbody [data-text="description"]'), units: await texts(page, '.tags [data-text="unit"]'), reasons: await texts(page, '.tags tbody .why'), qualities: await texts(page, '.tags tbody .quality [data-text="quality"]') });
  await show(page, 'certificates');
  await page.locator('#view-certificates .command code').waitFor();
  seen.command = await page.locator('#view-certificates .command code').innerText();
  seen.rejected = await page.locator('[data-text="rejectedCount"]').innerText();
  await page.locator('[data-list="own"] .panel').waitFor();
  seen.own = await page.locator('[data-list="own"] .panel').innerText();
  seen.trusted = await page.locator('#trusted-about').innerText();
  await picture(page, 'certificates-light');
  await show(page, 'plcs');
  seen.endpoint = await page.locator('[data-text="endpoint"]').innerText();
  seen.injected = await page.locator('main script, main b, main img').count();
  return seen;
}

// The bridge goes away and comes back; the browser complains of that by itself.
async function silence(page) {
  page.removeAllListeners('console');
  await page.route('**/api/**', (route) => route.abort());
  await page.locator('#lost').waitFor({ state: 'visible' });
  const lost = await page.locator('#lost').innerText();
  const live = await page.locator('.live').innerText();
  await page.unroute('**/api/**');
  await page.locator('#lost').waitFor({ state: 'hidden' });
  return { lost, live, again: await page.locator('.live').innerText() };
}

async function logIn(page, user, password) {
  await page.locator('#log-in').click();
  await page.keyboard.type(user); // the first field has the focus
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

// A client was turned away: nobody, a wrong password, a user without the role, and one with it.
async function console_(page) {
  const about = page.locator('#certificates-about');
  const trust = page.locator('[data-list="certificates"] .acts [data-do="trust"]:visible');
  const untrust = page.locator('[data-list="trusted"] .acts button:visible');
  await show(page, 'certificates');
  await page.locator('#view-certificates .command code').waitFor();
  const seen = { stranger: await about.innerText() };
  await logIn(page, 'anna', 'a guess');
  await page.locator('#login [role="alert"]').waitFor();
  seen.wrong = await page.locator('#login [role="alert"]').innerText();
  await picture(page, 'login-light');
  await dress(page, 'dark', 1280, 860);
  await picture(page, 'login-dark');
  await dress(page, 'light', 1280, 860);
  await page.keyboard.press('Escape');
  await logIn(page, 'bert', 'secret of bert');
  await page.waitForFunction(() => document.getElementById('certificates-about').innerText.includes('bert'));
  seen.observer = await about.innerText();
  seen.buttons = await trust.count();
  await page.locator('#log-out').click();
  await logIn(page, 'anna', 'secret of anna');
  await trust.waitFor();
  seen.label = await trust.getAttribute('aria-label');
  await picture(page, 'trust-light');
  await dress(page, 'dark', 1280, 860);
  await picture(page, 'trust-dark');
  await dress(page, 'light', 360, 740);
  await picture(page, 'trust-phone');
  await dress(page, 'light', 1280, 860);
  // Keys alone: the button is reached and pressed.
  await trust.focus();
  await page.keyboard.press('Enter');
  await untrust.waitFor();
  seen.done = await page.locator('#certificates-done').innerText();
  seen.focused = await page.evaluate(() => document.activeElement.id);
  seen.cookie = await page.evaluate(() => document.cookie);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#own-acts a').click()]);
  seen.download = download.suggestedFilename();
  await untrust.click();
  await trust.waitFor();
  seen.undone = await page.locator('#certificates-done').innerText();
  // Somebody else was faster.
  await page.route('**/api/v1/certificates/trust', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'No refused certificate has the thumbprint X, or no longer.' }));
  await trust.click();
  await page.locator('[data-list="certificates"] .acts .fault').filter({ hasText: 'no longer' }).waitFor();
  seen.gone = await page.locator('[data-list="certificates"] .acts .fault').innerText();
  await page.locator('#log-out').click();
  await page.locator('#log-in').waitFor();
  await page.waitForFunction(() => !document.querySelector('#view-certificates .acts:not([hidden])'));
  seen.after = await trust.count();
  return seen;
}

const work = { demo, console: console_, trouble: async (page) => ({ ...await trouble(page), silence: await silence(page) }) }[what];
browse(url, work).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.message); process.exit(1); });
