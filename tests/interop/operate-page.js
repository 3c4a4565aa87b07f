// Operates the plant on the page as a person does, in a browser, and prints what was seen. Pictures go into the folder.
// usage: node operate-page.js URL FOLDER values|alarms|users|support|pictures
'use strict';
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder, what] = process.argv;

const picture = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
const until = (page, test, argument) => page.waitForFunction(test, argument);
const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);

async function logIn(page, user) {
  await page.locator('#log-in').click();
  await page.locator('#login input[name="user"]').fill(user);
  await page.locator('#login input[name="password"]').fill(`secret of ${user}`);
  await page.keyboard.press('Enter');
  await until(page, (name) => document.querySelector('.user [data-text="user"]').textContent === name, user);
}

async function logOut(page) {
  await page.locator('#log-out').click();
  await page.locator('#log-in').waitFor();
}

/** Names of the rows that have a button for writing, once every row of the page has been asked for. */
async function writable(page, view) {
  await page.waitForResponse((response) => response.url().includes('api/v1/values?'));
  await page.waitForTimeout(100);
  return page.locator(`#view-${view} tbody tr`).evaluateAll((rows) => rows
    .filter((row) => !row.querySelector('[data-act="write"]').hidden).map((row) => row.querySelector('.name').textContent));
}

const said = (page) => page.locator('#write [data-text="done"]');

async function values(page) {
  const seen = {};
  await page.locator('.views a[href="#tags"]').click();
  await until(page, () => document.querySelectorAll('#view-tags tbody tr').length > 0);
  seen.stranger = await page.locator('#view-tags [data-act="write"]:visible').count();
  const observed = writable(page, 'tags');
  await logIn(page, 'bert');
  seen.observer = await observed;
  await logOut(page);
  const operated = writable(page, 'tags');
  await logIn(page, 'otto');
  seen.operator = await operated;

  // A number, with the keyboard alone from the button on.
  await page.locator('#view-tags tbody tr', { hasText: 'Speed' }).locator('[data-act="write"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('#write input[name="value"]').waitFor();
  seen.takes = await page.locator('#write [data-text="takes"]').innerText();
  await page.keyboard.type('4000');
  await page.keyboard.press('Enter');
  await page.locator('#write .lost', { hasText: 'outside' }).waitFor();
  seen.outside = await page.locator('#write [data-text="fault"]').innerText();
  await page.locator('#write input[name="value"]').fill('1234,5');
  await page.keyboard.press('Enter');
  await said(page).waitFor();
  seen.done = await said(page).innerText();
  await until(page, () => document.querySelector('#write [data-text="now"]').textContent === '1234.5');
  await picture(page, 'write');
  await page.keyboard.press('Escape');

  // An output is asked about twice, and a change of the value asks again.
  await page.locator('#view-tags tbody tr', { hasText: 'Valve' }).locator('[data-act="write"]').click();
  await page.locator('#write select').selectOption('true');
  await page.locator('#write button[type="submit"]').click();
  await page.locator('#write .warning').waitFor();
  seen.asked = await page.locator('#write .warning').innerText();
  seen.button = await page.locator('#write button[type="submit"]').innerText();
  await picture(page, 'write-output');
  await page.locator('#write select').selectOption('false');
  seen.again = await page.locator('#write .warning').isVisible();
  await page.locator('#write select').selectOption('true');
  await page.locator('#write button[type="submit"]').click();
  await page.locator('#write button[type="submit"]').click();
  await said(page).waitFor();
  seen.output = await said(page).innerText();
  await page.locator('#write [data-close]').click();

  // A list of tags from the table, whose address is opened by somebody else.
  await page.locator('#view-tags tbody tr', { hasText: 'Speed' }).locator('[data-act="watch"]').click();
  await until(page, () => document.querySelectorAll('#view-watch tbody tr').length === 1);
  await page.locator('#view-watch input[name="tag"]').fill('Line1/<img src=x onerror=alert(1)>, A&B');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('#view-watch tbody tr').length === 2);
  seen.address = new URL(page.url()).hash;
  await picture(page, 'watch');
  const other = await page.context().newPage();
  await other.goto(`${url}${seen.address}`);
  await until(other, () => document.querySelectorAll('#view-watch tbody tr').length === 2);
  seen.shared = await other.locator('#view-watch tbody tr').evaluateAll((rows) => rows.map((row) => `${row.querySelector('.name').textContent} = ${row.querySelector('.value .mono').textContent}`));
  await other.close();
  // The words of the bridge in the language of the page, its name and the tags' as they are.
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await go(page, '#plcs');
  await page.locator('.card .state', { hasText: 'Läuft' }).waitFor();
  seen.german = [await page.locator('.card [data-text="address"]').innerText(), await page.locator('.user [data-text="roles"]').innerText()];
  await go(page, '#tags');
  await page.locator('#view-tags tbody .quality', { hasText: 'Gut' }).first().waitFor();
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.reload();
  await go(page, seen.address);
  await until(page, () => document.querySelectorAll('#view-watch tbody tr').length === 2);
  await page.locator('#view-watch tbody tr').nth(1).locator('[data-act="drop"]').click();
  await until(page, () => document.querySelectorAll('#view-watch tbody tr').length === 1);
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'watch-phone-dark');
  return seen;
}

