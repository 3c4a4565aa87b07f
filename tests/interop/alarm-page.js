// Looks at the alarms of the status page as a person does, in a browser, and prints what was seen.
// usage: node alarm-page.js URL FOLDER     the alarms that the test has raised: what is, then what was; pictures into the folder
//        node alarm-page.js URL FOLDER off a bridge without history
'use strict';
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder, off] = process.argv;

const rows = (page) => page.locator('#view-alarms tbody tr').evaluateAll((lines) => lines.map((line) => Object.fromEntries(
  [...line.querySelectorAll('[data-text]')].map((cell) => [cell.dataset.text, cell.textContent]))));
const choose = (page, state) => page.locator('#view-alarms select').selectOption(state);
const until = (page, test, argument) => page.waitForFunction(test, argument);

async function search(page, words, count) {
  await page.locator('#view-alarms input[type="search"]').fill(words);
  await until(page, (wanted) => document.querySelectorAll('#view-alarms tbody tr').length === wanted, count);
  return rows(page);
}

async function work(page) {
  await page.locator('.views a[href="#alarms"]').click();
  await until(page, () => document.getElementById('alarms-about').textContent !== '');
  if (off) {
    await choose(page, 'past');
    await until(page, () => document.getElementById('alarms-none').textContent.includes('not recorded'));
    return { none: await page.locator('#alarms-none').innerText(), older: await page.locator('#alarms-older').isDisabled() };
  }
  await until(page, () => document.querySelectorAll('#view-alarms tbody tr').length === 1);
  const seen = { now: await rows(page), pagerNow: await page.locator('#alarms-older').isVisible() };
  await choose(page, 'past');
  await until(page, () => document.querySelectorAll('#view-alarms tbody tr').length === 5);
  Object.assign(seen, { past: await rows(page), found: await page.locator('#view-alarms .pager p').innerText(), pager: await page.locator('#alarms-older').isVisible() });
  await page.screenshot({ path: path.join(folder, 'alarms-past-light.png') });
  seen.byTag = await search(page, 'OVERLOAD motor', 3);
  seen.byClass = await search(page, 'warnings', 2);
  await search(page, 'nothing like that', 0);
  seen.none = await page.locator('#alarms-none').innerText();
  await search(page, '', 5);
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: path.join(folder, 'alarms-past-phone-dark.png') });
  await page.evaluate(() => { location.hash = '#alarms?state=active'; });
  await until(page, () => document.querySelectorAll('#view-alarms tbody tr').length === 1);
  seen.state = await page.locator('#view-alarms select').inputValue();
  return seen;
}

browse(url, work).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.message); process.exit(1); });
