import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { adminPages } from '@kaike/shared/pages/admin';
import { permissionsOf, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { verbsOf } from '@kaike/shared/kit/rows/verbs';
import { createTranslator } from '@kaike/shared/kit/wording';
import { resources } from '@kaike/shared/resources/index';
import { loadCatalogue } from '../server/src/core/wording.ts';
import { faultsOf } from './support/audit.ts';
import { pressVerb } from './support/back-office.ts';
import { closeBrowser, newVisitor } from './support/browser.ts';
import { makeAdminBySupport, makeAgencyBySupport, query } from './support/database.ts';
import { openPage, settled } from './support/open-page.ts';
import { logInAgain, logInAsAdmin, registerMember } from './support/people.ts';

// What each person may do, and nothing else, is on their pages; the server refuses the rest.

afterAll(closeBrowser);

type Entry = { group: string; resource: string | null; action: string | null; status: number };

const t = createTranslator({ locale: 'zh-CN', catalogues: [loadCatalogue('zh-CN')] });
/** The first of these that is worded. */
const wordOf = (...keys: string[]): string =>
  keys.map((key) => [key, t(key)]).find(([key, text]) => text !== key)?.[1] ?? '';
const bare = (text: string): string => text.replaceAll(/\s/g, '');

/** The permissions of who is logged in, as their menu lists them. */
async function permissionsOfPerson(page: Page): Promise<Set<string>> {
  const { menus } = (await (await page.request.get('/web-api/open/menu')).json()) as { menus: Entry[] };
  return new Set(
    menus.flatMap(({ group, resource, action, status }) => (status === 1 ? [`${group}.${resource}.${action}`] : [])),
  );
}

/** The buttons of a list by what they need: its verbs, and what makes, brings in, takes out or deletes rows. */
function buttonsOf(definition: ResourceDefinition): { label: string; needs: string[] }[] {
  const { name } = definition;
  const isNamed = (state: string): boolean => wordOf(`resources.${name}.verbs.${state}`, `kit.verbs.${state}`) !== '';
  const verbs = verbsOf(definition, isNamed).map(({ verb, name: action, preset }) => ({
    label: preset
      ? wordOf(`resources.${name}.verbs.${verb}`, `kit.verbs.${verb}`)
      : wordOf(`resources.${name}.actions.${action}`, `kit.actions.${action}`),
    needs: permissionsOf(definition, action),
  }));
  const makers = (['import', 'export', 'delete'] as const)
    .filter((operation) => definition.only.includes(operation))
    .map((operation) => ({ label: wordOf(`kit.actions.${operation}`), needs: permissionsOf(definition, operation) }));
  const ofFeature = Object.entries(definition.buttons ?? {}).map(([verb, permission]) => ({
    label: wordOf(`resources.${name}.actions.${verb}`, `kit.actions.${verb}`),
    needs: [permission],
  }));
  return [...verbs, ...makers, ...ofFeature];
}

/** What can be pressed on a page, and in the menus behind these buttons. */
async function pressable(page: Page, menus: Locator): Promise<Set<string>> {
  const texts = await page.locator('main button, main a').allInnerTexts();
  for (const menu of await menus.all()) {
    await menu.click();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    texts.push(...(await entries.allInnerTexts()));
    await page.keyboard.press('Escape');
    await entries.first().waitFor({ state: 'hidden' });
  }
  return new Set(texts.map(bare));
}

/** Buttons of a list with its first row, or of an open record, that the person has no permission for. */
async function wrongButtons(
  page: Page,
  { definition, may, menus }: { definition: ResourceDefinition; may: Set<string>; menus: Locator },
): Promise<string[]> {
  const held = (needs: readonly string[]): boolean => needs.every((permission) => may.has(permission));
  const all = buttonsOf(definition);
  const allowed = new Set(all.filter(({ needs }) => held(needs)).map(({ label }) => bare(label)));
  const refused = all.map(({ label }) => bare(label)).filter((label) => label !== '' && !allowed.has(label));
  const shown = await pressable(page, menus);
  return refused
    .filter((label) => shown.has(label))
    .map((label) => `${new URL(page.url()).pathname}${new URL(page.url()).search}: ${label} is offered`);
}

/** Every list: opens and is accessible with its first record for who may see it, without buttons they may not press; is refused to the others. */
async function problemsOfLists(page: Page, may: Set<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const definition of resources) {
    const { name } = definition;
    const url = `/admin/${name}`;
    if (!may.has(`admin.${name}.list`)) {
      const status = (await page.request.get(`/web-api${url}/list`)).status();
      if (status !== 403) problems.push(`${name}: the server answers ${status} instead of 403`);
      continue;
    }
    await openPage(page, url);
    const menus = page.locator('main [aria-haspopup="menu"][aria-label$="的更多操作"]');
    problems.push(...(await faultsOf(page)), ...(await wrongButtons(page, { definition, may, menus: menus.first() })));
    const row = (await (await page.request.get(`/web-api${url}/list?per_page=1`)).json()) as { data: { id: number }[] };
    if (!may.has(`admin.${name}.show`) || !row.data[0]) continue;
    await openPage(page, `${url}?open=${row.data[0].id}`);
    await settled(page);
    const inRecord = page.getByRole('button', { name: /^(更多操作|其他额度操作)$/ });
    problems.push(...(await faultsOf(page)), ...(await wrongButtons(page, { definition, may, menus: inRecord })));
  }
  return problems;
}

