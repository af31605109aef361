import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestVideo } from '../server/test/media.ts';
import { arriveFirst, putOnSale, untilRow } from './support/back-office.ts';
import { closeBrowser, newVisitor, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { newHand, type Hand, type Way } from './support/hand.ts';
import { openPage, settled } from './support/open-page.ts';
import { logInAsAdmin, registerMember } from './support/people.ts';
import { send } from './support/send.ts';

const ways: readonly Way[] = ['mouse', 'keys'];
/** Each way of working does every job on things of its own. */
const names = { mouse: '鼠标', keys: '键盘' } as const;
const mobiles = { mouse: '13900150001', keys: '13900150002' } as const;
const agencyPassword = 'Agency2026pass';

let videos: { first: string; second: string };
let admin: Visitor;
let agency: Visitor;
let agencyId = 0;

const wording = (text: string): RegExp => new RegExp(`^${[...text].join('\\s?')}$`);
const dialog = (hand: Hand) => hand.page.getByRole('dialog').last();
const idOf = async (text: string): Promise<number> => Number((await query<{ id: number }>(text))[0]?.id);

/** A paid order whose learner asked for the money back. */
async function buildRefund(way: Way): Promise<void> {
  const memberId = await idOf(
    `select m.id from members m join users u on u.id = m.user_id where u.mobile_phone = '${mobiles[way]}'`,
  );
  const productId = await idOf(`select id from products where title = '十件事'`);
  await query(
    `insert into pay_orders (order_no, member_id, product_id, product_snapshot, amount, payable, status, channel, paid_at, delivered_at, refund_reason)
     values ($1, $2, $3, '{"title":"十件事","courses":[]}', 9900, 9900, 50, 'sandbox', now(), now(), '买错了')`,
    [`PO2026112600000${way === 'mouse' ? 1 : 2}`, memberId, productId],
  );
  await query(
    `insert into pay_trades (order_id, trade_no, channel, channel_trade_no, amount, status, paid_at)
     select id, order_no || 'T1', 'sandbox', 'SB' || order_no, 9900, 2, now() from pay_orders where order_no = $1`,
    [`PO2026112600000${way === 'mouse' ? 1 : 2}`],
  );
  await query(
    `insert into pay_refunds (order_id, refund_no, amount, status, order_status, reason)
     select id, 'R' || order_no, 9900, 1, 30, '买错了' from pay_orders where order_no = $1`,
    [`PO2026112600000${way === 'mouse' ? 1 : 2}`],
  );
}

beforeAll(async () => {
  [admin, agency] = [await newVisitor(), await newVisitor()];
  videos = { first: await makeTestVideo({ seconds: 3 }), second: await makeTestVideo({ seconds: 4 }) };

  const { page } = admin;
  await logInAsAdmin(page);
  await putOnSale(page, '十件事');
  const opened = await send<{ id: number; username: string; password: string }>(page, 'POST', 'admin/agencies/open', {
    code: 'TEN',
    name: '十全代理',
    username: 'agency_ten',
    mobile_phone: '13900150009',
    low_stock_at: 50,
  });
  agencyId = opened.id;
  await send(page, 'PUT', 'admin/agencies/top-up', { ids: [agencyId], amount: 2850 });
  await arriveFirst(agency.page, { ...opened, own: agencyPassword });
  for (const way of ways) {
    const visitor = await newVisitor();
    await registerMember(visitor.page, mobiles[way]);
    await visitor.context.close();
  }
});
afterAll(closeBrowser);

/** Starts a job on the first page, and returns what it took. */
async function startAt(visitor: Visitor, path: string, way: Way): Promise<Hand> {
  await openPage(visitor.page, path);
  await visitor.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  );
  return newHand(visitor.page, way);
}

