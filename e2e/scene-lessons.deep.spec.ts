import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { grantCourse } from './support/lessons.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;
let person: Visitor;
beforeAll(async () => {
  [admin, person] = [await newVisitor(), await newVisitor({ size: phone })];
  for (const { page } of [admin, person]) page.setDefaultTimeout(300_000);
  await logInAsAdmin(admin.page);
});
afterAll(closeBrowser);

const make = async (path: string, data: object): Promise<number> =>
  (await send(admin.page, 'POST', `admin/${path}`, data)).id;

const mobile = '13900020941';

it('an editor adds an AI scene, and a learner finishes the course by its talk', async () => {
  const { page, problems } = person;
  const course = await make('courses', { title: '咖啡英语' });
  await make(`courses/${course}/chapters`, { title: '第一章' });

  await admin.page.goto(`/admin/courses/${course}`);
  await admin.page.getByRole('button', { name: '添加课时' }).click();
  await admin.page.getByRole('menuitem', { name: 'AI 场景课时' }).click();
  await admin.page.getByLabel('场景', { exact: true }).click();
  await admin.page.getByTitle('咖啡馆点单（约 6 分钟）').click();
  await admin.page.getByText('对话目标：点一杯饮料').waitFor();
  await untilRow(
    `select t.name from lessons l join ai_prompt_templates t on t.id = l.template_id where l.course_id = ${course}`,
    { name: '咖啡馆点单' },
  );
  await picture(admin.page, 'scene-lesson-outline');
  // Publishing asks for something to play, which is not what this is about.
  await query(`update courses set status = 1 where id = ${course}`);

  await registerMember(page, mobile);
  await activateBySupport(mobile);
  await grantCourse(admin.page, mobile, course);
  const [member] = await query<{ id: string }>(
    'select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  await page.goto(`/home/courses/${course}`);
  await page
    .getByRole('link', { name: /新 AI 场景/ })
    .first()
    .click();
  await page.getByText('没有剩余时长').waitFor();
  expect(await page.getByRole('button', { name: '开始对话' }).isDisabled()).toBe(true);
  await send(admin.page, 'POST', 'admin/members/add-seconds', {
    ids: [Number(member?.id)],
    minutes: 30,
    reason: '赠送',
  });
  await page.reload();
  await page.getByText('剩余 30 分钟').waitFor();
  const faults = await faultsOf(page);
  await picture(page, 'scene-lesson-375');
  await page.getByRole('button', { name: '开始对话' }).click();

  const back = page.getByRole('link', { name: '回到课时' });
  const lines = page.getByRole('list').filter({ hasText: '预设对话' });
  for (let turn = 0; turn < 14 && !(await back.isVisible()); turn += 1) {
    await page.getByRole('button', { name: '提示', exact: true }).click();
    await page.getByRole('button', { name: '看参考句' }).click();
    await page.getByRole('button', { name: '填入回答' }).click();
    const sent = await lines.getByRole('listitem').count();
    await page.getByRole('textbox', { name: '您的回答' }).press('Enter');
    await expect.poll(() => lines.getByRole('listitem').count()).toBe(sent + 2);
    await page.getByRole('button', { name: '停止' }).waitFor({ state: 'detached' });
  }
  await back.click();
  await page.getByText('这一课已学完，可以再聊一次。').waitFor();
  faults.push(...(await faultsOf(page)));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'scene-lesson-done-dark');
  await page.goto('/home/courses');
  await page.getByText('已学完').first().waitFor();
  expect([faults, problems]).toEqual([[], []]);
});

it('a teacher approves the words of an article, and the learner is asked for them after the lesson', async () => {
  const { page, problems } = person;
  const course = await make('courses', { title: '订座英语', is_free: true });
  const chapter = await make(`courses/${course}/chapters`, { title: '第一章' });
  const content = '<p>I would like to reserve a quiet table near the window. The waiter brought the wrong dessert.</p>';
  const lesson = await make(`courses/${course}/lessons`, { chapter_id: chapter, title: '订座', type: 4, content });
  await query(`update courses set status = 1 where id = ${course}`);

  await admin.page.goto(`/admin/courses/${course}`);
  await admin.page.getByRole('button', { name: '更多操作：订座' }).click();
  await admin.page.getByRole('menuitem', { name: '和外教聊这节课' }).click();
  const dialog = admin.page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('第 1 个的英文').inputValue()).toBe('reserve');
  await dialog.getByLabel('审核通过，学员可以使用').click();
  await picture(admin.page, 'material-dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/home/lessons/${lesson}`);
  await page.getByRole('tab', { name: '外教' }).click();
  await page.getByRole('button', { name: '看看聊什么' }).click();
  await page.getByRole('button', { name: '开始对话' }).scrollIntoViewIfNeeded();
  const faults = await faultsOf(page);
  await picture(page, 'material-lesson-375');
  await page.getByRole('button', { name: '开始对话' }).click();
  await page.getByText('I would like to ____ a quiet table near the window.').waitFor();
  await picture(page, 'material-talk-375');
  expect([faults, problems]).toEqual([[], []]);
});
