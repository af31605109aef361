// Photographs the way of learners through the demo school into docs/tour, on a phone and a desk, light and dark, in Chinese and English.
//   node tools/tour.mjs [part of a name …]      needs Chromium (CHROMIUM, or /usr/bin/chromium) and Chinese fonts
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { send, visitDemoSchool } from './demo-school.mjs';
import { inRoot } from './project.mjs';
import { stops } from './tour-stops.mjs';

const sizes = [
  { name: '375', viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
  { name: '1440', viewport: { width: 1440, height: 900 } },
];
const looks = sizes.flatMap((size) =>
  ['light', 'dark'].flatMap((colorScheme) =>
    ['zh-CN', 'en'].map((locale) => ({ ...size, colorScheme, locale, name: `${size.name}-${colorScheme}-${locale}` })),
  ),
);
const parts = process.argv.slice(2);
const isWanted = (name) => parts.length === 0 || parts.some((part) => name.includes(part));

/** Unused cards by their codes, as the printer would get them; those of one product first. */
async function revealCards({ browser, base, logIn }, count) {
  const context = await browser.newContext({ baseURL: base });
  const page = await context.newPage();
  await logIn(page, 'admin');
  const response = await page.request.get('/web-api/admin/cards/list?where[shown_status]=issued');
  const { data } = await response.json();
  const isOral = ({ card_no: no }) => no.startsWith('DM01');
  const cards = data.toSorted((one, other) => isOral(other) - isOral(one)).slice(0, count);
  if (cards.length < count) throw new Error(`the school has ${cards.length} unused cards, ${count} are needed`);
  const codes = [];
  for (const { id } of cards) codes.push((await send(page, `/admin/cards/${id}/reveal`, { reason: 'tour' })).secret);
  await context.close();
  return codes;
}

/** Until the page has drawn itself: nothing of it loads, no cover is a plain ground, and for a while nothing comes or goes. */
const settle = (page) =>
  page.evaluate(
    ([quietMs, timeoutMs]) =>
      new Promise((resolve) => {
        let timer = 0;
        const end = () => {
          observer.disconnect();
          resolve();
        };
        const isDrawn = () =>
          document.querySelector('main') !== null &&
          document.querySelector('.splash, [aria-busy="true"], [data-book]:empty') === null;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => (isDrawn() ? end() : wait()), quietMs);
        };
        const observer = new MutationObserver(wait);
        observer.observe(document, { subtree: true, childList: true });
        setTimeout(end, timeoutMs); // a film that plays changes its page all the time
        wait();
      }),
    [700, 20_000],
  );

async function photograph(school, stop, look, card) {
  const { name, ...options } = look;
  const context = await school.browser.newContext({
    ...options,
    baseURL: school.base,
    deviceScaleFactor: 1,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((locale) => localStorage.setItem('language', locale), look.locale);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (stop.who) await school.logIn(page, stop.who);
  await page.goto(stop.path, { waitUntil: 'networkidle' });
  await settle(page);
  if (stop.act) {
    await stop.act(page, card);
    await settle(page);
  }
  if (stop.whole) {
    // Pages of the site are at least as high as the screen, so that their foot does not move: here it would never be seen.
    await page.evaluate(() => document.querySelector('main > *').style.setProperty('min-height', '0'));
    // As high as its page, so that what stays at the bottom of a screen is not in the middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: options.viewport.width, height: Math.max(height, options.viewport.height) });
    await settle(page);
  }
  const file = inRoot('docs/tour', `${stop.name}-${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);
  process.stdout.write(`${file}\n`);
  await context.close();
}

mkdirSync(inRoot('docs/tour'), { recursive: true });
await visitDemoSchool(async (school) => {
  const selection = stops
    .flatMap((stop) => looks.map((look) => ({ stop, look })))
    .filter(({ stop, look }) => isWanted(`${stop.name}-${look.name}`));
  const cards = selection.some(({ stop }) => stop.needs_card) ? await revealCards(school, looks.length) : [];
  for (const { stop, look } of selection) {
    const card = cards[looks.indexOf(look)];
    await photograph(school, stop, look, card).catch((error) => {
      process.exitCode = 1;
      process.stderr.write(`${stop.name}-${look.name}: ${error.message}\n`);
    });
  }
});