describe.each(ways)('the administrator, %s', (way) => {
  const name = names[way];

  it('adds a subject: 3, then 1 each', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: '教学', exact: true }));
    const link = page.getByRole('link', { name: '科目', exact: true });
    await hand.press(link);
    await hand.press(page.getByRole('button', { name: '新建科目' }).first());
    await hand.type(page.getByRole('dialog').getByLabel('科目名称'), `${name}一`);
    await hand.enter();
    await untilRow(`select count(*)::int as count from subjects where name = '${name}一'`, { count: 1 });
    expect(hand.count().presses).toBeLessThanOrEqual(3);
  });

  it('makes a course of one chapter and two videos, and publishes it: 8', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: '新建课程' }));
    await hand.type(page.getByRole('dialog').getByLabel('课程名称'), `${name}课程`);
    await hand.press(page.getByRole('button', { name: wording('保存') }));
    await page.waitForURL(/\/admin\/courses\/\d+$/);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      hand.press(page.getByRole('button', { name: '上传音视频' })),
    ]);
    await chooser.setFiles([
      { name: '第二课 自我介绍.mp4', mimeType: 'video/mp4', buffer: await readFile(videos.second) },
      { name: '第一课 打招呼.mp4', mimeType: 'video/mp4', buffer: await readFile(videos.first) },
    ]);
    const lessonsOf = `select string_agg(l.title, '、' order by l.sort) as titles, count(m.id) filter (where m.status = 3)::int as ready,
        count(distinct l.chapter_id)::int as chapters
      from lessons l join courses c on c.id = l.course_id left join media m on m.id = l.media_id where c.title = '${name}课程'`;
    await untilRow(lessonsOf, { titles: '第一课 打招呼、第二课 自我介绍', ready: 2, chapters: 1 });
    const list = page.getByRole('complementary', { name: '发布前检查' });
    await list.getByText('可以发布').waitFor();
    await settled(page);
    await picture(page, `course-${way}`);
    await hand.press(list.getByRole('button', { name: wording('发布') }));
    await untilRow(`select status from courses where title = '${name}课程'`, { status: 1 });
    expect(hand.count().presses).toBeLessThanOrEqual(8);
  });

  it('puts a product on sale: 6', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: '新建商品' }));
    await hand.type(page.getByRole('dialog').getByLabel('商品名称'), `${name}商品`);
    const courses = page.getByRole('dialog').getByRole('group', { name: '课程', exact: true });
    const box = courses.getByRole('checkbox', { name: '十件事的课程' });
    await box.waitFor();
    await hand.press(box);
    await hand.press(courses.getByRole('button', { name: '添加' }));
    await hand.type(page.getByRole('dialog').getByLabel('售价', { exact: true }), '99');
    await hand.press(page.getByRole('button', { name: wording('保存') }));
    await page.waitForURL((url) => Number(url.searchParams.get('open')) > 0);
    await hand.press(page.getByRole('button', { name: wording('上架') }).last());
    await untilRow(`select status from products where title = '${name}商品'`, { status: 1 });
    expect(hand.count().presses).toBeLessThanOrEqual(6);
  });

  it('issues a batch of 500 for an agency: 7–9', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: '新建制卡批次' }));
    await hand.type(page.getByRole('dialog').getByLabel('批次名称'), `${name}批次`);
    await hand.choose(page.getByRole('dialog').getByRole('combobox', { name: '商品' }), '十件事');
    await hand.type(page.getByRole('dialog').getByLabel('数量'), '500');
    await hand.choose(page.getByRole('dialog').getByRole('combobox', { name: '代理商' }), '十全代理');
    await hand.press(page.getByRole('switch', { name: '制作完成后直接发放' }));
    await hand.press(page.getByRole('button', { name: wording('保存') }));
    await untilRow(`select state, made_count from card_batches where name = '${name}批次'`, {
      state: 3,
      made_count: 500,
    });
    expect(hand.count().presses).toBeLessThanOrEqual(9);
  });

  it('gets the PDF of that batch for the printer: 5', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.search(`${name}批次`);
    await page
      .getByRole('option', { selected: true })
      .filter({ hasText: `${name}批次` })
      .waitFor();
    await hand.enter();
    await hand.press(page.getByRole('link', { name: '打印卡密' }).first());
    await hand.type(page.getByLabel('原因'), '交给印刷厂');
    await hand.press(page.getByRole('button', { name: '生成文件' }));
    const ready = page.getByRole('button', { name: '下载' }).first();
    await ready.waitFor({ timeout: 300_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), hand.press(ready)]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(hand.count().presses).toBeLessThanOrEqual(5);
  });

  it('tops up an agency from its line or its row: 2–4, with the balance before and after', async () => {
    await query(`update agencies set low_since = now() where id = ${agencyId}`);
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    const before = await idOf(`select card_num as id from agencies where id = ${agencyId}`);
    await hand.press(page.getByRole('link', { name: /^充值额度/ }));
    await dialog(hand).waitFor();
    await hand.type(dialog(hand).getByLabel('数量（张）'), '300');
    await dialog(hand)
      .getByText(`${before.toLocaleString()} → ${(before + 300).toLocaleString()}`)
      .waitFor();
    await picture(page, `top-up-${way}`);
    await hand.press(dialog(hand).getByRole('button', { name: wording('充值额度') }));
    await untilRow(`select card_num from agencies where id = ${agencyId}`, { card_num: before + 300 });
    expect(hand.count().presses).toBeLessThanOrEqual(2);
  });

  it('finds a learner by phone: 1', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    const mobile = mobiles[way];
    await hand.search(`${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`);
    await page.getByRole('option', { selected: true }).filter({ hasText: '精确匹配' }).waitFor();
    await hand.enter();
    await page.getByRole('tab', { name: '概况' }).waitFor();
    expect(hand.count().presses).toBeLessThanOrEqual(1);
  });

  it('opens a course for a learner: 4', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.search(mobiles[way]);
    const verb = page.getByRole('option').filter({ hasText: '开通课程' }).first();
    await verb.waitFor();
    if (way === 'keys') await chooseOption(hand, '开通课程');
    else await hand.press(verb);
    await dialog(hand).waitFor();
    await hand.choose(dialog(hand).getByRole('combobox', { name: '课程' }), '十件事的课程');
    await page.keyboard.press('Escape');
    await hand.press(dialog(hand).getByRole('button', { name: wording('开通课程') }));
    await untilRow(
      `select count(*)::int as count from entitlements e join members m on m.id = e.member_id join users u on u.id = m.user_id
       where u.mobile_phone = '${mobiles[way]}' and e.source_type = 'admin' and e.revoked_at is null`,
      { count: 1 },
    );
    await page.getByRole('button', { name: /撤销/ }).first().waitFor();
    expect(hand.count().presses).toBeLessThanOrEqual(4);
  });

  it('refunds an order from its line: 3–4', async () => {
    await buildRefund(way);
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.press(page.getByRole('link', { name: /^退款/ }));
    await dialog(hand).waitFor();
    await hand.type(dialog(hand).getByRole('textbox', { name: '原因' }), '学员买错了');
    await hand.press(dialog(hand).getByRole('button', { name: '退款 ¥99.00' }));
    await untilRow(`select status from pay_refunds where refund_no = 'RPO2026112600000${way === 'mouse' ? 1 : 2}'`, {});
    expect(hand.count().presses).toBeLessThanOrEqual(4);
    await query(`update pay_orders set status = 40 where order_no = 'PO2026112600000${way === 'mouse' ? 1 : 2}'`);
  });

  it('resets a learner’s password: 3', async () => {
    const hand = await startAt(admin, '/admin/index', way);
    const { page } = hand;
    await hand.search(mobiles[way]);
    const verb = page.getByRole('option').filter({ hasText: '密码' }).first();
    await verb.waitFor();
    if (way === 'keys') await chooseOption(hand, '密码');
    else await hand.press(verb);
    await dialog(hand).waitFor();
    await hand.type(dialog(hand).getByRole('textbox').first(), '学员来电');
    await hand.press(dialog(hand).getByRole('button', { name: /重置/ }).last());
    await dialog(hand).getByRole('status').waitFor();
    expect(hand.count().presses).toBeLessThanOrEqual(3);
  });
});

