import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agencyActions } from '@kaike/shared/domain/agencies/agency-actions';
import { batchActions, batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardActions, cardState, type CardAction, type CardState } from '@kaike/shared/domain/cards/card-state';
import { cartonActions, cartonState } from '@kaike/shared/domain/cards/carton-state';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { buildAgency, buildBatch, buildCard, buildMember } from '../../test/factories.ts';

// The tables of shared/src/domain against what the server does: every action in every state, one row each.

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

type Tried = { from: string; action: string; before: number; after: number; expected: number };

/** Performs the action on a row in that state and returns its new state. */
async function attempt(attempted: {
  resource: string;
  table: string;
  column: string;
  id: number;
  action: string;
  more?: object;
}): Promise<number> {
  const { status } = await app.http('PUT', `/admin/${attempted.resource}/${attempted.action}`, {
    as: admin,
    body: { ids: [attempted.id], ...attempted.more },
  });
  expect(status, `${attempted.resource} ${attempted.action}`).toBeLessThan(500);
  const {
    rows: [row],
  } = await sql<{
    state: number;
  }>`select ${sql.ref(attempted.column)} as state from ${sql.table(attempted.table)} where id = ${attempted.id}`.execute(
    app.ctx.db,
  );
  return row?.state ?? -1;
}

const wrong = (tried: readonly Tried[]): Tried[] => tried.filter(({ after, expected }) => after !== expected);

describe('cards', () => {
  const names = ['issue', 'void', 'reverse', 'replace', 'freeze', 'unfreeze'] as const satisfies readonly CardAction[];

  async function cardIn(state: CardState, action: CardAction): Promise<number> {
    const member = await buildMember(app.ctx);
    const isTheirs = state === cardState.claimed || state === cardState.activated;
    const card = await buildCard(app.ctx, {
      state,
      ...(isTheirs ? { owner_member_id: member.id, claimed_at: app.clock.now() } : {}),
      ...(state === cardState.activated ? { activated_member_id: member.id, activated_at: app.clock.now() } : {}),
      ...(action === 'unfreeze' ? { frozen_at: app.clock.now(), frozen_reason: '挂失' } : {}),
    });
    return card.id;
  }

  it('go only where the table leads, by every action from every state', async () => {
    const tried: Tried[] = [];
    for (const action of names) {
      for (const [from, state] of Object.entries(cardState)) {
        const { from: by, to } = cardActions[action];
        const after = await attempt({
          resource: 'cards',
          table: 'cards',
          column: 'state',
          id: await cardIn(state, action),
          action,
          more: { reason: '测试' },
        });
        tried.push({
          from,
          action,
          before: state,
          after,
          expected: by.administrator?.includes(state) && to !== undefined ? to : state,
        });
      }
    }
    expect(tried).toHaveLength(names.length * 7);
    expect(wrong(tried)).toEqual([]);
  });
});

describe('batches', () => {
  it('go only where the table leads', async () => {
    const tried: Tried[] = [];
    for (const action of ['release', 'close', 'reopen', 'void'] as const) {
      for (const [from, state] of Object.entries(batchState)) {
        const { from: allowed, to } = batchActions[action];
        const batch = await buildBatch(app.ctx, { state, made_count: 100 });
        const after = await attempt({
          resource: 'card-batches',
          table: 'card_batches',
          column: 'state',
          id: batch.id,
          action,
          more: { reason: '测试' },
        });
        tried.push({ from, action, before: state, after, expected: allowed.includes(state) ? to : state });
      }
    }
    expect(wrong(tried)).toEqual([]);
  });
});

describe('agencies', () => {
  it('go only where the table leads', async () => {
    const tried: Tried[] = [];
    for (const action of Object.keys(agencyActions) as (keyof typeof agencyActions)[]) {
      for (const [from, status] of Object.entries(agencyStatus)) {
        const { from: allowed, to } = agencyActions[action];
        const agency = await buildAgency(app.ctx, { status });
        const after = await attempt({
          resource: 'agencies',
          table: 'agencies',
          column: 'status',
          id: agency.id,
          action,
          more: { reason: '测试', ...(action === 'end' ? { confirm_name: agency.name } : {}) },
        });
        tried.push({ from, action, before: status, after, expected: allowed.includes(status) ? to : status });
      }
    }
    expect(wrong(tried)).toEqual([]);
  });
});

describe('cartons', () => {
  it('go only where the table leads', async () => {
    const tried: Tried[] = [];
    const { actions = {} } = app.ctx.resources.get('card-cartons').definition;
    for (const action of (Object.keys(cartonActions) as (keyof typeof cartonActions)[]).filter(
      (name) => name in actions,
    )) {
      for (const [from, state] of Object.entries(cartonState)) {
        const { from: allowed, to } = cartonActions[action];
        const batch = await buildBatch(app.ctx);
        const carton = await app.ctx.db
          .insertInto('card_cartons')
          .values({
            batch_id: batch.id,
            carton_no: 1,
            scan_code: `T${batch.id}`,
            first_seq: 1,
            last_seq: 10,
            first_no: 'KK1',
            last_no: 'KK10',
            card_count: 10,
            state,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = await attempt({
          resource: 'card-cartons',
          table: 'card_cartons',
          column: 'state',
          id: carton.id,
          action,
          more: { reason: '测试' },
        });
        tried.push({ from, action, before: state, after, expected: allowed.includes(state) ? to : state });
      }
    }
    expect(tried.length).toBeGreaterThan(0);
    expect(wrong(tried)).toEqual([]);
  });
});
