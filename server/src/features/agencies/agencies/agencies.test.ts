import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import { transferState } from '@kaike/shared/domain/agencies/quota-transfer';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { startTestApp, type AdminPerson, type Person, type TestApp } from '../../../../test/app.ts';
import { buildBatch, buildCard, buildProduct, makeMobile } from '../../../../test/factories.ts';
import { partsOf, planOf, scansIn } from '../../../../test/big/list-plans.ts';
import { proveLedger } from './quota/prove-ledger.ts';
import { weeksStatement } from './weeks.read.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

let agencyCount = 0;
type Opened = { id: number; username: string; password: string; code: string; person: Person };

/** Opens an agency as an administrator does, and logs its user in. */
async function open(overrides: Record<string, unknown> = {}, as: Person = admin): Promise<Opened> {
  agencyCount += 1;
  const body = {
    code: `T${agencyCount}`,
    name: `测试代理 ${agencyCount}`,
    username: `agency_t${agencyCount}`,
    mobile_phone: makeMobile(),
    ...overrides,
  };
  const reply = await app.http('POST', '/admin/agencies/open', { as, body });
  expect(reply.status, reply.text).toBe(201);
  const { user_id } = await agencyRow(reply.body.id);
  await app.ctx.db.updateTable('users').set({ must_change_password: false }).where('id', '=', user_id).execute();
  return { ...reply.body, code: body.code, person: await app.person.user(user_id ?? 0) };
}
const agencyRow = (id: number) =>
  app.ctx.db.selectFrom('agencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const act = (action: string, body: object, as: Person = admin, key = randomUUID()) =>
  app.http('PUT', `/admin/agencies/${action}`, { as, body, headers: { 'x-idempotency-key': key } });
const topUp = (id: number, amount: number, as: Person = admin) => act('top-up', { ids: [id], amount }, as);
const balance = async (id: number): Promise<number> => (await agencyRow(id)).card_num;

describe('POST /admin/agencies/open', () => {
  it('creates an agency with a login; the password is shown once and must be changed', async () => {
    const mobile = makeMobile();
    const reply = await app.http('POST', '/admin/agencies/open', {
      as: admin,
      body: { code: 'HZ88', name: '杭州代理', username: 'hangzhou88', mobile_phone: mobile },
    });
    expect(reply.status).toBe(201);
    const login = await app.http('POST', '/open/login', {
      body: { username: 'hangzhou88', password: reply.body.password },
    });
    expect([login.status, login.body.user.must_change_password]).toEqual([200, true]);
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'agencies')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(log)).not.toContain(reply.body.password);
    const again = await app.http('POST', '/admin/agencies/open', {
      as: admin,
      body: { code: 'HZ89', name: '杭州代理', username: 'Hangzhou88', mobile_phone: makeMobile() },
    });
    expect([again.status, again.body.code]).toEqual([422, 'auth.name_taken']);
    const renewed = await app.http('POST', `/admin/agencies/${reply.body.id}/new-password`, {
      as: admin,
      body: { reason: '忘记密码' },
    });
    expect(renewed.body.username).toBe('hangzhou88');
    expect(
      (await app.http('POST', '/open/login', { body: { username: 'hangzhou88', password: reply.body.password } }))
        .status,
    ).toBe(422);
  });

  it('rejects a contract that ends before it begins and products that do not exist', async () => {
    const body = { code: 'BAD1', name: '坏', username: 'bad_agency', mobile_phone: makeMobile() };
    const post = (more: object) => app.http('POST', '/admin/agencies/open', { as: admin, body: { ...body, ...more } });
    expect((await post({ contract_start: '2026-05-01', contract_end: '2026-04-01' })).body.errors).toHaveProperty(
      'contract_end',
    );
    expect((await post({ product_ids: [999_999] })).body.errors).toHaveProperty('product_ids');
  });
});