/** Ticks every alarm, presses a button, and in its dialog what the work fills in; returns what the page says once it has the word. */
async function doWithAll(page, button, word, work) {
  await page.locator('#alarm-acts input').check();
  await page.locator('#alarm-acts button', { hasText: button }).click();
  if (work) {
    await work(page.locator('#alarm-act'));
    await page.locator('#alarm-act button[type="submit"]').click();
  }
  const done = page.locator('#view-alarms [data-text="alarmDone"]', { hasText: word });
  await done.waitFor();
  return done.innerText();
}

const offered = (page) => page.locator('#alarm-acts button:visible').allInnerTexts();
const states = (page, wanted) => until(page, (text) => {
  const found = [...document.querySelectorAll('#view-alarms tbody .quality')].map((cell) => cell.textContent);
  return found.length === 2 && found.every((each) => each === text);
}, wanted);

async function alarms(page) {
  const seen = {};
  await logIn(page, 'otto');
  for (const tag of ['Overload', 'Jam']) {
    await go(page, `#tags?search=${tag}`);
    await page.locator('#view-tags tbody tr', { hasText: tag }).locator('[data-act="write"]').click();
    await page.locator('#write button[type="submit"]').click();
    await said(page).waitFor();
    await page.locator('#write [data-close]').click();
  }
  await go(page, '#alarms');
  await states(page, 'active, unacknowledged');
  await page.locator('#alarm-acts').waitFor();
  await page.locator('#alarm-acts input').check();
  seen.operator = await offered(page);
  seen.texts = await page.locator('#view-alarms tbody [data-text="message"]').allInnerTexts();
  await picture(page, 'alarms-acts');
  seen.acknowledged = await doWithAll(page, 'Acknowledge', 'acknowledged', (dialog) => dialog.locator('textarea').fill('<b>seen</b> by otto'));
  await states(page, 'active, unconfirmed');
  seen.comments = await page.locator('#view-alarms tbody [data-text="comment"]').allInnerTexts();
  seen.confirmed = await doWithAll(page, 'Confirm', 'confirmed', async () => {});
  await states(page, 'active');
  await logOut(page);
  await until(page, () => document.getElementById('alarm-acts').hidden);
  await logIn(page, 'bert');
  await page.waitForTimeout(1500);
  seen.observer = await offered(page);
  await logOut(page);
  await logIn(page, 'susi');
  await page.locator('#alarm-acts').waitFor();
  seen.shelved = await doWithAll(page, 'Shelve', 'shelved', (dialog) => dialog.locator('select').selectOption('60'));
  await states(page, 'active, shelved');
  // Somebody else was faster, and the page says why not.
  await page.route('**/api/v1/alarms/unshelve', (route) => route.fulfill({ status: 409, contentType: 'text/plain', body: 'Line1/Jam/_Alarm is not shelved.' }));
  await page.locator('#alarm-acts input').check();
  await page.locator('#alarm-acts button', { hasText: 'End shelving' }).click();
  await page.locator('#view-alarms [data-text="alarmFault"]').waitFor();
  seen.fault = await page.locator('#view-alarms [data-text="alarmFault"]').innerText();
  await page.unroute('**/api/v1/alarms/unshelve');
  seen.unshelved = await doWithAll(page, 'End shelving', 'no longer');
  await states(page, 'active');
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await picture(page, 'alarms-acts-phone');
  return seen;
}

