import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { closeBrowser, desktop, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;
let course: number;
let teacher: number;

const save = async (): Promise<void> => {
  await admin.page.keyboard.press('Control+s');
  await admin.page.getByText('已保存').first().waitFor();
};

beforeAll(async () => {
  admin = await newVisitor();
  admin.page.setDefaultTimeout(300_000);
  await logInAsAdmin(admin.page);
  const subject = await send(admin.page, 'POST', 'admin/subjects', { name: '海洋科学' });
  teacher = (await send(admin.page, 'POST', 'admin/teachers', { name: '潜水老师', intro: '教了二十年潜水' })).id;
  course = (
    await send(admin.page, 'POST', 'admin/courses', {
      title: '珊瑚礁',
      subject_id: subject.id,
      teacher_ids: [teacher],
      detail: '<p style="text-align:center">居中的话</p>',
    })
  ).id;
  await query('update courses set status = 1 where id = $1', [course]);
});
afterAll(closeBrowser);

it('a course is described in Markdown, after a word about what that loses, and visitors read it formatted', async () => {
  const { page } = admin;
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await page.getByRole('button', { name: '用 Markdown 编写' }).click();
  const source = page.getByRole('textbox', { name: '课程介绍' });
  await page.getByText('Markdown 不支持的格式').waitFor();
  expect(await source.isEditable()).toBe(false);
  await page.getByRole('button', { name: '仍要修改' }).click();
  await source.fill('## 你会学到\n\n- **珊瑚**的一生\n- 怎样保护它');
  await picture(page, 'editors-markdown');
  await save();
  const [row] = await query<{ detail: string }>(`select detail from courses where id = ${course}`);
  expect(row?.detail).toContain('<strong>珊瑚</strong>');
  await openPage(page, `/admin/courses/${course}?tab=basic`);
  await expect.poll(() => source.inputValue()).toBe('## 你会学到\n\n- **珊瑚**的一生\n- 怎样保护它');
  await page.getByRole('button', { name: '可视化编辑' }).click();
  await page.getByRole('textbox', { name: '课程介绍' }).getByRole('heading', { name: '你会学到' }).waitFor();
});

it('a subject has a colour, which covers without a picture take; a teacher has pictures', async () => {
  const { page } = admin;
  await openPage(page, '/admin/subjects');
  await page.getByRole('link', { name: '海洋科学' }).or(page.getByText('海洋科学')).first().click();
  await page.getByRole('button', { name: '竹青' }).click();
  await picture(page, 'editors-colour');
  await save();
  await openPage(page, `/admin/teachers/${teacher}`);
  const file = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2c6d55' } })
    .png()
    .toBuffer();
  const files = ['a', 'b'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: file }));
  await page.locator('input[type=file][multiple]').setInputFiles(files);
  await page.getByText('上传图片（2/9）').waitFor();
  await picture(page, 'editors-pictures');
  await save();
  const guest = await newVisitor({ size: phone });
  guest.page.setDefaultTimeout(300_000);
  await openPage(guest.page, `/open/teachers/${teacher}`);
  await guest.page.getByText('教学风采').waitFor();
  await picture(guest.page, 'editors-gallery');
  await guest.page.getByRole('button', { name: '潜水老师的照片 1' }).click();
  await guest.page.keyboard.press('ArrowRight');
  await guest.page.getByText('2 / 2').waitFor();
  await picture(guest.page, 'editors-viewer');
  await openPage(guest.page, `/open/courses/${course}`);
  await guest.page.getByRole('heading', { name: '你会学到' }).waitFor();
  await picture(guest.page, 'editors-course');
  expect(guest.problems).toEqual([]);
});

it('the courses of a product are chosen from two lists, on a phone, too', async () => {
  const { page } = admin;
  await page.setViewportSize(phone);
  await openPage(page, '/admin/products/0');
  const lists = page.getByRole('group', { name: '课程', exact: true });
  await lists.getByRole('searchbox').fill('珊瑚');
  // The buttons move up when the matches replace the whole list.
  await lists.getByRole('group', { name: '可选（1）' }).waitFor();
  await lists.getByRole('checkbox', { name: '珊瑚礁' }).check();
  await picture(page, 'editors-transfer-phone');
  await lists.getByRole('button', { name: '添加' }).click();
  await lists.getByRole('group', { name: '已选（1）' }).getByText('珊瑚礁').waitFor();
  await page.setViewportSize(desktop);
  await picture(page, 'editors-transfer');
});
