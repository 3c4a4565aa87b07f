// Chooses tags of an import as a person does, in a browser, and prints what was seen.
// usage: node import-page.js URL FOLDER first | again
//   the source has 20,000 tags in blocks of 100, Line1/Station001 to Line10/Station200, below one PLC; pictures go into the folder
//   first   chooses this and that, and writes Station150; again: the map is there, and Station151 comes along
'use strict';
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder, what] = process.argv;

const text = (page, selector) => page.locator(selector).first().innerText();
const texts = (page, selector) => page.locator(selector).allInnerTexts();
const picture = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
const row = (page, name) => page.locator('.choose .row', { has: page.locator(`.text:text-is("${name}")`) });
const hasText = (page, selector, wanted) => page.waitForFunction(([where, what]) => document.querySelector(where)?.innerText.includes(what), [selector, wanted]);
const rate = async (page) => Number.parseFloat((await text(page, '.loads [data-text="figures"]')).replace(/\s/g, ''));

/** Waits until the plan counts so many tags, and says how many requests a second it takes. */
async function planned(page, tags) {
  await hasText(page, '[data-text="loadAbout"]', tags);
  return rate(page);
}

async function tree(page) {
  await page.waitForFunction(() => document.querySelectorAll('.choose .row').length > 5);
  await hasText(page, '#found-count', '20 000 tags'.replace(' ', '\u202f'));
  const seen = { first: await texts(page, '.choose .row .text'), elements: await page.locator('.choose .row').count(), isWriteOff: await page.locator('#write-map').isDisabled() };
  // By keyboard alone: down to the first line, open it and its first station.
  await page.locator('#found-tree').focus();
  const at = (name) => page.waitForFunction((wanted) => document.querySelector('.choose .row[aria-selected="true"] .text')?.textContent === wanted, name);
  for (const [below, opened] of [['Line1', 'Station001'], ['Station001', 'Speed1']]) {
    await page.keyboard.press('ArrowDown');
    await at(below);
    await page.keyboard.press('ArrowRight');
    await row(page, opened).waitFor();
  }
  await page.keyboard.press('ArrowDown');
  await at('Speed1');
  await page.keyboard.press('Space');
  seen.one = await planned(page, '1 tag,');
  seen.mixed = await row(page, 'Station001').getAttribute('aria-checked');
  return seen;
}

async function search(page) {
  // Everything open: the tree is 20,000 rows long, and shows a few.
  await page.locator('#view-found input[name="search"]').fill('hall');
  await page.waitForFunction(() => document.getElementById('found-tree').scrollHeight > 500000);
  await page.locator('#found-tree').focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.choose .row[aria-selected="true"] .text')?.textContent === 'Hours10');
  const seen = { elements: await page.locator('.choose .row').count(), last: await text(page, '.selected [data-text="about"]') };
  await page.locator('#view-found input[name="search"]').fill('db150');
  await hasText(page, '#found-count', '100 of');
  seen.found = await texts(page, '.choose .row .text');
  await page.locator('#view-found input[name="search"]').fill('no such tag');
  await page.locator('#found-none').waitFor({ state: 'visible' });
  return seen;
}

