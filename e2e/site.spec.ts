import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture } from './support/browser.ts';
import { publishBySupport } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

let courseId = 0;

beforeAll(async () => {
  const { page, context } = await newVisitor();
  await logInAsAdmin(page);
  const subject = await send(page, 'POST', 'admin/subjects', { name: '外语' });
  const teacher = await send(page, 'POST', 'admin/teachers', {
    name: '何老师',
    title: '口语教练',
    intro: '教了二十年口语。',
  });
  const course = await send(page, 'POST', 'admin/courses', {
    title: '葡萄牙语入门',
    subtitle: '从第一句问候开始',
    intro: '十节课学会日常对话。',
    detail: '<p>适合零基础。</p>',
    subject_id: subject.id,
    teacher_ids: [teacher.id],
  });
  courseId = course.id;
  const chapter = await send(page, 'POST', `admin/courses/${course.id}/chapters`, { title: '第一章 问候' });
  await send(page, 'POST', `admin/courses/${course.id}/lessons`, {
    chapter_id: chapter.id,
    type: 4,
    title: '你好与再见',
    content: '<p>Olá</p>',
  });
  await publishBySupport(course.id);
  await send(page, 'POST', 'admin/columns', {
    title: '本周推荐',
    position: 'home',
    type: 'banner',
    items: [{ course_id: course.id }],
  });
  await context.close();
});
afterAll(closeBrowser);

describe.each([
  { name: 'phone', size: phone },
  { name: 'desktop', size: desktop },
])('a visitor on a $name', ({ name, size }) => {
  it('finds a course by pinyin, opens it and reads its outline', async () => {
    const { page, context, problems } = await newVisitor({ size });
    await page.goto('/open/index');
    await expect.poll(() => page.locator('main').innerText(), { timeout: 300_000 }).toContain('葡萄牙语入门');
    await page
      .getByRole('link', { name: /葡萄牙语入门/ })
      .first()
      .waitFor();
    await picture(page, `site-home-${name}`);
    const faults = await faultsOf(page);
    await page.getByRole('link', { name: '搜索课程' }).first().click();
    const box = page.getByRole('combobox', { name: '搜索课程' });
    await box.fill('ptyy');
    await page.getByRole('option', { name: '葡萄牙语入门' }).waitFor();
    await box.press('Escape');
    await box.press('Enter');
    await page.waitForURL('**/open/courses?text=ptyy');
    await page.getByText('“ptyy”的搜索结果：1 门').first().waitFor();
    faults.push(...(await faultsOf(page)));
    await page.getByRole('link', { name: /葡萄牙语入门/ }).click();
    await page.getByRole('heading', { level: 1, name: '葡萄牙语入门' }).waitFor();
    await page.getByText('你好与再见').first().waitFor();
    await page.getByText('适合零基础。').first().waitFor();
    await picture(page, `site-course-${name}`);
    await expect.poll(() => page.title()).toBe('葡萄牙语入门 · 开课');
    faults.push(...(await faultsOf(page)));
    await page.getByRole('link', { name: '激活学习卡' }).click();
    await page.waitForURL(
      (url) => url.pathname === '/open/login' && url.searchParams.get('back_url') === '/home/cards/use-card',
    );
    expect([...faults, ...problems]).toEqual([]);
    await context.close();
  });

  it('gets help when nothing matches, and sees every other page in order', async () => {
    const { page, context, problems } = await newVisitor({ size });
    await page.goto('/open/courses?text=zzzz');
    await page.getByRole('heading', { name: '没有找到“zzzz”' }).waitFor();
    await page.getByRole('link', { name: /葡萄牙语入门/ }).waitFor();
    const faults = await faultsOf(page);
    for (const [path, words] of [
      ['/open/no-such-page', '搜索课程'],
      ['/open/subjects', '外语'],
      ['/open/teachers', '何老师'],
      ['/open/apps', '应用还在准备中'],
    ] as const) {
      await page.goto(path);
      await page.locator('main').getByText(words).first().waitFor();
      faults.push(...(await faultsOf(page)));
    }
    await page.getByRole('link', { name: '老师', exact: true }).click();
    await page.getByRole('link', { name: /何老师/ }).click();
    await page.getByText('教了二十年口语。').first().waitFor();
    await page.getByRole('link', { name: '学习', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '每天一格，慢慢填满' }).waitFor();
    faults.push(...(await faultsOf(page)));
    await page.getByRole('link', { name: '我的', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '还没有登录' }).waitFor();
    await page.goto('/open/courses/99999999');
    await page.getByRole('heading', { name: '课程不存在或已下架' }).waitFor();
    expect([...faults, ...(await faultsOf(page)), ...problems]).toEqual([]);
    await context.close();
  });
});

describe('a search engine', () => {
  it('reads title, description, address and outline without running a script', async () => {
    const { page, context } = await newVisitor();
    const answer = await page.request.get(`/open/courses/${courseId}`);
    const html = await answer.text();
    expect(html).toContain('<title>葡萄牙语入门 · 开课</title>');
    expect(html).toMatch(/<meta name="description" content="从第一句问候开始。十节课学会日常对话。" \/>/);
    expect(html).toContain(`/open/courses/${courseId}" />`);
    expect(html).toContain('你好与再见');
    expect(html).toContain('application/ld+json');
    expect((await page.request.get('/open/courses/99999999')).status()).toBe(404);
    await context.close();
  });

  it('finds the course in the sitemap, and the sitemap in robots.txt', async () => {
    const { page, context } = await newVisitor();
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`/open/courses/${courseId}</loc>`);
    expect(await (await page.request.get('/robots.txt')).text()).toMatch(/Sitemap: http.*\/sitemap\.xml/);
    await context.close();
  });
});