/** Hand-written pages of the menu that say so when they are opened without permission. */
async function problemsOfPages(page: Page, may: Set<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const { url, in_menu, permissions } of adminPages) {
    if (!in_menu || !permissions || may.has(`admin.${permissions.name}.list`)) continue;
    await openPage(page, url);
    const heading = await page.getByRole('heading', { level: 1 }).first().innerText();
    if (heading !== '没有访问权限') problems.push(`${url}: opens with ${heading}`);
  }
  return problems;
}

/** Who sells and answers the telephone: sees learners, courses and the library, and changes little of them. */
const clerk = [
  'members.list',
  'members.show',
  'courses.list',
  'courses.show',
  'media.list',
  'media.show',
  'media.add-to-course',
  'card-batches.list',
  'pay-orders.list',
  'pay-orders.show',
  'agencies.list',
  'agencies.show',
].map((name) => `admin.${name}`);

const people: [string, (page: Page) => Promise<void>][] = [
  [
    'a clerk with a narrow role',
    async (page) => {
      await query(`insert into media (title, status, storage_key) values ('权限素材', 3, 'roles/one.mp4')`);
      await registerMember(page, '13900150101');
      await makeAdminBySupport('13900150101', clerk);
      await logInAgain(page, '13900150101');
    },
  ],
  [
    'an agency',
    async (page) => {
      await registerMember(page, '13900150102');
      await makeAgencyBySupport('13900150102');
      await logInAgain(page, '13900150102');
    },
  ],
  ['the administrator', logInAsAdmin],
];

describe.each(people)('%s', (_name, logIn) => {
  it('opens every list and record they may see, presses only what they may, and is refused the rest', async () => {
    const { page, context, problems } = await newVisitor();
    await logIn(page);
    const may = await permissionsOfPerson(page);
    expect(may.size).toBeGreaterThan(0);
    expect([...(await problemsOfLists(page, may)), ...(await problemsOfPages(page, may)), ...problems]).toEqual([]);
    await context.close();
  });
});

it('the dialogs that create a missing row, wait for a name or a number, and choose files are accessible', async () => {
  const { page, context, problems } = await newVisitor();
  await logInAsAdmin(page);
  const [agency] = await query<{ id: number }>(
    `insert into agencies (user_id, code, name, mobile_phone, lft, rgt, status)
      select id, 'EDLG', '道别代理', '13900150199', 9001, 9002, 1 from users order by id limit 1 returning id`,
  );
  await openPage(page, `/admin/agencies?open=${agency?.id}`);
  await pressVerb(page, '结束合作');
  await page.getByRole('dialog').getByText('道别代理').first().waitFor();
  const faults = await faultsOf(page);

  await query(
    `insert into ai_lab_cases (key, name, cefr, answers) select 'dialogs', '用例 ' || n, 'A1', 'hi' from generate_series(1, 120) n`,
  );
  await openPage(page, '/admin/ai-lab-cases?per_page=200');
  await page.getByRole('checkbox', { name: '选择本页' }).click();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '删除' }).click();
  await page.locator('#typed-count').waitFor();
  faults.push(...(await faultsOf(page)));

  await openPage(page, '/admin/courses?open=0');
  const teachers = page.getByRole('combobox', { name: '老师' });
  await teachers.click();
  await teachers.fill('还没有的老师');
  await page.getByTitle('新建“还没有的老师”').click();
  await page.locator('#new-row').waitFor();
  faults.push(...(await faultsOf(page)));

  await query(`insert into media_folders (name, lft, rgt, level) values ('对话框', 9001, 9002, 1)`);
  const [course] = await query<{ id: number }>(
    `insert into courses (sn, title) values ('DLG-1', '对话框课程') returning id`,
  );
  await openPage(page, `/admin/courses/${course?.id}?tab=outline`);
  await page.getByRole('button', { name: '从音视频中选择' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '对话框' }).waitFor();
  faults.push(...(await faultsOf(page)));
  expect([...faults, ...problems]).toEqual([]);
  await context.close();
});
