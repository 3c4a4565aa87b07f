// Edits tags on the page as an engineer does, in a browser, and prints what was seen. Pictures go into the folder.
// usage: node tag-edit-page.js URL FOLDER
'use strict';
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder] = process.argv;

const picture = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
const until = (page, test, argument) => page.waitForFunction(test, argument);
const go = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);
const told = (page) => page.locator('#edit-told').innerText();
const line = (page, name) => page.locator('#view-edit .line', { hasText: name });

async function logIn(page, user) {
  await page.locator('#log-in').click();
  await page.locator('#login input[name="user"]').fill(user);
  await page.locator('#login input[name="password"]').fill(`secret of ${user}`);
  await page.keyboard.press('Enter');
  await until(page, (name) => document.querySelector('.user [data-text="user"]').textContent === name, user);
}

/** What a spreadsheet puts on the clipboard. */
function copied() {
  const lines = ['Tag name\tAddress\tData type\tUnit\tMin\tMax\tComment\tPrice'];
  for (let i = 1; i <= 20; i++) lines.push(`Pump${i}/Speed\t${i === 7 ? 'DB1.DBQ24' : `DB1.DBD${(i - 1) * 4}`}\tReal\trpm\t0\t3000\tPump ${i} in hall 3\t12`);
  return `${lines.join('\r\n')}\r\n`;
}

async function edit(page) {
  const seen = {};
  await go(page, 'edit');
  await page.locator('#view-edit [data-show="hasFault"]').first().waitFor();
  seen.stranger = await page.locator('#view-edit [data-text="fault"]').first().innerText();
  await logIn(page, 'carl');
  await until(page, () => document.querySelectorAll('#view-edit .line').length >= 4);
  seen.before = await page.locator('#view-edit .line .col-name').allInnerTexts();
  seen.hostile = await page.evaluate(() => document.querySelectorAll('#view-edit img, #view-edit script, #view-edit b').length);

  // Twenty rows from a spreadsheet.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied());
  await page.locator('#view-edit .grid').focus();
  await page.keyboard.press('Control+v');
  await until(page, () => document.getElementById('edit-count').textContent.startsWith('24'));
  seen.pasted = await told(page);
  await line(page, 'Pump7/Speed').locator('.col-address[aria-invalid="true"]').waitFor();
  seen.wrong = await line(page, 'Pump7/Speed').locator('.col-address').getAttribute('title');
  seen.wrongs = await page.locator('#view-edit .cell[aria-invalid="true"]').count();
  await picture(page, 'edit-wrong');

  // Mended with the keyboard; what is typed is checked before it is taken.
  await line(page, 'Pump7/Speed').locator('.col-address').click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('DB1.DBD2');
  await page.keyboard.type('x');
  await page.locator('#view-edit .cell input[aria-invalid="true"]').waitFor();
  seen.typed = await told(page);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await page.locator('#view-edit .cell input[aria-invalid="false"]').waitFor();
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('#view-edit .cell[aria-invalid="true"]').length === 0);
  seen.moved = await page.evaluate(() => document.querySelector('#view-edit .grid').getAttribute('aria-activedescendant'));
  seen.keys = await page.locator('#edit-keys .edit-key small').count();

  // The values at these addresses now, which the running map does not have.
  await line(page, 'Pump1/Speed').locator('.col-tick').click();
  await line(page, 'Pump2/Speed').locator('.col-tick').click();
  await page.locator('#view-edit [data-do="peek"]').click();
  await line(page, 'Pump2/Speed').locator('.col-now [data-level="good"]').waitFor();
  seen.peeked = await told(page);
  seen.now = await line(page, 'Pump2/Speed').locator('.col-now').innerText();
  await until(page, () => document.querySelector('#edit-load [data-list="scans"]').textContent.includes('→'));
  seen.load = await page.locator('#edit-load').innerText();
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, 'edit-tags');

  // Undo, remove, and what is on the way stays within the draft.
  await page.locator('#view-edit [data-do="remove"]').click();
  await until(page, () => document.getElementById('edit-count').textContent.startsWith('22'));
  await page.locator('#view-edit .grid').focus();
  await page.keyboard.press('Control+z');
  await until(page, () => document.getElementById('edit-count').textContent.startsWith('24'));
  seen.undone = await told(page);

  // A row goes up with the keyboard, and the present cell with it.
  const order = (up) => until(page, (isUp) => {
    const rows = [...document.querySelectorAll('#view-edit .line')].sort((a, b) => parseInt(a.style.top, 10) - parseInt(b.style.top, 10)).map((row) => row.querySelector('.col-name').textContent);
    return rows.indexOf('Pump2/Speed') >= 0 && rows.indexOf('Pump2/Speed') < rows.indexOf('Pump1/Speed') === isUp;
  }, up);
  await line(page, 'Pump2/Speed').locator('.col-unit').click();
  await page.keyboard.press('Alt+ArrowUp');
  await order(true);
  await until(page, () => document.querySelector('#view-edit .cell.now')?.parentElement.textContent.includes('Pump2/Speed'));
  seen.move = await page.evaluate(() => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits.at(-1));
  await page.keyboard.press('Control+z');
  await order(false);

  await udt(page, seen);

  await page.setViewportSize({ width: 360, height: 720 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  seen.cards = await page.locator('#view-edit .line').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).some((box, at, all) => at > 0 && box.top < all[at - 1].bottom - 1));
  await page.locator('#view-edit .grid').scrollIntoViewIfNeeded();
  await picture(page, 'edit-phone');
  await page.setViewportSize({ width: 1280, height: 860 });
  return seen;
}

