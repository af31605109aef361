import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './support/audit.ts';
import { closeBrowser, desktop, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin } from './support/people.ts';

const many = 260;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  await query(`insert into subjects (name, sort) values ('列表科目', 1)`);
  await query(
    `insert into teachers (name, title, sort, status) select '列表教师 ' || lpad(n::text, 3, '0'), '讲师', n, 1 from generate_series(1, ${many}) n`,
  );
  admin = await newVisitor();
  ({ page } = admin);
  await logInAsAdmin(page);
});
afterAll(closeBrowser);
afterEach(async () => page.setViewportSize(desktop));

const rows = () => page.getByRole('row').filter({ has: page.getByRole('button', { name: /的更多操作/ }) });
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const searchOf = (): URLSearchParams => new URL(page.url()).searchParams;

/** Opens the list of this test's teachers. */
async function openTeachers(more = ''): Promise<void> {
  await page.goto(`/admin/teachers?where[_keyword]=${encodeURIComponent('列表教师')}&order[sort]=asc${more}`);
  await rowOf('列表教师').first().waitFor();
}

describe('the list', () => {
  it('keeps page, page size and a jump in the address, and a reload shows the same', async () => {
    await openTeachers();
    await page.getByRole('combobox', { name: '每页条数' }).selectOption('10');
    await page.getByRole('button', { name: '26', exact: true }).waitFor();
    await page.getByRole('textbox', { name: '跳至页码' }).fill('26');
    await page.keyboard.press('Enter');
    await rowOf('列表教师 260').waitFor();
    expect(searchOf().get('page')).toBe('26');
    await page.reload();
    await rowOf('列表教师 260').waitFor();
    expect(await rows().count()).toBe(10);
  });

  it('is usable by keyboard alone', async () => {
    await openTeachers();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByText('已选 1 位老师').first().waitFor();
    expect(await page.getByRole('checkbox', { name: '列表教师 002' }).isChecked()).toBe(true);
    await page.keyboard.press(']');
    await rowOf('列表教师 021').waitFor();
    await page.getByText('已选 1 位老师').first().waitFor();
    await page.keyboard.press('[');
    await rowOf('列表教师 001').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Space');
    await page.getByText('已选 2 位老师').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^已选/).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    const recordOf = (name: string) => page.getByRole('region', { name });
    await recordOf('列表教师 001').getByRole('heading', { name: '列表教师 001' }).waitFor();
    // Beside it the list is walked on, and the tab stays.
    await page.getByRole('tab', { name: '修改历史' }).click();
    await page.getByRole('tab', { name: '修改历史', selected: true }).waitFor();
    await page.keyboard.press('j');
    await recordOf('列表教师 002').getByRole('tab', { name: '修改历史', selected: true }).waitFor();
    await page.keyboard.press('k');
    await recordOf('列表教师 001').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await page.keyboard.press('Escape');
    await recordOf('列表教师 001').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('列表教师 001');
    await page.keyboard.press('?');
    await page.getByRole('dialog').filter({ hasText: '快捷键' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').filter({ hasText: '快捷键' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.keyboard.type('列表教师 007');
    await page.keyboard.press('Enter');
    await rowOf('列表教师 007').waitFor();
    await expect.poll(() => rows().count()).toBe(1);
  });

  it('changes a field in the row, undoes it, and shows what somebody else wrote meanwhile', async () => {
    await openTeachers();
    const edit = async (text: string, key = 'Enter'): Promise<void> => {
      await rowOf('列表教师 003').hover();
      await page.getByRole('button', { name: '修改“列表教师 003”的头衔' }).click();
      const input = page.getByRole('row').filter({ hasText: '列表教师 003' }).getByRole('textbox');
      await input.fill(text);
      await page.keyboard.press(key);
    };
    await edit('不要', 'Escape');
    expect(await rowOf('列表教师 003').innerText()).toContain('讲师');
    await edit('教授');
    await page.getByText('头衔已修改').first().waitFor();
    await expect
      .poll(async () => (await query(`select title from teachers where name = '列表教师 003'`))[0])
      .toEqual({ title: '教授' });
    await page.getByRole('button', { name: '撤销操作' }).click();
    await expect
      .poll(async () => (await query(`select title from teachers where name = '列表教师 003'`))[0])
      .toEqual({ title: '讲师' });
    // Undoing reads the list again, more than once: none of it may come after what somebody else writes.
    await openTeachers();
    await settled(page);
    await query(`update teachers set title = '博士', version = version + 1 where name = '列表教师 003'`);
    await edit('助教');
    await page
      .getByText(/刚被他人修改/)
      .first()
      .waitFor();
    await expect.poll(() => rowOf('列表教师 003').innerText()).toContain('博士');
    await page.getByRole('button', { name: '保留我的' }).click();
    await expect
      .poll(async () => (await query(`select title from teachers where name = '列表教师 003'`))[0])
      .toEqual({ title: '助教' });
  });

  it('has in the editor what was typed while it loaded, in its order', async () => {
    await openTeachers();
    await settled(page);
    let release = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      await typed;
      await route.continue();
    });
    await rowOf('列表教师 004').focus();
    await page.keyboard.press('e');
    const input = rowOf('列表教师 004').getByRole('textbox');
    await input.waitFor();
    await page.keyboard.type('慢速网络 004');
    release();
    await page.locator('.kk-editing').waitFor();
    expect(await input.inputValue()).toBe('慢速网络 004');
    await page.unroute('**/assets/**');
    await page.keyboard.press('Escape');
  });

  it('switches a field in the row by keyboard, undoes it, and puts back what is refused', async () => {
    const switchOf = (name: string) => page.getByRole('switch', { name: `“${name}”的状态` });
    const statusOf = async (name: string) => (await query(`select status from teachers where name = '${name}'`))[0];
    await openTeachers();
    await page.getByRole('button', { name: '搜索学员、手机号' }).waitFor();
    await switchOf('列表教师 004').focus();
    await page.keyboard.press('Space');
    await page.getByText('“列表教师 004”的状态已改为“停用”').waitFor();
    expect(await page.getByText(/^已处理/).count(), 'it is said once').toBe(0);
    await expect.poll(() => statusOf('列表教师 004')).toEqual({ status: 0 });
    expect(await switchOf('列表教师 004').isChecked()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('switch');
    await page.getByRole('button', { name: '撤销操作' }).click();
    await expect.poll(() => statusOf('列表教师 004')).toEqual({ status: 1 });
    await expect.poll(() => switchOf('列表教师 004').isChecked()).toBe(true);
    // Takes seconds, and the notice is not there for long.
    expect(await faultsOf(page)).toEqual([]);
    await openTeachers();
    await settled(page);
    await query(`update teachers set version = version + 1 where name = '列表教师 005'`);
    await switchOf('列表教师 005').click();
    await page.getByText('状态刚被他人修改').waitFor();
    await expect.poll(() => switchOf('列表教师 005').isChecked()).toBe(true);
    await page.setViewportSize({ width: 375, height: 800 });
    // The row has to be here as the other wrote it.
    await settled(page);
    await switchOf('列表教师 005').click();
    await page.getByText('“列表教师 005”的状态已改为“停用”').waitFor();
    // What lies half under the top bar is no target.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('runs a bulk action on all matches, with their number before and the result after', async () => {
    await openTeachers();
    await settled(page);
    const before = await rowOf('列表教师 001').boundingBox();
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await page.getByRole('button', { name: `选择全部 ${many} 位老师` }).click();
    await page.getByText(`已选全部 ${many} 位老师`).first().waitFor();
    expect(await rowOf('列表教师 001').boundingBox(), 'no row moves').toEqual(before);
    await page.keyboard.press('b');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label')))
      .toBe('批量操作');
    await page.getByRole('button', { name: '备注', exact: true }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: `${many} 位老师` });
    await dialog.locator('#field-remark:focus').waitFor();
    await page.keyboard.insertText('批量写的');
    await dialog.getByRole('button', { name: `备注 ${many} 位老师`, exact: true }).click();
    await page.getByText(`成功 ${many} 条，未处理 0 条`).first().waitFor({ timeout: 300_000 });
    expect(await query(`select count(*)::int as count from teachers where remark = '批量写的'`)).toEqual([
      { count: many },
    ]);
    await page.getByRole('button', { name: /^关\s?闭$/ }).click();
  });

  it.each([desktop, { width: 375, height: 812 }])(
    'shows what can be undone beside what can be done next: %j',
    async (size) => {
      await openTeachers();
      await page.setViewportSize(size);
      await settled(page);
      await page.getByRole('checkbox').nth(1).check();
      await page
        .getByRole('region', { name: '批量操作' })
        .getByRole('button', { name: /^停\s?用$/ })
        .click();
      const undo = page.getByRole('button', { name: '撤销操作' });
      await undo.waitFor();
      // Pressing each of them proves that nothing is over it.
      await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '备注' }).click({ trial: true });
      await undo.click();
    },
  );

  it('folds the columns without room, says how many, and shows them on request', async () => {
    await page.setViewportSize({ width: 820, height: 900 });
    await openTeachers();
    await settled(page);
    const heads = () => page.getByRole('columnheader');
    const title = await page.getByRole('button', { name: /列设置，收起了/ }).innerText();
    const shown = await heads().count();
    const folded = Number(/\+(\d+)/.exec(title)?.[1]);
    expect(folded).toBeGreaterThan(0);
    const cut = (): Promise<number> =>
      page.evaluate(
        () => [...document.querySelectorAll('.kk-scroll')].filter((one) => one.scrollWidth > one.clientWidth).length,
      );
    expect(await cut()).toBe(0);
    const saved = () => page.waitForResponse((response) => response.url().includes('/saved-views/look'));
    await page.getByRole('button', { name: /列设置，收起了/ }).click();
    let saving = saved();
    await page.getByRole('checkbox', { name: '显示全部列，左右滚动查看' }).click();
    await expect.poll(() => heads().count()).toBe(shown + folded);
    expect(await cut()).toBe(1);
    await saving;
    saving = saved();
    await page.getByRole('checkbox', { name: '显示全部列，左右滚动查看' }).click();
    await expect.poll(() => heads().count()).toBe(shown);
    await saving;
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('orders columns by keyboard and remembers it on the server', async () => {
    await openTeachers();
    const heads = async (): Promise<string[]> =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
    const before = await heads();
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('button', { name: '移动“英文名”' }).focus();
    // Each by itself: two that are quick are saved at once, two that are slow one after the other.
    for (const key of ['ArrowUp', 'ArrowUp']) {
      const saved = page.waitForResponse((response) => response.url().includes('/saved-views/look'));
      await page.keyboard.press(key);
      await saved;
    }
    const after = await heads();
    expect(after).not.toEqual(before);
    expect(after.indexOf('英文名')).toBeLessThan(before.indexOf('英文名'));
    await page.evaluate(() => localStorage.clear());
    await openTeachers();
    await expect.poll(heads).toEqual(after);
  });

  it('saves a view, shows when it was changed, and opens with it as the default', async () => {
    await openTeachers('&per_page=50');
    const open = () => page.getByRole('button', { name: /切换视图/ }).click();
    await open();
    await page.getByRole('menuitem', { name: '另存为新视图' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: '另存为新视图' });
    await dialog.getByRole('textbox', { name: '视图名称' }).fill('我的教师');
    await dialog.getByRole('checkbox', { name: '打开列表时默认使用' }).check();
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click();
    await page.getByRole('button', { name: '切换视图，当前为我的教师' }).waitFor();
    await expect.poll(() => Number(searchOf().get('view'))).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: '每页条数' }).selectOption('10');
    await page.getByText('（已修改）').first().waitFor();
    await open();
    await page.getByRole('menuitem', { name: '放弃修改' }).click();
    await page.getByText('（已修改）').waitFor({ state: 'hidden' });
    await expect.poll(() => searchOf().get('per_page')).toBe('50');
    await page.goto('/admin/teachers');
    await page.getByRole('button', { name: '切换视图，当前为我的教师' }).waitFor();
    await rowOf('列表教师 050').waitFor();
    await open();
    await page.getByRole('menuitem', { name: '全部记录' }).click();
    await page.waitForURL(/view=none/);
    // Filters that are cleared do not come back as those of the default view.
    await page.goto(`/admin/teachers?where[_keyword]=${encodeURIComponent('列表教师')}`);
    await page.getByRole('button', { name: '清空', exact: true }).click();
    await page.getByRole('button', { name: '切换视图，当前为全部记录' }).waitFor();
    await settled(page);
    await expect.poll(() => page.url()).not.toContain('where');
  });

  it('prints its title, filters in words, columns and rows, and nothing that is pressed', async () => {
    await openTeachers('&where[status]=1');
    await page.keyboard.press('Shift');
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: '老师' }).waitFor();
    const isShown = (what: ReturnType<Page['locator']>): Promise<boolean> => what.first().isVisible();
    await expect.poll(() => isShown(page.getByRole('button', { name: '新建老师' }))).toBe(false);
    const pressed = [
      page.getByRole('checkbox'),
      page.getByRole('button', { name: /更多操作/ }),
      page.locator('.kk-side'),
    ];
    expect(await Promise.all(pressed.map(isShown))).toEqual([false, false, false]);
    const read = [
      page.getByText('状态：启用'),
      page.getByRole('columnheader', { name: '姓名' }),
      rowOf('列表教师 001'),
    ];
    expect(await Promise.all(read.map(isShown))).toEqual([true, true, true]);
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll('body *:has(.kk-list)')].map((box) => getComputedStyle(box).backgroundColor),
    );
    expect(new Set(colours)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const date = await page.evaluate(
      () => getComputedStyle(document.querySelector('.kk-title') as Element, '::after').content,
    );
    expect(date).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d"$/);
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints by what it is filtered from a phone, too, where the filters are behind a button', async () => {
    await openTeachers('&where[status]=1');
    await page.setViewportSize(phone);
    await page.keyboard.press('Shift');
    const [filter, search, button] = [
      page.getByText('状态：启用'),
      page.getByRole('searchbox'),
      page.getByRole('button', { name: '筛选，已设置 1 项' }),
    ];
    const shown = (): Promise<boolean[]> => Promise.all([filter, search, button].map((one) => one.isVisible()));
    await expect.poll(shown).toEqual([false, true, true]);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(shown).toEqual([true, true, false]);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(desktop);
  });

  it('has its sums at the foot of the window, for all rows that match, on later pages too', async () => {
    await query(`insert into sms_messages (vendor, purpose, mobile_phone, state, parts, cost, created_at)
      select 'aliyun', 'login', '1390000' || lpad(n::text, 4, '0'), 1, 2, 0.045, now() - n * interval '1 minute' from generate_series(1, 60) n`);
    const foot = () => page.locator('tfoot tr');
    await page.goto('/admin/sms-messages?where[_keyword]=1390000');
    await foot().getByText('120', { exact: true }).waitFor();
    const text = await foot().innerText();
    expect(text).toContain('合计');
    expect(text).toContain('2.700');
    const inWindow = async (): Promise<number> => {
      const box = await foot().getByRole('rowheader').boundingBox();
      return box ? 900 - (box.y + box.height) : Number.NaN;
    };
    await expect.poll(inWindow, { message: 'there are rows below the window' }).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'list-sums');
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.waitForURL(/page=2/);
    await settled(page);
    await expect.poll(() => foot().innerText()).toBe(text);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await picture(page, 'list-sums-end');
    await page.setViewportSize(phone);
    await page.getByRole('region', { name: '合计' }).getByText('2.700').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize(desktop);
  });

  it('leaves a record the room where a table has none, and makes rows within reach of the thumb', async () => {
    await openTeachers();
    await rowOf('列表教师 001').getByText('列表教师 001').click();
    const record = page.getByRole('region', { name: '列表教师 001' });
    await record.getByRole('heading', { name: '列表教师 001' }).waitFor();
    await settled(page);
    await picture(page, 'list-docked');
    const width = async (what: ReturnType<Page['locator']>): Promise<number> => (await what.boundingBox())?.width ?? 0;
    expect(await width(page.locator('.kk-list'))).toBeLessThan(340);
    expect(await width(record)).toBeGreaterThan(880);
    expect(await page.getByRole('button', { name: '新建老师' }).count(), 'the strip is for choosing').toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => Math.round(await width(page.locator('.kk-list')))).toBeLessThan(265);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    await page.setViewportSize(phone);
    const maker = page.getByRole('button', { name: '新建老师' });
    await maker.waitFor();
    await settled(page);
    const box = await maker.boundingBox();
    expect([box?.height, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([48, 796]);
    const card = page.getByRole('listitem').filter({ hasText: '列表教师' }).first();
    expect((await card.boundingBox())?.height, 'several rows on one screen').toBeLessThan(170);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.getByRole('navigation', { name: '分页' }).boundingBox();
    expect((end?.y ?? Infinity) + (end?.height ?? 0), 'the end of the list is above it').toBeLessThanOrEqual(
      box?.y ?? 0,
    );
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'list-phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'list-phone-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('checkbox', { name: '列表教师 001' }).check();
    await maker.waitFor({ state: 'hidden' });
    await page.setViewportSize(desktop);
  });

  it('left no error in the console', () => {
    expect(admin.problems).toEqual([]);
  });
});
