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
const row = (page, name) => page.locator('.row', { has: page.locator(`.text:text-is("${name}")`) });
const hasText = (page, selector, wanted) => page.waitForFunction(([where, what]) => document.querySelector(where)?.innerText.includes(what), [selector, wanted]);
const rate = async (page) => Number.parseFloat((await text(page, '.loads [data-text="figures"]')).replace(/\s/g, ''));

/** Waits until the plan counts so many tags, and says how many requests a second it takes. */
async function planned(page, tags) {
  await hasText(page, '[data-text="loadAbout"]', tags);
  return rate(page);
}

async function tree(page) {
  await page.waitForFunction(() => document.querySelectorAll('.row').length > 5);
  await hasText(page, '#found', '20 000 tags'.replace(' ', '\u202f'));
  const seen = { first: await texts(page, '.row .text'), elements: await page.locator('.row').count(), isWriteOff: await page.locator('#write').isDisabled() };
  // By keyboard alone: down to the first line, open it and its first station.
  await page.locator('#tree').focus();
  const at = (name) => page.waitForFunction((wanted) => document.querySelector('.row[aria-selected="true"] .text')?.textContent === wanted, name);
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
  await page.locator('input[name="search"]').fill('hall');
  await page.waitForFunction(() => document.getElementById('tree').scrollHeight > 500000);
  await page.locator('#tree').focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.row[aria-selected="true"] .text')?.textContent === 'Hours10');
  const seen = { elements: await page.locator('.row').count(), last: await text(page, '#selected [data-text="about"]') };
  await page.locator('input[name="search"]').fill('db150');
  await hasText(page, '#found', '100 of');
  seen.found = await texts(page, '.row .text');
  await page.locator('input[name="search"]').fill('no such tag');
  await page.locator('#none').waitFor({ state: 'visible' });
  return seen;
}

async function choose(page) {
  await page.locator('input[name="search"]').fill('station150');
  await hasText(page, '#found', '100 of');
  // The block with the mouse; its members to another class, and one of them writable.
  await row(page, 'Station150').locator('.box').click();
  const block = await planned(page, '101 tags');
  await row(page, 'Station150').locator('.text').click();
  await page.locator('#selected input[name="scan"]').fill('50ms');
  await page.keyboard.press('Enter');
  await page.waitForFunction((before) => Number.parseFloat(document.querySelector('.loads [data-text="figures"]').innerText.replace(/\s/g, '')) > before, block);
  const faster = await rate(page);
  await page.locator('input[name="search"]').fill('station150 setpoint1');
  await hasText(page, '#found', '2 of');
  await row(page, 'Setpoint1').locator('.text').click();
  await page.locator('#selected select').selectOption('read');
  await page.waitForFunction(() => [...document.querySelectorAll('.row')].some((each) => each.querySelector('.text').textContent === 'Setpoint1' && each.querySelector('[data-text="access"]').textContent === 'read'));
  await page.locator('#selected input[name="scan"]').fill('soon');
  await page.keyboard.press('Enter');
  await hasText(page, '#notes', 'An interval is written as');
  const complaint = await text(page, '#notes');
  await page.locator('input[name="search"]').fill('');
  await row(page, 'Line9').locator('.box').click();
  await planned(page, '2\u202f101 tags');
  await page.locator('input[name="search"]').fill('line9');
  await hasText(page, '#found', '2\u202f000 of');
  const line = await rate(page);
  await picture(page, 'import-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'import-dark');
  const shares = await texts(page, '.loads .share');
  const warnings = await texts(page, '.warnings li');
  await page.locator('input[name="search"]').fill('');
  await row(page, 'Hall <b>').locator('.box').click();
  const all = await planned(page, '20\u202f000 tags');
  await row(page, 'Hall <b>').locator('.box').click();
  await page.waitForFunction(() => document.querySelectorAll('.loads article').length === 0);
  await row(page, 'Line9').locator('.box').click();
  await planned(page, '2\u202f000 tags');
  await row(page, 'Line9').locator('.box').click();
  await page.locator('input[name="search"]').fill('station150');
  await hasText(page, '#found', '100 of');
  await row(page, 'Station150').locator('.box').click();
  await planned(page, '100 tags');
  return { block, faster, complaint, line, all, shares, warnings };
}

async function reasons(page) {
  await page.locator('.views a[href="#reasons"]').click();
  await page.locator('#view-reasons summary').first().click();
  await page.locator('#view-reasons .places li').first().waitFor();
  const seen = { reasons: await texts(page, '#view-reasons details') };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.views a[href="#tags"]').click();
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 860 });
  return seen;
}

async function write(page) {
  await page.locator('#write').click();
  await page.locator('#view-done, #difference[open]').locator('visible=true').first().waitFor();
  const isDifference = await page.locator('#difference').isVisible();
  const difference = isDifference ? await text(page, '#difference pre') : '';
  if (isDifference) await page.locator('#difference button[value="write"]').click();
  await page.locator('#view-done').waitFor({ state: 'visible' });
  return { difference, told: await text(page, '#view-done') };
}

async function again(page) {
  await hasText(page, '.ticked', '100 of');
  await hasText(page, '#notes', 'Ticked is what the last import took');
  await page.locator('input[name="search"]').fill('station151');
  await hasText(page, '#found', '100 of');
  await row(page, 'Station151').locator('.box').click();
  await planned(page, '200 tags');
  return { write: await write(page) };
}

async function first(page) {
  const seen = { title: '', tree: await tree(page), search: await search(page), choose: await choose(page), reasons: await reasons(page) };
  seen.title = await page.title();
  seen.injected = await page.locator('main script, main b, main img').count();
  seen.write = await write(page);
  return seen;
}

browse(url, { first, again }[what]).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.message); process.exit(1); });