describe('quota of agencies', () => {
  it('top-up, increase and decrease write the ledger; a repeated request counts once', async () => {
    const { id } = await open();
    const key = randomUUID();
    for (let run = 0; run < 2; run += 1)
      expect((await act('top-up', { ids: [id], amount: 50, remark: '首批' }, admin, key)).body.changed).toBe(1);
    await act('increase', { ids: [id], amount: 5, reason: '活动赠送' });
    await act('decrease', { ids: [id], amount: 20, reason: '多充了' });
    expect(await balance(id)).toBe(35);
    expect((await act('decrease', { ids: [id], amount: 36, reason: '多充了' })).body.code).toBe('agency.quota_short');
    const { body } = await app.http('GET', `/admin/card-num-logs/list?where[agency_id]=${id}`, { as: admin });
    expect(body.data.map((row: { type: number; delta: number }) => [row.type, row.delta])).toEqual([
      [quotaType.decrease, -20],
      [quotaType.increase, 5],
      [quotaType.top_up, 50],
    ]);
    const changed = await app.http('PUT', '/admin/card-num-logs/remark', {
      as: admin,
      body: { ids: [body.data[0].id], remark: '已核对' },
    });
    expect(changed.body.changed).toBe(1);
  });

  it('the ledger shows the account that moved quota and can be filtered by it', async () => {
    const { id } = await open();
    await app.person.member(); // A member has an account but is no administrator: from here on the two ids differ.
    const operator = await app.person.adminWith(['admin.agencies.list', 'admin.agencies.top-up']);
    expect(operator.admin_id).not.toBe(operator.user_id);
    const { name } = await app.ctx.db
      .updateTable('users')
      .set({ name: '王会计' })
      .where('id', '=', operator.user_id)
      .returning('name')
      .executeTakeFirstOrThrow();
    await topUp(id, 40);
    expect((await topUp(id, 2, operator)).body.changed).toBe(1);
    const deltas = async (where: string) =>
      (await app.http('GET', `/admin/card-num-logs/list?where[agency_id]=${id}${where}`, { as: admin })).body.data.map(
        (row: { delta: number; operator_id: number; labels: { operator_id: string } }) => [
          row.delta,
          row.operator_id,
          row.labels.operator_id,
        ],
      );
    expect(await deltas('')).toEqual([
      [2, operator.user_id, name],
      [40, admin.user_id, '超级管理员'],
    ]);
    expect(await deltas(`&where[operator_id]=${operator.user_id}`)).toEqual([[2, operator.user_id, name]]);
  });

  it('an agency tops up its descendants from its own quota and recalls it; never for itself or siblings', async () => {
    const [parent, beside] = [await open(), await open()];
    await topUp(parent.id, 100);
    await topUp(beside.id, 100);
    const child = await open({ parent_id: null }, parent.person);
    expect(await agencyRow(child.id)).toMatchObject({ parent_id: parent.id, level: 2 });
    expect((await topUp(child.id, 30, parent.person)).body.changed).toBe(1);
    expect([await balance(parent.id), await balance(child.id)]).toEqual([70, 30]);
    expect((await act('recall', { ids: [child.id], amount: 10, reason: '卖不动' }, parent.person)).body.changed).toBe(
      1,
    );
    expect([await balance(parent.id), await balance(child.id)]).toEqual([80, 20]);
    expect((await topUp(parent.id, 1, parent.person)).body.code).toBe('agency.same');
    expect((await topUp(beside.id, 1, parent.person)).body.code).toBe('record.not_found');
    expect((await act('recall', { ids: [parent.id], amount: 1, reason: '往上拿' }, child.person)).body.code).toBe(
      'record.not_found',
    );
    expect((await act('increase', { ids: [child.id], amount: 5, reason: '白送' }, parent.person)).status).toBe(403);
    expect((await act('unlimited', { ids: [parent.id], unlimited: 1, reason: '给自己' }, parent.person)).status).toBe(
      403,
    );
    const own = await app.http('PUT', `/admin/agencies/${parent.id}`, { as: parent.person, body: { daily_cap: 9999 } });
    expect(own.status).toBe(403);
  });

  it('transfer-num works between an agency and its descendants; sideways needs its own permission', async () => {
    const top = await open();
    const [left, right] = [await open({ parent_id: top.id }), await open({ parent_id: top.id })];
    await topUp(left.id, 40);
    const clerk = await app.person.adminWith(['admin.agencies.list', 'admin.agencies.transfer-num']);
    expect(
      (await act('transfer-num', { ids: [left.id], to_id: right.id, amount: 5, reason: '调拨' }, clerk)).body.code,
    ).toBe('agency.not_related');
    expect(
      (await act('transfer-num', { ids: [left.id], to_id: top.id, amount: 5, reason: '上交' }, clerk)).body.changed,
    ).toBe(1);
    expect(
      (await act('transfer-num', { ids: [left.id], to_id: right.id, amount: 5, reason: '调拨' })).body.changed,
    ).toBe(1);
    expect([await balance(top.id), await balance(left.id), await balance(right.id)]).toEqual([5, 30, 5]);
  });

  it('a dry run shows the balance before and after, and moves nothing', async () => {
    const top = await open();
    const child = await open({ parent_id: top.id });
    await topUp(top.id, 100);
    const notesOf = async (action: string, id: number, body: object = {}, as: Person = admin): Promise<string[]> =>
      (await act(action, { ids: [id], dry_run: true, ...body }, as)).body.notes;
    const { name } = await agencyRow(top.id);
    expect(await notesOf('top-up', top.id)).toEqual([`${name}现有可用额度 100 张。`]);
    expect(await notesOf('top-up', top.id, { amount: 20 })).toEqual([`${name}可用额度 100 → 120 张。`]);
    expect((await notesOf('decrease', top.id, { amount: 130 })).at(-1)).toBe(`${name}的可用额度不足，还差 30 张。`);
    // An agency transfers its own quota.
    expect(await notesOf('top-up', child.id, { amount: 30 }, top.person)).toEqual([
      `${name}可用额度 100 → 70 张。`,
      expect.stringContaining('0 → 30 张'),
    ]);
    expect([await balance(top.id), await balance(child.id)]).toEqual([100, 0]);
    expect(await notesOf('top-up', top.id, { amount: 30 }, child.person)).toEqual([]);
  });

  it('the statement has the opening balance, the moves and the closing balance', async () => {
    const { id, person } = await open();
    await topUp(id, 60);
    await act('decrease', { ids: [id], amount: 15, reason: '退' });
    const today = new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const { body } = await app.http('GET', `/admin/agencies/${id}/statement?from=${today}&to=${today}`, { as: person });
    expect(body).toMatchObject({
      opening: 0,
      closing: 45,
      types: [
        { type: quotaType.top_up, count: 1, delta: 60 },
        { type: quotaType.decrease, count: 1, delta: -15 },
      ],
      left_out: 0,
    });
    expect(body.lines.map((line: { balance_after: number }) => line.balance_after)).toEqual([45, 60]);
    expect(
      (await app.http('GET', `/admin/agencies/${id}/statement?from=2026-05-02&to=2026-05-01`, { as: person })).body
        .code,
    ).toBe('agency.span');
  });
});