async function choose(page) {
  await page.locator('#view-found input[name="search"]').fill('station150');
  await hasText(page, '#found-count', '100 of');
  // The block with the mouse; its members to another class, and one of them writable.
  await row(page, 'Station150').locator('.box').click();
  const block = await planned(page, '101 tags');
  await row(page, 'Station150').locator('.text').click();
  await page.locator('.selected input[name="scan"]').fill('50ms');
  await page.keyboard.press('Enter');
  await page.waitForFunction((before) => Number.parseFloat(document.querySelector('.loads [data-text="figures"]').innerText.replace(/\s/g, '')) > before, block);
  const faster = await rate(page);
  await page.locator('#view-found input[name="search"]').fill('station150 setpoint1');
  await hasText(page, '#found-count', '2 of');
  await row(page, 'Setpoint1').locator('.text').click();
  await page.locator('.selected select').selectOption('read');
  await page.waitForFunction(() => [...document.querySelectorAll('.choose .row')].some((each) => each.querySelector('.text').textContent === 'Setpoint1' && each.querySelector('[data-text="access"]').textContent === 'read'));
  await page.locator('.selected input[name="scan"]').fill('soon');
  await page.keyboard.press('Enter');
  await hasText(page, '#found-notes', 'An interval is written as');
  const complaint = await text(page, '#found-notes');
  await page.locator('#view-found input[name="search"]').fill('');
  await row(page, 'Line9').locator('.box').click();
  await planned(page, '2\u202f101 tags');
  await page.locator('#view-found input[name="search"]').fill('line9');
  await hasText(page, '#found-count', '2\u202f000 of');
  const line = await rate(page);
  await picture(page, 'import-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'import-dark');
  const shares = await texts(page, '.loads .share');
  const warnings = await texts(page, '.choose .warnings li');
  await page.locator('#view-found input[name="search"]').fill('');
  await row(page, 'Hall <b>').locator('.box').click();
  const all = await planned(page, '20\u202f000 tags');
  await row(page, 'Hall <b>').locator('.box').click();
  await page.waitForFunction(() => document.querySelectorAll('.loads article').length === 0);
  await row(page, 'Line9').locator('.box').click();
  await planned(page, '2\u202f000 tags');
  await row(page, 'Line9').locator('.box').click();
  await page.locator('#view-found input[name="search"]').fill('station150');
  await hasText(page, '#found-count', '100 of');
  await row(page, 'Station150').locator('.box').click();
  await planned(page, '100 tags');
  return { block, faster, complaint, line, all, shares, warnings };
}

async function reasons(page) {
  await page.locator('.views a[href="#left"]').click();
  await page.locator('#view-left summary').first().click();
  await page.locator('#view-left .places li').first().waitFor();
  const seen = { reasons: await texts(page, '#view-left details') };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.views a[href="#found"]').click();
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 860 });
  return seen;
}

/** Writes the unit of a tag of the map that is not written yet, in the table of the console. */
async function edit(page) {
  await page.locator('.views a[href="#edit"]').click();
  const grid = page.locator('#view-edit .grid');
  await page.locator('#view-edit .line', { hasText: 'Speed1' }).first().waitFor();
  await page.locator('#view-edit input[name="search"]').fill('setpoint1');
  await hasText(page, '#edit-count', '2 of');
  const cell = grid.locator('.line', { hasText: 'Setpoint1' }).first().locator('.col-unit');
  await cell.click();
  await page.keyboard.type('rpm');
  await page.keyboard.press('Enter');
  await page.locator('#draft-bar').waitFor({ state: 'visible' });
  await hasText(page, '#view-edit .grid', 'rpm');
  const seen = { views: await texts(page, '.views a'), bar: await text(page, '#draft-bar [data-text="changes"]'), peek: await page.locator('#view-edit [data-do="peek"]').isVisible() };
  await picture(page, 'import-edit');
  await page.locator('.views a[href="#text"]').click();
  await page.waitForFunction(() => document.querySelector('#view-text textarea')?.value.includes('rpm'));
  seen.text = await page.locator('#view-text textarea').inputValue();
  return seen;
}

async function write(page) {
  await page.locator('#write-map').click();
  await page.waitForFunction(() => document.querySelector('#review [data-do="save"]')?.disabled === false);
  const difference = await text(page, '#review [data-list="files"]');
  await page.locator('#review [data-do="save"]').click();
  await page.locator('#view-done').waitFor({ state: 'visible' });
  return { difference, told: await text(page, '#view-done') };
}

async function again(page) {
  await hasText(page, '.live', '100 of');
  await hasText(page, '#found-notes', 'Ticked is what the last import took');
  await page.locator('#view-found input[name="search"]').fill('station151');
  await hasText(page, '#found-count', '100 of');
  await row(page, 'Station151').locator('.box').click();
  await planned(page, '200 tags');
  return { write: await write(page) };
}

async function first(page) {
  const seen = { title: '', tree: await tree(page), search: await search(page), choose: await choose(page), reasons: await reasons(page), edit: await edit(page) };
  seen.title = await page.title();
  seen.injected = await page.locator('main script, main b, main img').count();
  seen.write = await write(page);
  return seen;
}

browse(url, { first, again }[what]).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.message); process.exit(1); });
