// Looks at every view and dialog of the console with axe-core (MPL-2.0), in both colour schemes and on a phone, and prints what it finds.
// usage: node access-page.js URL USER
'use strict';
const fs = require('fs');
const path = require('path');
const { browse } = require('./browser.js');
const [, , url, user] = process.argv;
const AXE = fs.readFileSync(path.join(__dirname, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
// Links of views that a phone has scrolled aside are taken for links that skip to a part of the page.
const RULES = { rules: { 'skip-link': { enabled: false } }, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

async function look(page, where, found) {
  // What comes by the first answers, and what glows.
  await page.waitForTimeout(700);
  const { violations, passes } = await page.evaluate((rules) => globalThis.axe.run(document, rules), RULES);
  for (const { id, help, nodes } of violations)
    found.push(`${where}: ${help} (${id}): ${nodes.slice(0, 5).map((node) => `${node.html.slice(0, 160)} ${node.any.map((each) => each.message).join('; ')}`).join(' | ')}`);
  return passes.length;
}

browse(url, async (page) => {
  const found = [];
  await page.evaluate(AXE);
  const views = await page.locator('.views a').evaluateAll((links) => links.map((link) => link.hash));
  let passed = 0;
  const all = async (where) => {
    for (const view of views) {
      await page.evaluate((hash) => { location.hash = hash; }, view);
      passed += await look(page, `${where} ${view}`, found);
    }
  };
  await all('stranger');
  await page.locator('#log-in').click();
  passed += await look(page, 'login', found);
  await page.locator('#login input[name="user"]').fill(user);
  await page.locator('#login input[name="password"]').fill(`secret of ${user}`);
  await page.keyboard.press('Enter');
  await page.waitForFunction((name) => document.querySelector('.user [data-text="user"]').textContent === name, user);
  await all(user);
  await page.emulateMedia({ colorScheme: 'dark' });
  await all('dark');
  await page.setViewportSize({ width: 360, height: 740 });
  await all('phone');
  const dialogs = await page.locator('dialog').evaluateAll((each) => each.map((dialog) => dialog.id).filter((id) => id !== 'login'));
  await page.emulateMedia({ colorScheme: 'light' });
  for (const dialog of dialogs) {
    await page.evaluate((id) => {
      const dialog = document.getElementById(id);
      for (const title of dialog.querySelectorAll('h2 [data-text]')) title.textContent ||= 'Line1'; // which the page fills in before
      dialog.showModal();
    }, dialog);
    passed += await look(page, `dialog ${dialog}`, found);
    await page.evaluate((id) => document.getElementById(id).close(), dialog);
  }
  return { found, views, dialogs, passed };
}).then((seen) => console.log(`RESULT ${JSON.stringify(seen)}`), (error) => {
  console.error(error);
  process.exit(1);
});