describe('freezing and ending', () => {
  it('a dry run shows the impact; then nothing is made or moved, and sold cards stay valid', async () => {
    const top = await open();
    const child = await open({ parent_id: top.id });
    await topUp(top.id, 10);
    const batch = await buildBatch(app.ctx, { agency_id: top.id });
    const card = await buildCard(app.ctx, { batch_id: batch.id });
    const preview = await act('freeze', { ids: [top.id], dry_run: true });
    expect(preview.body).toMatchObject({
      count: 1,
      notes: [
        '冻结后不能制卡、发卡和划拨额度。',
        expect.stringContaining('下级代理商 1 家'),
        expect.stringContaining('卡额度 10 张'),
        expect.stringContaining('已发未激活 1 张'),
        expect.stringContaining('登录账号 1 个'),
      ],
    });
    expect((await act('end', { ids: [top.id, child.id], dry_run: true })).body.notes).toContain(
      '登录账号 2 个，会立即停用',
    );
    expect((await act('freeze', { ids: [top.id], reason: '欠款' })).body.changed).toBe(1);
    const product = await buildProduct(app.ctx);
    const refused = await app.http('POST', '/admin/card-batches', {
      as: admin,
      body: { name: '冻结后', product_id: product.id, agency_id: top.id, prefix: 'AA', quantity: 1 },
    });
    expect(refused.body.code).toBe('agency.not_active');
    expect((await topUp(child.id, 1, top.person)).body.code).toBe('agency.not_active');
    expect(
      (await app.ctx.db.selectFrom('cards').select('state').where('id', '=', card.id).executeTakeFirstOrThrow()).state,
    ).toBe(cardState.issued);
    const nameOf = async (id: number) => (await agencyRow(id)).name;
    const end = async (id: number) => act('end', { ids: [id], confirm_name: await nameOf(id), reason: '解约' });
    expect((await act('end', { ids: [child.id], confirm_name: await nameOf(top.id), reason: '解约' })).body.code).toBe(
      'agency.name_wrong',
    );
    expect((await end(top.id)).body.code).toBe('agency.has_children');
    expect((await end(child.id)).body.changed).toBe(1);
    expect((await end(top.id)).body.changed).toBe(1);
    expect((await app.http('GET', '/admin/agency-home', { as: top.person })).status).toBe(401);
    expect((await agencyRow(top.id)).status).toBe(agencyStatus.ended);
  });
});

