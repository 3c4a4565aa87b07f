// Edits the map on the page as a person does, in a browser, and prints what was seen. Pictures go into the folder.
// usage: node edit-page.js URL FOLDER MAP
'use strict';
const fs = require('fs');
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder, map] = process.argv;

const picture = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
const until = (page, test, argument) => page.waitForFunction(test, argument);
const area = (page) => page.locator('#view-text textarea');
const tags = (page, count) => until(page, (wanted) => document.querySelector('[data-text="tagCount"]').textContent === wanted, String(count));
const text = (page, selector) => page.locator(selector).innerText();

async function logIn(page) {
  await page.locator('#log-in').click();
  await page.locator('#login input[name="user"]').fill('anna');
  await page.locator('#login input[name="password"]').fill('secret of anna');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.user [data-text="user"]').textContent === 'anna');
}

async function openText(page) {
  await page.locator('#text-link').click();
  await until(page, () => document.querySelector('#view-text textarea').value.includes('plcs:'));
}

async function replace(page, old, now) {
  await area(page).fill((await area(page).inputValue()).replace(old, now));
}

async function review(page) {
  await page.locator('#draft-bar [data-do="review"]').click();
  await page.locator('#review').waitFor();
}

async function work(page) {
  const seen = {};
  const before = fs.readFileSync(map);
  await tags(page, 3);
  seen.strangerSees = await page.locator('#text-link').isVisible();
  await page.evaluate(() => { location.hash = 'text'; });
  seen.strangerTold = await text(page, '#view-text .empty');
  await logIn(page);
  await openText(page);
  seen.files = await page.locator('#view-text select option').allInnerTexts();

  // A mistake is found while it is typed, in the words of validate.
  await replace(page, 'type: Real', 'type: Reel');
  await page.locator('#view-text .found li', { hasText: 'Reel' }).waitFor();
  seen.finding = await text(page, '#view-text .found li >> nth=0');
  seen.mark = await text(page, '#view-text .margin .error >> nth=0');
  seen.barErrors = await text(page, '#draft-bar [role="status"]');
  await picture(page, 'finding');
  await page.locator('#view-text .found li button').first().click();
  seen.jumped = await page.evaluate(() => { const { value, selectionStart } = document.querySelector('#view-text textarea'); return value.slice(0, selectionStart).split('\n').length; });
  await review(page);
  await page.locator('#review [data-list="findings"] li', { hasText: 'Reel' }).waitFor();
  seen.mayNotSave = await page.locator('#review [data-do="save"]').isDisabled();
  await page.keyboard.press('Escape');

  // Mended, with a key completed from the schema.
  await replace(page, 'type: Reel', 'type: Real');
  await until(page, () => document.getElementById('draft-bar').hidden);
  await replace(page, 'tags:\n', 'tags:\n      - { name: Level, address: MW20, type: Int, \n');
  await page.evaluate(() => { const area = document.querySelector('#view-text textarea'); const at = area.value.indexOf('type: Int, \n') + 11; area.focus(); area.setSelectionRange(at, at); });
  await page.keyboard.type('uni');
  await page.locator('#view-text [role="option"]', { hasText: 'unit' }).waitFor();
  seen.offered = await page.locator('#view-text [role="option"]').allInnerTexts();
  await picture(page, 'completion');
  await page.keyboard.press('Enter');
  await page.keyboard.type('mm');
  await until(page, () => document.getElementById('text-help').textContent.startsWith('unit: '));
  seen.help = await text(page, '#text-help');
  await page.keyboard.type(' }');
  seen.line = (await area(page).inputValue()).split('\n').find((line) => line.includes('Level'));
  await page.waitForResponse((response) => response.url().endsWith('map/check'));
  await until(page, () => document.querySelectorAll('#view-text .found li[data-level="bad"]').length === 0);

  // Reviewed and saved; the bar is on every view.
  await page.locator('.views a[href="#plcs"]').click();
  seen.bar = await text(page, '#draft-bar [data-text="changes"]');
  await review(page);
  await page.locator('#review [data-list="effect"] li').first().waitFor();
  seen.effect = await page.locator('#review [data-list="effect"] > li').allInnerTexts();
  seen.come = await page.locator('#review .comes .line').allInnerTexts();
  seen.go = await page.locator('#review .goes .line').allInnerTexts();
  seen.signs = await page.locator('#review .comes .sign').allInnerTexts();
  await picture(page, 'review');
  await page.locator('#review [data-do="save"]').click();
  await page.locator('#draft-told').waitFor();
  seen.told = await text(page, '#draft-told');
  await tags(page, 4);
  seen.barAfter = await page.locator('#draft-bar').isVisible();
  seen.saved = fs.readFileSync(map, 'utf8');

  // Two people at once: the second sees what the first did, and loses nothing of theirs.
  await openText(page);
  const other = await page.context().newPage();
  await other.goto(`${url}#text`);
  await until(other, () => document.querySelector('#view-text textarea').value.includes('Level'));
  await replace(page, 'unit: mm', 'unit: cm');
  await page.locator('#draft-bar').waitFor();
  await page.waitForResponse((response) => response.url().endsWith('map/check'));
  await replace(other, 'MW20', 'MW22');
  await review(other);
  await other.locator('#review [data-do="save"]:enabled').click();
  await other.locator('#draft-told').waitFor();
  await other.close();
  await review(page);
  await page.locator('#review [data-list="conflicts"] section').waitFor();
  seen.conflict = await text(page, '#review [data-list="conflicts"] section h3');
  seen.theirs = await page.locator('#review [data-list="conflicts"] .comes .line').allInnerTexts();
  seen.conflictSave = await page.locator('#review [data-do="save"]').isDisabled();
  await picture(page, 'conflict');
  await page.locator('#review button', { hasText: 'Start again from theirs' }).click();
  await page.locator('#review').waitFor({ state: 'hidden' });
  await until(page, () => document.querySelector('#view-text textarea').value.includes('MW22'));
  seen.startedAgain = (await area(page).inputValue()).includes('unit: mm');

  // One click back.
  await page.locator('details.versions summary').click();
  await page.locator('.versions li').nth(2).waitFor();
  seen.versions = await page.locator('.versions li').evaluateAll((rows) => rows.map((row) => `${row.children[1].textContent}, ${row.children[2].textContent}`));
  await page.locator('.versions li').nth(2).locator('button').first().click();
  await page.locator('.versions .diff').waitFor();
  await picture(page, 'versions');
  await page.locator('.versions button', { hasText: 'Put back' }).click();
  await tags(page, 3);
  seen.same = Buffer.compare(before, fs.readFileSync(map)) === 0;

  // A map that somebody broke by hand is on every view.
  fs.writeFileSync(map, before.toString().replace('type: Real', 'type: Raal'));
  await page.locator('#refused').waitFor();
  seen.refused = [];
  for (const view of ['text', 'certificates', 'plcs']) {
    await page.locator(`.views a[href="#${view}"]`).click();
    seen.refused.push(await text(page, '#refused li >> nth=0'));
  }
  fs.writeFileSync(map, before);
  await page.locator('#refused').waitFor({ state: 'hidden' });

  await openText(page);
  await replace(page, 'type: Real', 'type: Real, unit: bar');
  await page.locator('#draft-bar').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.emulateMedia({ colorScheme: 'dark' });
  await review(page);
  await page.locator('#review .comes').first().waitFor();
  await picture(page, 'review-phone-dark');
  seen.phoneReview = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.keyboard.press('Escape');
  await page.locator('#draft-bar [data-do="discard"]').click();
  seen.sure = await text(page, '#draft-bar [data-do="discard"]');
  await page.locator('#draft-bar [data-do="discard"]').click();
  await page.locator('#draft-bar').waitFor({ state: 'hidden' });
  return seen;
}

browse(url, work).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.stack); process.exit(1); });
