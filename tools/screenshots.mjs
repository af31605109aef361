// Takes the pictures of the README anew: starts a demo school in a folder of its own and photographs it.
//   node tools/screenshots.mjs        needs Chromium (CHROMIUM, or /usr/bin/chromium) and Chinese fonts
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { visitDemoSchool } from './demo-school.mjs';
import { inRoot } from './project.mjs';

const phone = { width: 390, height: 780 };
const desktop = { width: 1280, height: 800 };

/** Name of the picture, size of the window, who looks, and at which page. */
const pictures = [
  ['course', desktop, null, '/open/courses/1'],
  ['back-office', desktop, 'admin', '/admin/courses'],
  ['home', phone, 'learner_1', '/home/index'],
  ['lesson', phone, 'learner_1', '/home/lessons/1'],
];

async function takePicture({ browser, base, logIn }, [name, viewport, username, path]) {
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    deviceScaleFactor: 2,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (username) await logIn(page, username);
  await page.goto(path, { waitUntil: 'networkidle' });
  const file = inRoot('docs/images', `${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);
  process.stdout.write(`${file}\n`);
  await context.close();
}

mkdirSync(inRoot('docs/images'), { recursive: true });
await visitDemoSchool(async (school) => {
  for (const picture of pictures) await takePicture(school, picture);
});