describe('mobile-phone', () => {
  it('is verified by the code sent to the new number; a wrong one changes nothing, a right one works once', async () => {
    const { id } = await open();
    const mobile = makeMobile();
    const clerk = await app.person.adminWith(['admin.agencies.list', 'admin.agencies.mobile-phone']);
    const codeReply = await app.http('POST', `/admin/agencies/${id}/mobile-code`, {
      as: clerk,
      body: { mobile_phone: mobile, verify: await app.captchaPass() },
    });
    expect(codeReply.body.wait).toBeGreaterThan(0);
    const code = app.lastCode(mobile);
    const change = (message_code: string, number = mobile) =>
      act('mobile-phone', { ids: [id], mobile_phone: number, message_code }, clerk);
    expect((await change(code === '000000' ? '111111' : '000000')).body.code).toBe('auth.code_wrong');
    expect((await change(code, makeMobile())).body.code).toBe('auth.code_wrong');
    expect((await change(code)).body.changed).toBe(1);
    expect((await agencyRow(id)).mobile_phone).toBe(mobile);
    expect((await change(code)).body.code).toBe('auth.code_wrong');
    const agent = await app.person.adminWith(['admin.agencies.mobile-phone'], {
      data_scope: 'own_agency',
      agency_id: (await open()).id,
    });
    expect(
      (
        await app.http('POST', `/admin/agencies/${id}/mobile-code`, {
          as: agent,
          body: { mobile_phone: mobile, verify: await app.captchaPass() },
        })
      ).status,
    ).toBe(404);
  });

  it('changes the number the agency logs in by, with a reason, and ends its sessions', async () => {
    const { id, person } = await open();
    const mobile = makeMobile();
    expect((await act('mobile-phone', { ids: [id], mobile_phone: mobile })).body.errors).toHaveProperty('reason');
    expect((await act('mobile-phone', { ids: [id], mobile_phone: mobile, reason: '换号' })).body.changed).toBe(1);
    const user = await app.ctx.db
      .selectFrom('users')
      .select('mobile_phone')
      .where('id', '=', (await agencyRow(id)).user_id)
      .executeTakeFirstOrThrow();
    expect(user.mobile_phone).toBe(mobile);
    expect((await app.http('GET', '/admin/agency-home', { as: person })).status).toBe(401);
  });
});

