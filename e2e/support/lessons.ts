import type { FileChooser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeTestVideo, type TestVideo } from '../../server/test/media.ts';
import { query } from './database.ts';
import { send } from './send.ts';

/** Opens the menu of the last chapter and the dialog of one of its file entries. */
export async function chooseFiles(page: Page, entry = '上传视频'): Promise<FileChooser> {
  await page.getByRole('button', { name: '添加课时' }).last().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  return chooser;
}

/** A published course of one chapter whose lessons are these videos, uploaded through the page; returns its lessons in order. */
export async function makeVideoCourse(
  page: Page,
  title: string,
  videos: readonly TestVideo[],
): Promise<{ course: number; lessons: number[] }> {
  const { id: course } = await send(page, 'POST', 'admin/courses', { title });
  await send(page, 'POST', `admin/courses/${course}/chapters`, { title: '第一章' });
  await page.goto(`/admin/courses/${course}`);
  for (const video of videos) {
    const chooser = await chooseFiles(page);
    await chooser.setFiles(await makeTestVideo(video));
  }
  const ready = `select 1 from lessons l join media m on m.id = l.media_id where l.course_id = ${course} and m.status = 3`;
  await expect.poll(() => query(ready), { timeout: 300_000 }).toHaveLength(videos.length);
  const rows = await query<{ id: string }>(
    `select id from lessons where course_id = ${course} and deleted_at is null order by sort`,
  );
  await send(page, 'PUT', 'admin/courses/change-status', { ids: [course], status: 1 });
  return { course, lessons: rows.map(({ id }) => Number(id)) };
}

/** Grants a course to a member, as support does; takes effect at the next login. */
export async function grantCourse(admin: Page, mobile: string, course: number): Promise<void> {
  const [member] = await query<{ id: string }>(
    'select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = $1',
    [mobile],
  );
  await send(admin, 'POST', 'admin/members/grant', { ids: [Number(member?.id)], course_ids: [course], reason: '试用' });
}