/** The pictures of docs/console.md: a value is written, alarms are acknowledged, and who may do what. */
async function pictures(page) {
  const seen = {};
  for (const [tag, value] of [['Tank/Door', true], ['Tank/Level', 97.5], ['Motor/Overload', true]])
    await fetch(`${url}api/v1/values/write`, {
      method: 'POST', headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('anna:secret of anna')}` },
      body: JSON.stringify({ plc: 'Line1', tag, value }),
    });
  await page.setViewportSize({ width: 1040, height: 560 });
  await logIn(page, 'anna');
  await go(page, '#tags');
  await page.locator('#view-tags tbody tr', { hasText: 'Setpoint' }).locator('[data-act="write"]').click();
  await page.locator('#write input[name="value"]').fill('1500');
  seen.takes = await page.locator('#write [data-text="takes"]').innerText();
  await picture(page, 'console-values');
  await page.keyboard.press('Enter');
  await said(page).waitFor();
  seen.done = await said(page).innerText();
  await page.locator('#write [data-close]').click();
  await go(page, '#alarms');
  await until(page, () => document.querySelectorAll('#view-alarms tbody tr').length === 3);
  await page.locator('#alarm-acts').waitFor();
  await page.locator('#alarm-acts input').check();
  seen.alarms = await page.locator('#view-alarms tbody [data-text="message"]').allInnerTexts();
  await picture(page, 'console-alarms');
  await go(page, '#users');
  await until(page, () => document.querySelectorAll('[data-list="users"] tr').length === 4);
  seen.users = await page.locator('[data-list="users"] [data-text="name"]').allInnerTexts();
  await picture(page, 'console-users');
  return seen;
}

/** What a script gets with a token. */
const script = async (name, token) => (await fetch(`${url}api/v1/${name}`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Changes the password on the page; returns what it says. */
async function changePassword(page, old, now, again) {
  const dialog = page.locator('#password-change');
  await page.locator('#own-password').click();
  await dialog.locator('input[name="old"]').fill(old);
  await dialog.locator('input[name="new"]').fill(now);
  await dialog.locator('input[name="again"]').fill(again);
  await page.keyboard.press('Enter');
  const told = dialog.locator('.lost:visible, .well:visible');
  await told.waitFor();
  const text = await told.innerText();
  await dialog.locator('[data-close]').click();
  return text;
}

async function users(page) {
  const seen = {};
  await logIn(page, 'bert');
  seen.differ = await changePassword(page, 'secret of bert', 'new secret of bert', 'new secret of berta');
  seen.wrong = await changePassword(page, 'a guess here', 'new secret of bert', 'new secret of bert');
  seen.changed = await changePassword(page, 'secret of bert', 'new secret of bert', 'new secret of bert');
  seen.changedAgain = await changePassword(page, 'new secret of bert', 'secret of bert', 'secret of bert');
  await logOut(page);
  seen.stranger = await page.locator('#users-link').isVisible();
  await logIn(page, 'anna');
  await page.locator('#users-link').click();
  await until(page, () => document.querySelectorAll('[data-list="users"] tr').length === 4);
  const edit = page.locator('#user-edit');
  await page.locator('#user-add').click();
  await edit.locator('input[name="name"]').fill('<b onclick=alert(1)>eve</b>');
  await edit.locator('input[name="password"]').fill('short');
  await edit.getByLabel('Operator', { exact: true }).check();
  await edit.locator('button[type="submit"]').click();
  await edit.locator('.lost').waitFor();
  seen.short = await edit.locator('[data-text="fault"]').innerText();
  await edit.locator('input[name="password"]').fill('secret of eve');
  await picture(page, 'user-add');
  await edit.locator('button[type="submit"]').click();
  await until(page, () => document.querySelectorAll('[data-list="users"] tr').length === 5);
  // The row may be there before the answer is.
  await page.locator('#view-users > .well', { hasText: 'Added' }).waitFor();
  seen.added = await page.locator('#view-users > .well').innerText();

  // The new user logs in, in another browser, and is removed.
  const answer = await fetch(`${url}api/v1/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user: '<b onclick=alert(1)>eve</b>', password: 'secret of eve' }) });
  const cookie = answer.headers.get('set-cookie').split(';')[0];
  const user = async () => (await (await fetch(`${url}api/v1/session`, { headers: { cookie } })).json()).user;
  seen.before = await user();
  await page.locator('[data-list="browsers"] tr', { hasText: 'eve' }).waitFor();
  await picture(page, 'users');
  const row = page.locator('[data-list="users"] tr', { hasText: 'eve' });
  await row.locator('[data-act="remove"]').click();
  seen.question = await page.locator('#sure-question').innerText();
  await page.locator('#sure [value="yes"]').click();
  await until(page, () => document.querySelectorAll('[data-list="users"] tr').length === 4);
  seen.after = await user() ?? null;

  // The last one who may is not removed.
  await page.locator('[data-list="users"] tr', { hasText: 'anna' }).locator('[data-act="remove"]').click();
  await page.locator('#sure [value="yes"]').click();
  await page.locator('#view-users > .lost').waitFor();
  seen.last = await page.locator('#view-users > .lost').innerText();

  // A token: made, shown once, used, revoked.
  await page.locator('#token-add').click();
  const make = page.locator('#token-make');
  await make.locator('input[name="name"]').fill('report');
  seen.offered = await make.locator('fieldset label').allInnerTexts();
  await make.getByLabel('SecurityAdmin').check();
  await make.locator('button[type="submit"]').click();
  await until(page, () => document.querySelector('#token-make output').textContent !== '');
  const token = await make.locator('output').innerText();
  await picture(page, 'token');
  seen.works = await script('users', token);
  await make.locator('[data-close]').click();
  seen.shown = (await page.content()).includes(token);
  const line = page.locator('[data-list="tokens"] tr', { hasText: 'report' });
  await until(page, () => !document.querySelector('[data-list="tokens"] [data-text="used"]').textContent.includes('never'));
  await line.locator('[data-act="revoke"]').click();
  await page.locator('#sure [value="yes"]').click();
  await until(page, () => document.querySelectorAll('[data-list="tokens"] tr').length === 0);
  seen.revoked = await script('users', token);
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await picture(page, 'users-phone');
  return seen;
}