describe('transfers that are accepted or declined', () => {
  const offer = (as: Person, to: string, amount: number) =>
    app.http('POST', '/admin/agency-home/transfers', { as, body: { to_code: to, amount } });
  const decide = (as: Person, id: number, accept: boolean) =>
    app.http('POST', `/admin/agency-home/transfers/${id}/answer`, { as, body: { accept } });
  const undo = (as: Person, id: number) => app.http('POST', `/admin/agency-home/transfers/${id}/undo`, { as });

  it('hold the quota while they wait, move it when accepted, and can be taken back for ten minutes', async () => {
    const top = await open();
    const child = await open({ parent_id: top.id });
    await topUp(top.id, 50);
    const {
      body: { id },
    } = await offer(top.person, child.code.toLowerCase(), 30);
    expect((await agencyRow(top.id)).held_num).toBe(30);
    expect((await offer(top.person, child.code, 21)).body.code).toBe('agency.quota_short');
    expect((await act('decrease', { ids: [top.id], amount: 21, reason: '扣' })).body.code).toBe('agency.quota_short');
    expect((await decide(top.person, id, true)).status).toBe(404);
    expect((await decide(child.person, id, true)).body.state).toBe(transferState.accepted);
    expect([await balance(top.id), await balance(child.id)]).toEqual([20, 30]);
    expect((await decide(child.person, id, true)).body.code).toBe('agency.transfer_state');
    const { body } = await app.http('GET', '/admin/agency-home/transfers', { as: top.person });
    expect(body.data[0]).toMatchObject({ id, is_mine: true, amount: 30, may_undo: true, may_answer: false });
    expect((await undo(child.person, id)).status).toBe(404);
    expect((await undo(top.person, id)).body.state).toBe(transferState.taken_back);
    expect([await balance(top.id), await balance(child.id)]).toEqual([50, 0]);
    const late = (await offer(top.person, child.code, 10)).body.id;
    await decide(child.person, late, true);
    app.clock.advance(10 * 60_000);
    expect((await undo(top.person, late)).body.code).toBe('agency.undo_over');
  });

  it('declined or withdrawn, they release what they held; an unrelated agency cannot be named', async () => {
    const top = await open();
    const [child, stranger] = [await open({ parent_id: top.id }), await open()];
    await topUp(top.id, 10);
    const first = (await offer(top.person, child.code, 10)).body.id;
    expect((await decide(child.person, first, false)).body.state).toBe(transferState.declined);
    const second = (await offer(top.person, child.code, 10)).body.id;
    expect((await undo(top.person, second)).body.state).toBe(transferState.withdrawn);
    expect(await agencyRow(top.id)).toMatchObject({ card_num: 10, held_num: 0 });
    expect((await offer(top.person, stranger.code, 1)).body.code).toBe('auth.agency_unknown');
  });
});

