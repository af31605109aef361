import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { riskLimits, riskState, type RiskRule } from '@kaike/shared/domain/cards/card-risk';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildMember } from '../../../../test/factories.ts';
import { findRisks } from './find-risks.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const findingsOf = (rule: RiskRule) =>
  app.ctx.db.selectFrom('card_risks').selectAll().where('rule', '=', rule).orderBy('id').execute();
const act = (action: string, id: number, as = admin) =>
  app.http('PUT', `/admin/card-risks/${action}`, { as, body: { ids: [id], reason: '核实为盗刷' } });
const miss = (memberId: number, count: number) =>
  app.ctx.db
    .insertInto('card_misses')
    .values(
      Array.from({ length: count }, () => ({
        member_id: memberId,
        ip: '10.1.1.1',
        reason: 'unknown',
        created_at: app.clock.now(),
      })),
    )
    .execute();
const last = async (rule: RiskRule) => (await findingsOf(rule)).at(-1) ?? { id: 0, evidence: {}, score: 0 };

async function area(name: string): Promise<number> {
  return (
    await app.ctx.db
      .selectFrom('areas')
      .select('id')
      .where('name', '=', name)
      .where('level', '=', 1)
      .executeTakeFirstOrThrow()
  ).id;
}

describe('the rules', () => {
  it('report a guessing member once a day, with what happened since', async () => {
    const [guesser, clumsy] = [await buildMember(app.ctx), await buildMember(app.ctx)];
    await miss(guesser.id, riskLimits.guessing_member);
    await miss(clumsy.id, riskLimits.guessing_member - 1);
    await Promise.all([findRisks(app.ctx), findRisks(app.ctx)]);
    expect(await findingsOf('guessing_member')).toMatchObject([
      {
        member_id: guesser.id,
        score: riskLimits.guessing_member,
        state: riskState.open,
        evidence: { ips: ['10.1.1.1'] },
      },
    ]);
    await miss(guesser.id, 2);
    await findRisks(app.ctx);
    expect(await findingsOf('guessing_member')).toMatchObject([{ score: riskLimits.guessing_member + 2 }]);
    expect((await findingsOf('guessing_ip'))[0]).toMatchObject({ ip: '10.1.1.1' });
  });

  it('report many activations from one address by different members, but not one member with many cards', async () => {
    const batch = await buildBatch(app.ctx);
    const use = async (ip: string, memberId: number) =>
      buildCard(app.ctx, {
        batch_id: batch.id,
        state: cardState.activated,
        activated_at: app.clock.now(),
        activation_ip: ip,
        activated_member_id: memberId,
      });
    const single = await buildMember(app.ctx);
    for (let index = 0; index < riskLimits.burst_ip; index += 1) {
      await use('10.2.2.2', (await buildMember(app.ctx)).id);
      await use('10.3.3.3', single.id);
    }
    await findRisks(app.ctx);
    expect(await findingsOf('burst_ip')).toMatchObject([
      { ip: '10.2.2.2', score: riskLimits.burst_ip, evidence: { batch_ids: [batch.id] } },
    ]);
  });

  it('report a burst of an agency, and members of another province', async () => {
    const [here, there] = [await area('湖南省'), await area('广东省')];
    const agency = await buildAgency(app.ctx, { area_id: here });
    const batch = await buildBatch(app.ctx, { agency_id: agency.id });
    for (let index = 0; index < riskLimits.burst_agency; index += 1) {
      const member = await buildMember(app.ctx, { area_id: index < 20 ? there : here });
      await buildCard(app.ctx, {
        batch_id: batch.id,
        state: cardState.activated,
        activated_at: app.clock.now(),
        activated_member_id: member.id,
      });
    }
    await findRisks(app.ctx);
    expect(await findingsOf('burst_agency')).toMatchObject([{ agency_id: agency.id, score: riskLimits.burst_agency }]);
    expect(await findingsOf('region')).toMatchObject([
      {
        agency_id: agency.id,
        score: 20,
        evidence: { agency_area: '湖南省', areas: ['广东省'], of: riskLimits.burst_agency },
      },
    ]);
  });
});

