import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture } from './support/browser.ts';
import { activateBySupport, query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { logInAgain, registerMember } from './support/people.ts';

afterAll(closeBrowser);

/** Studied on each of the last days, today as much as the goal; a little tomorrow, too, which is today when midnight passes meanwhile. */
async function studied(mobile: string, days: number): Promise<void> {
  await query(
    `with course as (insert into courses (sn, title) values ('study-' || $1::text, '连续学习') returning id)
    insert into learning_days (member_id, day, course_id, study_sec)
    select m.id, (now() at time zone 'Asia/Shanghai')::date - back, course.id, case when back < 0 then 60 else 1200 - back * 30 end
    from course, members m join users u on u.id = m.user_id, generate_series(-1, $2::int - 1) back where u.mobile_phone = $1::text`,
    [mobile, days],
  );
  await query(
    `with course as (select id from courses where sn = 'study-' || $1::text),
      chapter as (insert into chapters (course_id, title) select id, '第一章' from course returning id, course_id),
      lesson as (insert into lessons (course_id, chapter_id, title, type) select course_id, id, '点一杯咖啡', 1 from chapter returning id, course_id)
    insert into learning_records (member_id, course_id, lesson_id, duration_sec, study_sec, last_at)
    select m.id, l.course_id, l.id, 240, 240, now() from lesson l, members m join users u on u.id = m.user_id where u.mobile_phone = $1::text`,
    [mobile],
  );
}

it('celebrates a streak on the first of two devices, and shows this week beside the last one', async () => {
  const [mobile, days, text, close] = ['13900071001', 7, '连续学习 7 天', '关闭'] as const;
  const { page, context, problems } = await newVisitor({ size: phone });
  await registerMember(page, mobile);
  await activateBySupport(mobile);
  await studied(mobile, days);
  await logInAgain(page, mobile);
  await openPage(page, '/home/index');
  await page.evaluate(() => localStorage.clear());
  const status = page.getByRole('status').filter({ hasText: text });
  await status.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, `celebration-${mobile}`);
  await page.getByRole('button', { name: close, exact: true }).click();
  await status.waitFor({ state: 'detached' });
  await openPage(page, '/home/learning-records');
  expect(await faultsOf(page)).toEqual([]);
  const day = page.locator('button[data-day]').last();
  await day.waitFor();
  const cell = await day.boundingBox();
  expect([cell?.width, cell?.height], 'a finger hits a day of the calendar').toEqual([28, 28]);
  await picture(page, `records-${mobile}`);
  await openPage(page, '/home/personage/preferences');
  await picture(page, `preferences-${mobile}`);

  const other = await newVisitor({ size: desktop });
  await logInAgain(other.page, mobile);
  await openPage(other.page, '/home/index');
  expect(await other.page.getByRole('button', { name: close, exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