describe('an agency at or below its mark', () => {
  it('is in the view, the to-do and its own desk, whichever of the numbers changed', async () => {
    const { id, person } = await open({ low_stock_at: 5 });
    const { code } = await open({ parent_id: id });
    type Todo = { resource: string; key: string; count: number };
    const isLow = async (): Promise<boolean> => {
      const list = await app.http('GET', `/admin/agencies/list?where[_view]=low&where[id]=${id}`, { as: admin });
      const todo = await app.http('GET', '/admin/todo', { as: person });
      const home = await app.http('GET', '/admin/agency-home', { as: person });
      const places = [
        list.body.data.length === 1,
        (todo.body.items as Todo[]).some((one) => one.resource === 'agencies' && one.key === 'low'),
        home.body.low.length === 1,
      ];
      expect(new Set(places).size, JSON.stringify(places)).toBe(1);
      return places[0] ?? false;
    };
    const put = async (body: object) =>
      expect((await app.http('PUT', `/admin/agencies/${id}`, { as: admin, body })).status).toBe(200);
    const reason = '核对';
    const after: [string, () => Promise<unknown>, boolean][] = [
      ['opened with 0', async () => undefined, true],
      ['4 of 5', () => topUp(id, 4), true],
      ['5 of 5', () => topUp(id, 1), true],
      ['6 of 5', () => topUp(id, 1), false],
      ['a mark of 6', () => put({ low_stock_at: 6 }), true],
      ['no mark', () => put({ low_stock_at: 0 }), false],
      ['a mark of 5', () => put({ low_stock_at: 5 }), false],
      [
        'held by an offer',
        () => app.http('POST', '/admin/agency-home/transfers', { as: person, body: { to_code: code, amount: 1 } }),
        true,
      ],
      ['unlimited', () => act('unlimited', { ids: [id], unlimited: 1, reason }), false],
      ['limited', () => act('unlimited', { ids: [id], unlimited: 0, reason }), true],
    ];
    for (const [name, change, expected] of after) {
      await change();
      expect([name, await isLow()]).toEqual([name, expected]);
    }
  });
});

describe('GET /admin/agency-home', () => {
  it('counts stock, sales and progress, including descendants', async () => {
    const top = await open({ low_stock_at: 5 });
    const child = await open({ parent_id: top.id });
    const { person: outsider } = await open();
    await topUp(top.id, 5);
    const soon = new Date(app.clock.now().getTime() + 40 * 86_400_000);
    const [mine, below] = [
      await buildBatch(app.ctx, { agency_id: top.id, redeem_end_at: soon }),
      await buildBatch(app.ctx, { agency_id: child.id }),
    ];
    const member = await app.person.member();
    await buildCard(app.ctx, { batch_id: mine.id, state: cardState.stock, issued_at: null });
    await buildCard(app.ctx, { batch_id: mine.id });
    await buildCard(app.ctx, {
      batch_id: below.id,
      state: cardState.activated,
      activated_at: app.clock.now(),
      activated_member_id: member.member_id,
    });
    const { body } = await app.http('GET', '/admin/agency-home', { as: top.person });
    expect(body).toMatchObject({
      agency: { id: top.id, balance: 5 },
      cards: {
        stock: 1,
        issued: 1,
        activated: 1,
        expiring_30: 0,
        expiring_60: 1,
        expiring_90: 1,
        sell_through: 5000,
        days_of_cover: 15,
      },
      funnel: { issued: 2, claimed: 1, activated: 1, first_lesson: 0, half: 0, finished: 0 },
      low: [{ id: top.id, free: 5 }],
      children: [{ id: child.id }],
    });
    expect(body.link).toContain(`/a/${top.code}`);
    expect((await app.http('GET', '/admin/agency-home', { as: outsider })).body.cards).toMatchObject({
      stock: 0,
      issued: 0,
      activated: 0,
      sell_through: null,
    });
    expect((await app.http('GET', '/admin/agency-home', { as: admin })).status).toBe(403);
  });
});

