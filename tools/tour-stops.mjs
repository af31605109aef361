/** Types the code of a card; its face is turned up. */
async function openCard(page, code) {
  await page.getByRole('textbox').fill(code);
  await page.locator('form button[type=submit]').click();
  await page.locator('h2:focus').waitFor();
  await page.waitForLoadState('networkidle');
}

async function useCard(page, code) {
  await openCard(page, code);
  await page.getByRole('button', { name: /^(确认激活|Activate)$/ }).click();
  await page
    .getByRole('link', { name: /首页|home/i })
    .last()
    .waitFor();
  await page.waitForLoadState('networkidle');
}

/** Takes the certificate of a finished course. */
async function takeCertificate(page) {
  await page.locator('main button').first().click();
  await page.locator('main img[src^="data:"]').waitFor();
}

/** Opens the poster of a course. */
async function openShare(page) {
  await page.getByRole('button', { name: /^(分享|Share)$/ }).click();
  await page.locator('dialog a[download][href]').waitFor();
}

/** What is photographed: who looks (a visitor when absent), where, and what they do first. */
export const stops = [
  { name: 'site', path: '/open/index', whole: true },
  { name: 'courses', path: '/open/courses' },
  { name: 'course', path: '/open/courses/1', whole: true },
  { name: 'share', path: '/open/courses/1', act: openShare },
  { name: 'free-course', path: '/open/courses/8', whole: true },
  { name: 'notices', path: '/open/messages' },
  { name: 'help', path: '/open/help', whole: true },
  { name: 'product', path: '/open/products/1', whole: true },
  { name: 'home', who: 'learner_1', path: '/home/index', whole: true },
  { name: 'home-finished', who: 'learner_2', path: '/home/index' },
  { name: 'lesson', who: 'learner_1', path: '/home/lessons/1' },
  { name: 'my-course', who: 'learner_1', path: '/home/courses/1', whole: true },
  { name: 'records', who: 'learner_1', path: '/home/learning-records' },
  { name: 'week', who: 'learner_1', path: '/home/learning-records/week', whole: true },
  { name: 'notes', who: 'learner_1', path: '/home/notes', whole: true },
  { name: 'me', who: 'learner_2', path: '/home/personage/index', whole: true },
  { name: 'enter-card', who: 'learner_9', path: '/home/cards/use-card' },
  { name: 'card-front', who: 'learner_9', path: '/home/cards/use-card', act: openCard, needs_card: true, whole: true },
  { name: 'card-done', who: 'learner_9', path: '/home/cards/use-card', act: useCard, needs_card: true },
  { name: 'finished', who: 'learner_2', path: '/home/courses/1/finished', whole: true },
  { name: 'diploma', who: 'learner_2', path: '/home/courses/1/finished', act: takeCertificate, whole: true },
  { name: 'certificate', who: 'learner_2', path: '/home/learning-records/certificate', whole: true },
];