async function support(page) {
  const seen = { stranger: await page.locator('#support-link').isVisible() };
  await logIn(page, 'anna');
  await page.locator('#support-link').click();
  await page.locator('.log li', { hasText: 'LOGIN by' }).waitFor();
  await page.locator('#log-filter input').fill('audit');
  await until(page, () => [...document.querySelectorAll('.log li')].every((line) => line.textContent.includes('Audit')) && document.querySelector('.log li'));
  seen.lines = await page.locator('.log li').allInnerTexts();
  await page.locator('#log-filter input').fill('');
  await page.locator('#log-level button').click();
  await page.locator('#view-support .well').waitFor();
  seen.level = await page.locator('#view-support .well').innerText();
  await until(page, () => document.querySelector('[data-text="forAWhile"]').textContent !== '');
  seen.forAWhile = await page.locator('[data-text="forAWhile"]').innerText();
  await page.locator('#view-support summary').click();
  await page.locator('#figures-filter').fill('sessions refused');
  await until(page, () => document.querySelectorAll('[data-list="figures"] tr').length === 1);
  seen.figure = await page.locator('[data-list="figures"] tr').innerText();
  await picture(page, 'support');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#view-support a[download]').click()]);
  seen.report = download.suggestedFilename();
  await download.saveAs(path.join(folder, 'report.zip'));
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await picture(page, 'support-phone');
  return seen;
}

browse(url, { values, alarms, users, support, pictures }[what]).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.stack); process.exit(1); });