describe('the weeks of an agency', () => {
  const dayMs = 86_400_000;
  const daysAgo = (days: number): Date => new Date(app.clock.now().getTime() - days * dayMs);
  const weeksOf = async (id: number, as: Person) => await app.http('GET', `/admin/agencies/${id}/weeks`, { as });

  it('counts what it issued and what was activated; its own page includes those below it', async () => {
    const top = await open();
    const child = await open({ parent_id: top.id });
    const member = await app.person.member();
    const [mine, below] = [
      await buildBatch(app.ctx, { agency_id: top.id }),
      await buildBatch(app.ctx, { agency_id: child.id }),
    ];
    await buildCard(app.ctx, { batch_id: mine.id, issued_at: app.clock.now() });
    await buildCard(app.ctx, { batch_id: mine.id, issued_at: daysAgo(200) });
    await buildCard(app.ctx, {
      batch_id: below.id,
      state: cardState.activated,
      issued_at: daysAgo(14),
      activated_at: app.clock.now(),
      activated_member_id: member.member_id,
    });
    const { weeks } = (await weeksOf(top.id, admin)).body;
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toMatchObject({ issued: 1, activated: 0 });
    expect(weeks.slice(0, -1).every((week: { issued: number }) => week.issued === 0)).toBe(true);
    const home = (await app.http('GET', '/admin/agency-home', { as: top.person })).body;
    expect(home.weeks.at(-1)).toMatchObject({ issued: 1, activated: 1 });
    expect(home.weeks.at(-3)).toMatchObject({ issued: 1, activated: 0 });
    expect(home.weeks.map(({ monday }: { monday: string }) => new Date(monday).getUTCDay())).toEqual(
      Array.from({ length: 12 }, () => 1),
    );
    expect((await weeksOf(child.id, top.person)).status).toBe(200);
    expect((await weeksOf(top.id, child.person)).status).toBe(404);
  });

  it('reads by an index only the cards of these weeks', async () => {
    const plan = await planOf(app.ctx.db, weeksStatement(sql`select 1::bigint as id`, app.clock.now()), {
      index_only: true,
    });
    expect(scansIn(plan)).toEqual([]);
    const used = partsOf(plan).map((part) => part['Index Name']);
    expect(used).toEqual(expect.arrayContaining(['cards_agency_issued_at', 'cards_agency_activated_at']));
  });
});

describe('GET /a/:code', () => {
  it('credits later registrations to the agency; an unknown code only redirects', async () => {
    const { id, code } = await open();
    const visitor = await app.person.visitor();
    const reply = await app.http('GET', `/a/${code.toLowerCase()}`, { as: visitor, base: '' });
    expect([reply.status, reply.headers['location']]).toEqual([302, `/open/agencies/${code}`]);
    const mobile = makeMobile();
    await app.http('POST', '/open/register/send', {
      as: visitor,
      body: { mobile_phone: mobile, verify: await app.captchaPass() },
    });
    const body = {
      mobile_phone: mobile,
      message_code: app.lastCode(mobile),
      password: 'Kaike2026a',
      password_confirmation: 'Kaike2026a',
      agree: true,
    };
    const registered = await app.http('POST', '/open/register', { as: visitor, body });
    expect(registered.status, registered.text).toBe(200);
    const member = await app.ctx.db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['members.agency_id', 'members.source'])
      .where('users.mobile_phone', '=', mobile)
      .executeTakeFirstOrThrow();
    expect(member).toEqual({ agency_id: id, source: 'agency' });
    const stranger = await app.person.visitor();
    expect((await app.http('GET', '/a/NOBODY', { as: stranger, base: '' })).headers['location']).toBe('/open/register');
    expect([...stranger.cookies.keys()]).not.toContain('kaike_agency');
  });

  it('shows the inviting agency without business data; a closed agency invites nobody', async () => {
    const { id, code } = await open();
    const { name } = await app.ctx.db
      .selectFrom('agencies')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { body } = await app.http('GET', `/open/agencies/${code.toLowerCase()}`);
    expect(Object.keys(body).toSorted()).toEqual(['address', 'code', 'courses', 'map_point', 'name']);
    expect([body.name, body.code]).toEqual([name, code]);
    await app.ctx.db.updateTable('agencies').set({ status: agencyStatus.frozen }).where('id', '=', id).execute();
    app.clock.advance(61_000);
    expect((await app.http('GET', `/open/agencies/${code}`)).status).toBe(404);
    expect((await app.http('GET', '/open/agencies/NOBODY')).status).toBe(404);
  });
});