describe('the response', () => {
  it('freezes the open cards of an agency’s batches, each with a log, only once', async () => {
    const risk = await last('burst_agency');
    const [batchId] = (risk.evidence as { batch_ids: number[] }).batch_ids;
    const card = await buildCard(app.ctx, { batch_id: batchId ?? 0 });
    expect((await act('freeze-cards', risk.id)).body.changed).toBe(1);
    expect(
      await app.ctx.db
        .selectFrom('cards')
        .select(['frozen_reason'])
        .where('id', '=', card.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ frozen_reason: '核实为盗刷' });
    expect(
      await app.ctx.db
        .selectFrom('logs')
        .select('reason')
        .where('resource', '=', 'cards')
        .where('action', '=', 'freeze')
        .where('record_id', '=', String(card.id))
        .execute(),
    ).toHaveLength(1);
    expect(await last('burst_agency')).toMatchObject({
      state: riskState.acted,
      response: 'freeze-cards',
      changed_count: 1,
      decided_by: admin.user_id,
    });
    expect((await act('dismiss', risk.id)).body.code).toBe('record.state');
  });

  it('stops the member', async () => {
    const risk = await last('guessing_member');
    const memberId = 'member_id' in risk ? Number(risk.member_id) : 0;
    await act('stop-member', risk.id);
    expect(
      (await app.ctx.db.selectFrom('members').select('status').where('id', '=', memberId).executeTakeFirstOrThrow())
        .status,
    ).toBe(memberStatus.stopped);
  });

  it('dismissed stays dismissed that day, and a finding blocks nothing', async () => {
    const risk = await last('burst_ip');
    await act('dismiss', risk.id);
    await findRisks(app.ctx);
    expect(await findingsOf('burst_ip')).toMatchObject([
      { id: risk.id, state: riskState.dismissed, reason: '核实为盗刷' },
    ]);
  });

  it('needs the permissions it uses, and is not for agencies', async () => {
    const risk = await last('region');
    const clerk = await app.person.adminWith([
      'admin.card-risks.list',
      'admin.card-risks.freeze-cards',
      'admin.card-risks.stop-member',
    ]);
    expect((await act('freeze-cards', risk.id, clerk)).body.code).toBe('access.denied');
    expect((await act('stop-member', risk.id, clerk)).body.code).toBe('access.denied');
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.card-risks.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await app.http('GET', '/admin/card-risks/list', { as: agent })).body.data).toEqual([]);
  });
});

describe('GET /admin/card-risks/:id', () => {
  const story = async (id: number) => (await app.http('GET', `/admin/card-risks/${id}`, { as: admin })).body.row.story;

  it('shows who guessed when, and what each response would affect', async () => {
    const guesser = await buildMember(app.ctx);
    await buildCard(app.ctx, { state: cardState.claimed, owner_member_id: guesser.id });
    await miss(guesser.id, riskLimits.guessing_member);
    await findRisks(app.ctx);
    const risk = (await findingsOf('guessing_member')).find((row) => row.member_id === guesser.id);
    expect(await story(risk?.id ?? 0)).toMatchObject({
      members: [{ id: guesser.id, member_no: guesser.member_no, count: riskLimits.guessing_member }],
      batches: [],
      agency: null,
      has_more: false,
      cards_to_freeze: 1,
      members_to_stop: 1,
    });
    const { events } = await story(risk?.id ?? 0);
    expect(events).toHaveLength(riskLimits.guessing_member);
    expect(events[0]).toMatchObject({ kind: 'miss', member_id: guesser.id, ip: '10.1.1.1', reason: 'unknown' });
    await act('freeze-cards', risk?.id ?? 0);
    expect(await story(risk?.id ?? 0)).toMatchObject({ cards_to_freeze: 0 });
  });

  it('shows the activated cards, their batches, and a limited number of events', async () => {
    const agency = await buildAgency(app.ctx);
    const batch = await buildBatch(app.ctx, { agency_id: agency.id });
    const member = await buildMember(app.ctx);
    for (let index = 0; index < 55; index += 1) {
      await buildCard(app.ctx, {
        batch_id: batch.id,
        agency_id: agency.id,
        state: cardState.activated,
        activated_at: app.clock.now(),
        activated_member_id: member.id,
        activation_ip: '10.9.9.9',
      });
    }
    await findRisks(app.ctx);
    const risk = (await findingsOf('burst_agency')).find((row) => row.agency_id === agency.id);
    const result = await story(risk?.id ?? 0);
    expect(result).toMatchObject({
      agency: { id: agency.id, name: agency.name },
      batches: [{ id: batch.id, count: 55 }],
      members: [{ id: member.id, count: 55 }],
      has_more: true,
    });
    expect(result.events).toHaveLength(50);
    expect(result.events[0]).toMatchObject({ kind: 'activation', member_id: member.id, ip: '10.9.9.9' });
    expect(result.events[0].card_no).not.toBe('');
  });
});