// A UDT is added, named anew, and gets two members; a wrong type is marked at its cell. Then all of it is removed.
async function udt(page, seen) {
  const answer = async (button, text) => {
    await page.locator(`#view-edit [data-do="${button}"]`).click();
    await page.locator('#edit-ask [name="text"]').fill(text);
    await page.keyboard.press('Enter');
  };
  const chosen = (name) => until(page, (is) => document.querySelector('#view-edit [name="owner"]').value === is, name);
  await answer('type', 'Motor');
  await chosen('type:Motor');
  await answer('rename', 'Drive');
  await chosen('type:Drive');
  await answer('add', 'Running: Bool');
  await line(page, 'Running').waitFor();
  await answer('add', 'Speed: Rael, rpm');
  await line(page, 'Speed').locator('.col-type[aria-invalid="true"]').waitFor();
  seen.udtWrong = await line(page, 'Speed').locator('.col-type').getAttribute('title');
  await line(page, 'Speed').locator('.col-type').click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Real');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelectorAll('#view-edit .cell[aria-invalid="true"]').length === 0);
  await line(page, 'Speed').locator('.col-unit').click();
  await page.keyboard.press('Alt+ArrowUp');
  await until(page, () => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits.at(-1).by === -1);
  seen.udt = await page.evaluate(() => JSON.parse(sessionStorage.getItem('s7opcbridge.draft')).edits.slice(-6).map((edit) => `${edit.kind} ${edit.path}`));
  await picture(page, 'edit-udt');
  await page.locator('#view-edit [data-do="drop"]').click();
  await chosen('plc:Line1');
}

async function save(page, seen) {
  await page.locator('#draft-bar [data-do="review"]').click();
  await page.locator('#review [data-do="save"]:enabled').click();
  await until(page, () => document.getElementById('draft-bar').hidden);
  await go(page, 'tags?search=Pump7');
  await until(page, () => document.querySelector('#view-tags tbody tr .quality')?.dataset.level === 'good');
  seen.live = await page.locator('#view-tags tbody tr').first().innerText();
}

browse(url, async (page) => {
  const seen = await edit(page);
  await save(page, seen);
  return seen;
}).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.stack); process.exit(1); });
