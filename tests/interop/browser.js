// Debian's Chromium under playwright-core (Apache-2.0): a browser that nobody here wrote, with a profile of its own that is thrown away.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { chromium } = require('playwright-core');

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Opens a page and hands it to the work, with what the browser complained about and what it asked anybody else for. */
async function browse(url, work) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 's7opcbridge-browser-'));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', args: FLAGS, viewport: { width: 1280, height: 860 } });
  try {
    const page = browser.pages()[0];
    const complaints = [];
    const elsewhere = [];
    const methods = new Set();
    page.setDefaultTimeout(180000); // a busy machine is no fault
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => { complaints.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on('request', (request) => {
      methods.add(request.method());
      if (new URL(request.url()).origin !== new URL(url).origin) elsewhere.push(request.url());
    });
    await page.goto(url);
    return { ...await work(page), complaints, elsewhere, methods: [...methods] };
  } finally {
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

module.exports = { browse };