it('the ledger adds up after all tests', async () => {
  expect(await proveLedger(app.ctx)).toMatchObject({ drifts: [], unbalanced: [] });
});

describe('PUT /admin/agencies/move', () => {
  const move = (id: number, parentId: number | null, as: Person = admin) =>
    act('move', { ids: [id], parent_id: parentId, reason: '建错了上级' }, as);

  it('moves an agency and its descendants to another parent, with its quota, and logs the reason', async () => {
    const [top, other] = [await open(), await open()];
    const middle = await open();
    const leaf = await open({ parent_id: middle.id });
    await topUp(middle.id, 30);
    expect((await move(middle.id, top.id)).body).toMatchObject({ changed: 1, failed: [] });
    const [a, b, c] = [await agencyRow(top.id), await agencyRow(middle.id), await agencyRow(leaf.id)];
    expect([b.parent_id, b.level, c.level, b.card_num]).toEqual([top.id, a.level + 1, a.level + 2, 30]);
    expect(a.lft < b.lft && b.lft < c.lft && c.rgt < b.rgt && b.rgt < a.rgt).toBe(true);
    const log = await app.ctx.db
      .selectFrom('logs')
      .selectAll()
      .where('resource', '=', 'agencies')
      .where('action', '=', 'move')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({
      record_id: String(middle.id),
      before: { parent_id: null },
      after: { parent_id: top.id },
      reason: '建错了上级',
    });
    const seen = async (one: Opened) =>
      (
        (
          await app.http('GET', '/admin/agencies/list', {
            as: await app.person.user((await agencyRow(one.id)).user_id ?? 0),
          })
        ).body.data as { id: number }[]
      ).map(({ id }) => id);
    expect(await seen(top)).toEqual(expect.arrayContaining([middle.id, leaf.id]));
    expect((await move(middle.id, other.id)).status).toBe(200);
    expect(await seen(top)).toEqual([top.id]);
    expect((await move(middle.id, null)).body.changed).toBe(1);
    expect((await agencyRow(leaf.id)).level).toBe(2);
  });

  it('rejects a loop, an ended agency, a missing one, and anybody but the school', async () => {
    const top = await open();
    const below = await open({ parent_id: top.id });
    const over = await open();
    await app.ctx.db.updateTable('agencies').set({ status: agencyStatus.ended }).where('id', '=', over.id).execute();
    expect((await move(top.id, below.id)).body).toMatchObject({
      code: 'agency.loop',
      errors: { parent_id: [expect.any(String)] },
    });
    expect((await move(top.id, top.id)).body.code).toBe('agency.loop');
    expect((await move(top.id, over.id)).body.code).toBe('agency.parent_ended');
    expect((await move(top.id, 999_999)).body.errors).toHaveProperty('parent_id');
    const agent = await app.person.adminWith(['admin.agencies.list', 'admin.agencies.move'], {
      data_scope: 'own_agency',
      agency_id: top.id,
    });
    expect((await move(below.id, null, agent)).body.code).toBe('access.denied');
    expect((await agencyRow(below.id)).parent_id).toBe(top.id);
  });
});

it('the role of agencies may replace its own cards', async () => {
  const agency = await open();
  await topUp(agency.id, 5);
  const batch = await buildBatch(app.ctx, { agency_id: agency.id });
  const card = await buildCard(app.ctx, { batch_id: batch.id, agency_id: agency.id, state: cardState.issued });
  const reply = await app.http('PUT', '/admin/cards/replace', {
    as: agency.person,
    body: { ids: [card.id], reason: '卡片损坏' },
  });
  expect([reply.status, reply.body.code]).not.toContain('access.denied');
  expect(
    (await app.ctx.db.selectFrom('cards').select('state').where('id', '=', card.id).executeTakeFirstOrThrow()).state,
  ).toBe(cardState.replaced);
});
