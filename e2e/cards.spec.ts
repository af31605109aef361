import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  choose,
  hireAdmin,
  openNew,
  pick,
  pressVerb,
  putOnSale,
  runAction,
  save,
  untilRow,
} from './support/back-office.ts';
import { closeBrowser, desktop, newVisitor, phone, type Visitor } from './support/browser.ts';
import { holdRows, query } from './support/database.ts';
import { settled } from './support/open-page.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const quantity = 24;
const many = 20_000;
let admin: Visitor;
let second: Visitor;
let support: Visitor;
let member: Visitor;
let friend: Visitor;
let batch = 0;
let cards: { card_no: string; secret: string; id: number }[] = [];

/** The next unused card. */
function takeCard(): { card_no: string; secret: string; id: number } {
  const card = cards.shift();
  if (!card) throw new Error('the batch is too small for this test');
  return card;
}

const openCard = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/admin/cards?open=${id}`);
  await page.getByRole('tab', { name: '经历' }).waitFor();
};
const untilState = (id: number, state: number): Promise<void> =>
  untilRow(`select state from cards where id = ${id}`, { state });
const isSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

beforeAll(async () => {
  [admin, second, support, member, friend] = [
    await newVisitor(),
    await newVisitor(),
    await newVisitor(),
    await newVisitor({ size: phone }),
    await newVisitor({ size: desktop }),
  ];
  await logInAsAdmin(admin.page);
  await putOnSale(admin.page, '自然拼读年卡');
});
afterAll(closeBrowser);

describe('the administrator', () => {
  it('watches a large batch being made', async () => {
    const { page } = admin;
    const drawer = await openNew(page, 'card-batches', '制卡批次');
    await drawer.getByLabel('批次名称').fill('两万张');
    await choose(page, drawer, '商品', '自然拼读年卡');
    await drawer.getByLabel('数量').fill(String(many));
    // However slow the page is, the batch is not complete before it was seen.
    const release = await holdRows('cards');
    const id = await save(page, drawer);
    await page.getByRole('tab', { name: '概况' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /已制作 [\d,]+ \/ 20,000 张/ })
      .waitFor()
      .finally(release);
    await untilRow(`select made_count, state from card_batches where id = ${id}`, { made_count: many, state: 2 });
    await page
      .getByRole('button', { name: /^发\s?放$/ })
      .last()
      .waitFor();
    expect(
      (
        await query(
          `select count(distinct card_no)::int as cards, count(distinct secret_hash)::int as secrets from cards where batch_id = ${id}`,
        )
      )[0],
    ).toEqual({ cards: many, secrets: many });
  });

  it('releases a batch and exports its secrets, which requires a reason and is logged', async () => {
    const { page } = admin;
    const drawer = await openNew(page, 'card-batches', '制卡批次');
    await drawer.getByLabel('批次名称').fill('浏览器批次');
    await choose(page, drawer, '商品', '自然拼读年卡');
    await drawer.getByLabel('数量').fill(String(quantity));
    batch = await save(page, drawer);
    await untilRow(`select made_count, state from card_batches where id = ${batch}`, {
      made_count: quantity,
      state: 2,
    });
    await page.getByRole('tab', { name: '概况' }).click();
    await runAction(page, '发放');
    await untilRow(`select count(*)::int as issued from cards where batch_id = ${batch} and state = 20`, {
      issued: quantity,
    });
    await page.getByRole('button', { name: '导出卡密' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: '将导出' });
    await dialog.getByRole('button', { name: '导出卡密' }).click();
    await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await dialog.getByRole('textbox', { name: '原因' }).fill('交给印刷厂');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '导出卡密' }).click(),
    ]);
    const rows = (await readXlsx(new Uint8Array(await readFile(await file.path())))).sheets[0]?.rows ?? [];
    const stored = new Map(
      (await query<{ id: string; card_no: string }>(`select id, card_no from cards where batch_id = ${batch}`)).map(
        (row) => [row.card_no, Number(row.id)],
      ),
    );
    cards = rows.flatMap((row) => {
      const texts = row.map(String);
      const [cardNo, secret] = [
        texts.find((text) => stored.has(text)),
        texts.find((text) => /^[0-9A-Z]{4}(-?[0-9A-Z]{4}){3}$/.test(text)),
      ];
      return cardNo && secret ? [{ card_no: cardNo, secret, id: stored.get(cardNo) ?? 0 }] : [];
    });
    expect(cards).toHaveLength(quantity);
    await expect
      .poll(() => query("select reason from logs where resource = 'card-batches' and reason = '交给印刷厂'"))
      .toHaveLength(1);
  });
});

describe('a member on a phone', () => {
  it('mistypes a code, sees an error before it is sent, and corrects it', async () => {
    const { page } = member;
    await registerMember(page, '13900041001');
    await page.goto('/home/cards/use-card');
    const { secret } = cards[0] ?? takeCard();
    const previewUrls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/home/cards/preview')) previewUrls.push(request.url());
    });
    const wrong = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await page.getByRole('textbox', { name: '卡密' }).fill(wrong);
    await page.getByText('卡密有误，请核对是否有输错的字符。').first().waitFor();
    expect(previewUrls).toEqual([]);
    // Small letters, full-width figures, O for zero, spaces for dashes.
    const typed = secret
      .toLowerCase()
      .replaceAll('-', ' ')
      .replaceAll('0', 'o')
      .replace(/[1-9]/, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    await page.getByRole('textbox', { name: '卡密' }).fill(typed);
    await page.getByText('卡密格式正确').first().waitFor();
  });

  it('pastes a whole message, sees the expiry date, and is granted exactly that', async () => {
    const { page, context } = member;
    const card = takeCard();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/home/cards/use-card');
    await page.getByRole('textbox', { name: '卡密' }).fill('');
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `【开课】您好，卡密：${card.secret}，请尽快激活，退订回 T。`,
    );
    await page.getByRole('button', { name: '粘贴' }).click();
    await page.getByRole('heading', { name: '这张卡可以开通' }).waitFor();
    const shown = await page.getByText('学到', { exact: true }).locator('..').getByRole('strong').innerText();
    expect(await isSideways(page)).toBe(false);
    await page.getByRole('button', { name: '确认激活' }).click();
    await page.getByRole('heading', { name: /开课了/ }).waitFor();
    await page.getByText(`学到 ${shown}`).first().waitFor();
    const [granted] = await query<{ day: string; time: string }>(
      `select to_char(end_at at time zone 'Asia/Shanghai', 'YYYY"年"FMMM"月"FMDD"日"') as day,
      to_char(end_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as time from entitlements where source_type = 'card' and source_id = $1`,
      [card.id],
    );
    expect(granted).toEqual({ day: shown.replaceAll(' ', ''), time: '23:59:59' });
    await page.goto(`/home/cards/use-card?code=${card.secret}`);
    await page.getByRole('alert').filter({ hasText: /已|用/ }).waitFor();
  });

  it('keeps a card in the wallet, freezes it when it is lost, and unfreezes it', async () => {
    const { page } = member;
    const card = takeCard();
    await page.goto(`/home/cards/use-card?code=${card.secret}`);
    await page.getByRole('button', { name: '先放入卡包' }).click();
    await page.getByRole('heading', { name: '已放入卡包' }).waitFor();
    await untilState(card.id, 30);
    await page.goto('/home/cards/use-card');
    const item = page.getByRole('listitem').filter({ hasText: card.card_no });
    await item.getByRole('button', { name: '管理' }).click();
    const sheet = page.getByRole('dialog', { name: '管理这张卡' });
    await sheet.getByRole('textbox', { name: '冻结原因' }).fill('手机丢了');
    await sheet.getByRole('button', { name: '冻结', exact: true }).click();
    await item.getByText('您已冻结这张卡：手机丢了').first().waitFor();
    await item.getByRole('button', { name: '激活' }).waitFor({ state: 'detached' });
    await sheet.waitFor({ state: 'hidden' });
    await item.getByRole('button', { name: '管理' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '解冻' }).click();
    await item.getByRole('button', { name: '激活' }).waitFor();
  });

  it('gifts a card by a link that one person can accept', async () => {
    const { page } = member;
    const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '激活' }) });
    await item.getByRole('button', { name: '管理' }).click();
    const sheet = page.getByRole('dialog', { name: '管理这张卡' });
    await sheet.getByRole('button', { name: '生成转赠链接' }).click();
    const link = await sheet.getByText(/^https?:\/\//).innerText();
    await sheet.getByRole('button', { name: '关闭' }).click();
    const late = await newVisitor({ size: phone });
    await registerMember(friend.page, '13900041002');
    await registerMember(late.page, '13900041003');
    for (const visitor of [friend, late]) {
      await visitor.page.goto(link);
      await visitor.page.getByRole('heading', { name: '有人送您一张学习卡' }).waitFor();
    }
    await friend.page.getByRole('button', { name: '收下这张卡' }).click();
    await friend.page.getByText('已放入您的卡包').first().waitFor();
    await friend.page.getByRole('listitem').getByRole('button', { name: '激活' }).waitFor();
    await late.page.getByRole('button', { name: '收下这张卡' }).click();
    await late.page.getByRole('heading', { name: '转赠链接不可用' }).waitFor();
    await late.page.getByRole('alert').filter({ hasText: '领取' }).waitFor();
    await page.reload();
    await settled(page);
    expect(await item.count()).toBe(0);
    expect(late.problems).toEqual([]);
    await late.context.close();
  });
});

describe('the back office afterwards', () => {
  // On a desktop the same dialogs release and reverse cards and change batches.
  it('freezes, thaws, replaces and voids cards on a phone', async () => {
    const { page, problems, context } = await newVisitor({ size: phone });
    await logInAsAdmin(page);
    const card = takeCard();
    await openCard(page, card.id);
    await runAction(page, '冻结', { 原因: '学员报失' });
    await untilRow(`select frozen_reason from cards where id = ${card.id}`, { frozen_reason: '学员报失' });
    await runAction(page, '解冻', { 原因: '已找回' });
    await untilRow(`select frozen_at from cards where id = ${card.id}`, { frozen_at: null });
    await runAction(page, '换卡', { 原因: '涂层刮坏' });
    await untilState(card.id, 70);
    const other = takeCard();
    await openCard(page, other.id);
    await runAction(page, '作废', { 原因: '印错' });
    await untilState(other.id, 50);
    await page.getByText('原因：印错').first().waitFor();
    expect([await isSideways(page), problems]).toEqual([false, []]);
    await context.close();
  });

  it('reverses an activation, and the member loses the course', async () => {
    const { page } = admin;
    const [used] = await query<{ id: string }>(`select id from cards where batch_id = ${batch} and state = 40`);
    await openCard(page, Number(used?.id));
    await runAction(page, '撤销激活', { 原因: '家长退款' });
    await untilState(Number(used?.id), 60);
    await page.getByText('已撤销').first().waitFor();
    expect(
      await query(
        `select 1 from entitlements where source_id = ${used?.id} and source_type = 'card' and revoked_at is null`,
      ),
    ).toEqual([]);
  });

  it('changes the expiry of a batch, which applies to its unused cards', async () => {
    const { page } = admin;
    await page.goto(`/admin/card-batches?open=${batch}`);
    await page.getByRole('tab', { name: '概况' }).click();
    await runAction(page, '修改兑换截止', { 兑换截止: '2031-05-31', 原因: '延长一年' });
    await untilRow(
      `select count(*)::int as left from cards where batch_id = ${batch} and state = 20 and redeem_end_at is distinct from '2031-05-31 23:59:59.999+08'`,
      { left: 0 },
    );
    expect((await query(`select redeem_end_at from card_batches where id = ${batch}`))[0]).toEqual({
      redeem_end_at: new Date('2031-05-31T15:59:59.999Z'),
    });
  });
});

describe('support staff', () => {
  it('find a card by serial, last four and member, and never see the secret', async () => {
    await hireAdmin(admin.page, support.page, {
      username: 'kefu_li',
      permissions: ['admin.cards', 'admin.cards.list', 'admin.cards.show', 'admin.members', 'admin.members.list'],
    });
    const { page } = support;
    const card = takeCard();
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/web-api/')) bodies.push(response.text().catch(() => ''));
    });
    for (const text of [card.card_no, card.secret.slice(-4)]) {
      await page.goto('/admin/cards');
      await page.getByRole('searchbox', { name: '搜索' }).fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(/_keyword/);
      await page.getByRole('row').filter({ hasText: card.card_no }).waitFor();
    }
    const [ownedCard] = await query<{ card_no: string; owner: string }>(
      `select card_no, owner_member_id as owner from cards where batch_id = ${batch} and state = 30`,
    );
    await page.goto(`/admin/cards?where[owner_member_id]=${ownedCard?.owner}`);
    await page
      .getByRole('row')
      .filter({ hasText: ownedCard?.card_no ?? '' })
      .waitFor();
    await openCard(page, card.id);
    expect(await page.getByRole('heading', { name: '查看卡密' }).count()).toBe(0);
    const plain = card.secret.replaceAll('-', '');
    expect((await Promise.all(bodies)).filter((body) => body.replaceAll('-', '').includes(plain))).toEqual([]);
    expect(support.problems).toEqual([]);
  });
});

describe('two people', () => {
  // Other files work on more cards than this, with one person.
  afterAll(() => send(admin.page, 'PUT', 'admin/configs', { values: { card_approval_over: 0 } }));

  it('are needed above the threshold: one requests, cannot approve it, another does', async () => {
    const { page } = admin;
    await hireAdmin(page, second.page, { username: 'fuzong_wang' });
    await send(page, 'PUT', 'admin/configs', { values: { card_approval_over: 5 } });
    const inStock = `select count(*)::int as open from cards where batch_id = ${batch} and state in (10, 20)`;
    await page.goto(`/admin/card-batches?open=${batch}`);
    await page.getByRole('tab', { name: '概况' }).click();
    await pressVerb(page, '作废');
    const refused = page.locator('.kk-action');
    await refused.getByLabel('原因').first().fill('整批召回');
    await refused.getByRole('button', { name: /^作\s?废$/ }).click();
    await page
      .getByText(/需要另一位管理员审批/)
      .first()
      .waitFor();
    expect((await query<{ open: number }>(inStock))[0]?.open).toBeGreaterThan(5);
    const drawer = await openNew(page, 'card-approvals', '卡务审批');
    await pick(page, drawer, '操作', '作废批次');
    await choose(page, drawer, '批次', '浏览器批次');
    await drawer.getByLabel('申请原因').fill('整批召回');
    const approval = await save(page, drawer);
    await page.goto(`/admin/card-approvals?open=${approval}`);
    await page.getByRole('button', { name: /^撤\s?回$/ }).waitFor();
    expect(await page.getByRole('button', { name: /^同\s?意$/ }).count()).toBe(0);
    const alone = await send(page, 'PUT', 'admin/card-approvals/approve', { ids: [approval] }).catch(String);
    expect(JSON.stringify(alone)).toContain('approval_self');
    await second.page.goto(`/admin/card-approvals?open=${approval}`);
    await runAction(second.page, '同意');
    await untilRow(inStock, { open: 0 });
    expect([...admin.problems, ...second.problems, ...member.problems, ...friend.problems]).toEqual([]);
  });
});
