import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { fillPinyinJob } from '../../../jobs/pinyin.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  buildAgency,
  buildCard,
  buildMember,
  buildProduct,
  buildTeacher,
  buildUser,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

type FoundRecord = { resource: string; id: number; title: string; exact: boolean; url: string };
const search = async (text: string, as = admin): Promise<FoundRecord[]> => {
  const { status, body } = await app.http('POST', '/admin/palette/search', { as, body: { text } });
  expect(status).toBe(200);
  return body.data;
};
const places = (records: FoundRecord[]): string[] => records.map(({ resource, id }) => `${resource}:${id}`);

describe('searching records', () => {
  it('finds rows by title and search fields, a few of each resource', async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, (_one, index) => buildTeacher(app.ctx, { name: `面板老师${index}` })),
    );
    const results = await search('面板老师');
    expect(results).toHaveLength(3);
    expect(created.map((row) => `teachers:${row.id}`)).toEqual(expect.arrayContaining(places(results)));
    expect(results[0]?.url).toBe(`/admin/teachers?open=${results[0]?.id}`);
    expect(await search('%%')).toEqual([]);
    expect(await search('面')).toEqual([]);
  });

  it('finds learners without a name by their user name, and shows it', async () => {
    const user = await buildUser(app.ctx, { name: '', username: 'xiaolan' });
    const member = await buildMember(app.ctx, { user_id: user.id, real_name: '' });
    expect(await search('xiaolan')).toMatchObject([{ resource: 'members', id: member.id, title: 'xiaolan' }]);
    const { body } = await app.http('GET', '/admin/members/list?where[_keyword]=xiaolan', { as: admin });
    expect(body.data).toMatchObject([{ id: member.id, display_name: 'xiaolan' }]);
    const { id } = await buildUser(app.ctx, { name: '', username: 'nobody_yet' });
    expect(await search('nobody_yet')).toMatchObject([{ resource: 'users', id, title: 'nobody_yet' }]);
  });

  it('finds people and schools by the pinyin of their names, in the palette, in lists and in pickers', async () => {
    const user = await buildUser(app.ctx, { name: '小马' });
    const [member, nick] = [
      await buildMember(app.ctx, { user_id: user.id, real_name: '马静怡' }),
      await buildMember(app.ctx, { user_id: (await buildUser(app.ctx, { name: '欧阳锋' })).id, real_name: '' }),
    ];
    const [teacher, agency] = [
      await buildTeacher(app.ctx, { name: '曾国强' }),
      await buildAgency(app.ctx, { name: '重庆分校' }),
    ];
    expect(await search('majingyi')).toEqual([]);
    await fillPinyinJob.run(app.ctx, {});
    for (const text of ['mjy', 'majingyi', 'MaJingYi', 'jingyi', 'mj'])
      expect(places(await search(text)), text).toContain(`members:${member.id}`);
    expect(places(await search('ouyangfeng'))).toContain(`members:${nick.id}`);
    expect([places(await search('cengguo')), places(await search('zengguo')), places(await search('cqfx'))]).toEqual([
      [],
      [`teachers:${teacher.id}`],
      [`agencies:${agency.id}`],
    ]);
    const chosen = async (resource: string, keyword: string): Promise<number[]> =>
      (await app.http('GET', `/admin/${resource}/options`, { as: admin, query: { keyword } })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect([
      await chosen('members', 'mjy'),
      await chosen('teachers', 'zengguoqiang'),
      await chosen('members', '静怡'),
    ]).toEqual([[member.id], [teacher.id], [member.id]]);
    expect(
      (await app.http('GET', '/admin/members/list?where[_keyword]=mjy', { as: admin })).body.data.map(
        ({ id }: { id: number }) => id,
      ),
    ).toEqual([member.id]);
    const foreign = await app.person.adminWith(['admin.members.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect(await search('mjy', foreign)).toEqual([]);
    // A renamed record is found by its new pinyin only.
    await app.ctx.db.updateTable('members').set({ real_name: '王芳' }).where('id', '=', member.id).execute();
    await app.ctx.db.updateTable('users').set({ name: '林晓' }).where('id', '=', nick.user_id).execute();
    await fillPinyinJob.run(app.ctx, {});
    expect([await search('mjy'), places(await search('wf')), places(await search('linxiao'))]).toEqual([
      [],
      expect.arrayContaining([`members:${member.id}`]),
      expect.arrayContaining([`members:${nick.id}`]),
    ]);
  });

  it('tells people of one name apart by number and mobile, which stays masked', async () => {
    const { id } = await buildUser(app.ctx, { name: '同名', mobile_phone: '13866668888' });
    const member = await buildMember(app.ctx, { user_id: id, real_name: '同名' });
    const shown = expect.objectContaining({ resource: 'members', note: `138****8888 · ${member.member_no}` });
    // Whatever it was found by.
    expect(await search('同名')).toContainEqual(shown);
    expect(await search('13866')).toContainEqual(shown);
  });

  it('shows a person once: as learner or administrator, as an account only where they are neither in reach', async () => {
    const user = await buildUser(app.ctx, { name: '林一一' });
    const member = await buildMember(app.ctx, { user_id: user.id, real_name: '林一一' });
    const visitor = await buildUser(app.ctx, { name: '林一二' });
    expect(places(await search('林一'))).toEqual([`members:${member.id}`, `users:${visitor.id}`]);
    const clerk = await app.person.adminWith(['admin.users.list']);
    expect(places(await search('林一', clerk))).toEqual([`users:${visitor.id}`, `users:${user.id}`]);
  });

  it('shows a role only what its lists show', async () => {
    await buildTeacher(app.ctx, { name: '权限老师' });
    const role = await app.person.adminWith(['admin.subjects.list']);
    expect(await search('权限老师', role)).toEqual([]);
    expect(
      (await app.http('POST', '/admin/palette/search', { as: await app.person.member(), body: { text: '权限老师' } }))
        .status,
    ).toBe(403);
  });
});

describe('pasting a number', () => {
  it('leads to the card by its number and by its secret, however it is written, and never shows the secret', async () => {
    const card = await buildCard(app.ctx);
    const grouped = card.secret.replace(/(.{4})(?=.)/g, '$1-').toLowerCase();
    for (const text of [card.card_no, card.card_no.toLowerCase(), card.secret, grouped]) {
      const results = await search(text);
      expect(places(results), text).toEqual([`cards:${card.id}`]);
      expect(results[0]).toMatchObject({ exact: true, title: card.card_no });
      expect(JSON.stringify(results)).not.toContain(card.secret);
    }
  });

  it('leads to the member by mobile', async () => {
    const user = await buildUser(app.ctx, { mobile_phone: '13900001234' });
    const member = await buildMember(app.ctx, { user_id: user.id });
    expect(places(await search('139 0000 1234'))).toEqual([`members:${member.id}`]);
    expect(places(await search('+86 13900001234'))).toEqual([`members:${member.id}`]);
  });

  it('an order number finds the order and the cards of its buyer', async () => {
    const [member, product] = [await buildMember(app.ctx), await buildProduct(app.ctx)];
    const order = await app.ctx.db
      .insertInto('pay_orders')
      .values({
        order_no: '202603010800123456',
        member_id: member.id,
        product_id: product.id,
        product_snapshot: '{}',
        amount: 100,
        payable: 100,
        status: 20,
        channel: 'sandbox',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const card = await buildCard(app.ctx, { owner_member_id: member.id, state: cardState.claimed });
    await buildCard(app.ctx);
    expect(places(await search(order.order_no))).toEqual([`pay-orders:${order.id}`, `cards:${card.id}`]);
  });

  it('an agency finds its own cards and members only', async () => {
    const [mine, theirs] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const agency = await app.person.adminWith(['admin.cards.list', 'admin.members.list'], {
      data_scope: 'own_agency',
      agency_id: mine.id,
    });
    const [own, other] = [
      await buildCard(app.ctx, { agency_id: mine.id }),
      await buildCard(app.ctx, { agency_id: theirs.id }),
    ];
    const member = await buildMember(app.ctx, { agency_id: theirs.id, real_name: '别家学员' });
    expect(places(await search(own.secret, agency))).toEqual([`cards:${own.id}`]);
    expect(await search(other.secret, agency)).toEqual([]);
    expect(await search(other.card_no, agency)).toEqual([]);
    expect(await search('别家学员', agency)).toEqual([]);
    expect(places(await search('别家学员'))).toEqual([`members:${member.id}`]);
  });
});

describe('pinyin', () => {
  it('gives full pinyin and initials', async () => {
    const { body } = await app.http('POST', '/admin/palette/pinyin', {
      as: admin,
      body: { texts: ['学员', '学习记录', '新建 AI 角色'] },
    });
    expect(body.keys).toEqual([
      ['xueyuan', 'xy'],
      ['xuexijilu', 'xxjl'],
      ['xinjianaijuese', 'xjaijs'],
    ]);
  });
});

describe('what people paste', () => {
  it('is a mobile with blanks, of an agency as well as a member', async () => {
    await buildAgency(app.ctx, { mobile_phone: '13700001111', name: '粘贴代理' });
    const results = await search('请联系 137 0000-1111 张老师');
    expect(results.map(({ resource, title, exact }) => [resource, title, exact])).toContainEqual([
      'agencies',
      '粘贴代理',
      true,
    ]);
  });

  it('finds a card number inside a sentence, with the state its actions depend on', async () => {
    const card = await buildCard(app.ctx, { state: cardState.issued });
    const results = (await search(`老师您好，${card.card_no} 激活不了`)) as (FoundRecord & {
      state: Record<string, unknown>;
    })[];
    expect(places(results)).toEqual([`cards:${card.id}`]);
    expect(results[0]?.state).toMatchObject({ state: cardState.issued });
  });
});