/** Goes down the palette to the option with that text, and takes it: one press. */
async function chooseOption(hand: Hand, text: string): Promise<void> {
  const { page } = hand;
  const chosen = page.getByRole('option', { selected: true });
  for (let step = 0; step < 60; step += 1) {
    if ((await chosen.textContent())?.includes(text)) return hand.enter();
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`no option says ${text}`);
}

describe.each(ways)('the agency, %s', (way) => {
  it('starts at its desk and issues one card: 2', async () => {
    const hand = await startAt(agency, '/admin/agency-home', way);
    const { page } = hand;
    const product = page.getByRole('radio', { name: /十件事/ });
    await product.waitFor();
    if (way === 'mouse') await hand.press(product);
    await hand.press(page.getByRole('button', { name: wording('发卡') }));
    await page.getByText('卡已发出').waitFor();
    await page.getByRole('img', { name: '激活二维码' }).waitFor();
    await settled(page);
    await picture(page, `desk-${way}`);
    expect(hand.count().presses).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: '撤回' }).click();
    await page.getByText('已撤回').first().waitFor();
  });

  it('puts a card into the wallet of a learner by the number: 2', async () => {
    const hand = await startAt(agency, '/admin/agency-home', way);
    const { page } = hand;
    await hand.type(page.getByLabel(/学员手机号/), mobiles[way]);
    await hand.enter();
    await page.getByText(/已放进 .* 的卡包/).waitFor();
    await untilRow(
      `select count(*)::int as count from cards c join members m on m.id = c.owner_member_id join users u on u.id = m.user_id
       where u.mobile_phone = '${mobiles[way]}' and c.state = 30`,
      { count: 1 },
    );
    expect(hand.count().presses).toBeLessThanOrEqual(2);
  });
});

it('left no error in anybody’s console', () => {
  expect([...admin.problems, ...agency.problems]).toEqual([]);
});
