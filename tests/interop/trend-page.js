// Looks at the trend of a recorded tag on the status page as a person does, in a browser, and prints what was seen.
// usage: node trend-page.js URL FOLDER TAG
'use strict';
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, folder, tag] = process.argv;

const texts = (page, selector) => page.locator(selector).allTextContents();

async function work(page) {
  await page.locator('.views a[href="#tags"]').click();
  await page.locator('#view-tags input[name="search"]').fill(tag);
  await page.waitForFunction(() => document.querySelectorAll('.tags tbody tr').length === 1);
  const links = await page.locator('.tags .trended:visible').count();
  await page.locator('.tags .trended:visible').first().click();
  await page.locator('#view-trend select').selectOption('minutes');
  // The gap and the values after it.
  await page.waitForFunction(() => document.querySelectorAll('#view-trend svg .band').length > 1 && document.querySelector('#view-trend svg .shade.lost'));
  const drawing = page.locator('#view-trend svg');
  // One look for both: the drawing is made anew once a second, and an element of the last one has no place.
  const middle = await page.evaluate(() => {
    const gap = document.querySelector('#view-trend svg .shade.lost').getBoundingClientRect();
    const all = document.querySelector('#view-trend svg').getBoundingClientRect();
    return { x: gap.x + gap.width / 2, y: all.y + all.height / 2 };
  });
  await page.mouse.move(middle.x, middle.y);
  await page.waitForFunction(() => document.querySelector('#view-trend .point').textContent !== '');
  const atGap = await page.locator('#view-trend .point').innerText();
  const now = await drawing.getAttribute('aria-label');
  await page.waitForFunction((before) => document.querySelector('#view-trend svg').getAttribute('aria-label') !== before, now);
  await page.screenshot({ path: path.join(folder, 'trend-light.png') });
  const seen = {
    links, atGap, now, address: await page.evaluate(() => location.hash), name: await page.locator('#view-trend h3').innerText(),
    ticks: (await texts(page, '#view-trend .scale span')).map(Number), times: (await texts(page, '#view-trend .times span')).length,
    latest: await texts(page, '#view-trend .latest .quality'), values: await texts(page, '#view-trend .latest [data-text="value"]'),
    later: await page.locator('#trend-later').isDisabled(),
  };
  await page.locator('#view-trend input[name="more"]').fill('Line1/Level');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#view-trend .series li').length === 2 && document.querySelector('#view-trend svg .hue1'));
  seen.series = await texts(page, '#view-trend .series [data-text="name"]');
  seen.scales = await texts(page, '#view-trend .series [data-text="scale"]');
  seen.both = await drawing.getAttribute('aria-label');
  await page.screenshot({ path: path.join(folder, 'trend-two.png') });
  await page.locator('#view-trend .series button:visible').click();
  await page.waitForFunction(() => document.querySelectorAll('#view-trend .series li').length === 1);
  await page.locator('#view-trend select').selectOption('day');
  await page.waitForFunction(() => location.hash.includes('span=day'));
  await page.setViewportSize({ width: 360, height: 740 });
  seen.phone = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: path.join(folder, 'trend-phone-dark.png') });
  await page.evaluate(() => { location.hash = '#trend?plc=Line1&tag=Count'; });
  await page.locator('#view-trend p.lost').waitFor({ state: 'visible' });
  seen.refused = await page.locator('#view-trend p.lost').innerText();
  return seen;
}

browse(url, work).then((seen) => console.log('RESULT ' + JSON.stringify(seen))).catch((error) => { console.error(error.message); process.exit(1); });
