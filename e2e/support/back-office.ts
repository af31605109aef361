import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { query } from './database.ts';
import { settled } from './open-page.ts';
import { enterPassword, logIn } from './people.ts';
import { send } from './send.ts';

/** Opens the drawer for a new row of a resource. */
export async function openNew(page: Page, resource: string, name: string): Promise<Locator> {
  await page.goto(`/admin/${resource}`);
  await page
    .getByRole('button', { name: `新建${name}` })
    .first()
    .click();
  const drawer = page.getByRole('dialog').filter({ hasText: `新建${name}` });
  await drawer.waitFor();
  return drawer;
}

/** The open row: beside its list, or on a page of its own; 0 when there is none. */
const openId = (url: URL): number => Number(url.searchParams.get('open') ?? /\/(\d+)$/.exec(url.pathname)?.[1] ?? 0);

/** Saves the drawer and waits until the row has an id. */
export async function save(page: Page, drawer: Locator): Promise<number> {
  await drawer.getByRole('button', { name: /^保\s?存$/ }).click();
  await page.waitForURL((url) => openId(url) > 0);
  return openId(new URL(page.url()));
}

/** Searches in a select and picks the match. */
export async function choose(page: Page, place: Locator, label: string, option: string): Promise<void> {
  const box = place.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  await page.getByTitle(option, { exact: true }).last().click();
  // With multiple selection the list stays open.
  if ((await box.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape');
}

/** Opens a select and picks an option without searching. */
export async function pick(page: Page, place: Locator, label: string, option: string): Promise<void> {
  await place.getByRole('combobox', { name: label }).click();
  await page.getByTitle(option, { exact: true }).last().click();
}

/** A button's wording; antd puts a space between two characters. */
const wording = (text: string): RegExp => new RegExp(`^${[...text].join('\\s?')}$`);

/**
 * Presses a verb of the open row: a button, or an entry behind “more” or beside the verb it resembles. After another one the row may
 * still show the verbs of its former state.
 */
export async function pressVerb(page: Page, action: string): Promise<void> {
  const verb = page.getByRole('button', { name: wording(action) }).last();
  const menus = page.getByRole('button', { name: /^(更多操作|其他额度操作)$/ });
  const entry = page.getByRole('menuitem').filter({ has: page.getByText(action, { exact: true }) });
  const press = async (): Promise<boolean> => {
    await verb.or(menus).first().waitFor();
    await settled(page);
    if (await verb.isVisible()) {
      await verb.click();
      return true;
    }
    for (const menu of await menus.all()) {
      await menu.click();
      await page.getByRole('menuitem').first().waitFor();
      if (await entry.isVisible()) {
        await entry.click();
        return true;
      }
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    }
    return false;
  };
  await expect.poll(press, { message: `a verb of this row is called ${action}` }).toBe(true);
}

/** Runs an action of the open row, fills in its dialog, and waits until the dialog has closed. */
export async function runAction(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await pressVerb(page, action);
  const dialog = page.locator('.kk-action');
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByLabel(label).first().fill(text);
    await dialog.getByLabel(label).first().press('Tab');
  }
  await dialog.getByRole('button', { name: wording(action) }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits until the query returns the expected value. */
export async function untilRow(text: string, row: Record<string, unknown>, timeout = 300_000): Promise<void> {
  await expect.poll(async () => (await query(text))[0], { timeout, interval: 100 }).toMatchObject(row);
}

/** The first login with an initial password, which is changed at once. */
export async function arriveFirst(
  page: Page,
  { username, password, own }: { username: string; password: string; own: string },
): Promise<void> {
  await page.goto('/open/login');
  await enterPassword(page, username, password);
  await page.waitForURL('**/password**');
  const fields = page.locator('input[type=password]');
  await fields.nth(0).fill(password);
  await fields.nth(1).fill(own);
  await fields.nth(2).fill(own);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL((url) => !url.pathname.includes('password'));
}

/** Creates and logs in another administrator, with a password of their own; without `permissions` a super administrator. */
export async function hireAdmin(
  boss: Page,
  page: Page,
  { username, permissions }: { username: string; permissions?: readonly string[] },
): Promise<void> {
  const [top] = await query<{ id: number }>("select id from roles where code = 'super_admin'");
  let roleId = Number(top?.id);
  if (permissions) {
    const menus = await query<{ id: number }>('select id from menus where key = any($1)', [permissions]);
    const role = await send(boss, 'POST', 'admin/roles', {
      name: `${username} 的角色`,
      parent_id: roleId,
      data_scope: 'all',
    });
    await send(boss, 'PUT', `admin/roles/${role.id}/permissions`, {
      permission_ids: menus.map(({ id }) => Number(id)),
    });
    roleId = role.id;
  }
  await send(boss, 'POST', 'admin/admins', {
    username,
    name: username,
    password: 'First2026pass',
    role_ids: [roleId],
  });
  await logIn(page, username, 'First2026pass');
  await send(page, 'PUT', 'admin/personage/password', {
    old_password: 'First2026pass',
    password: 'Second2026pass',
    password_confirmation: 'Second2026pass',
  });
}

/** A product on sale that opens one published course for a year. */
export async function putOnSale(
  page: Page,
  title: string,
  term: object = { term_mode: 2, term_value: 12 },
): Promise<number> {
  const course = await send(page, 'POST', 'admin/courses', { title: `${title}的课程` });
  await query('update courses set status = 1 where id = $1', [course.id]);
  const product = await send(page, 'POST', 'admin/products', {
    title,
    type: 1,
    course_ids: [course.id],
    sale_price: 9900,
    list_price: 19_900,
    stack_rule: 2,
    refund_days: 7,
    ...term,
  });
  await send(page, 'PUT', 'admin/products/change-status', { ids: [product.id], status: 1 });
  return product.id;
}
