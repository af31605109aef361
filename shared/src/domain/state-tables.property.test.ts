import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aiMessageActions, aiMessageStatus, chatActions, chatStatus } from './ai/chat-status.ts';
import { agencyActions } from './agencies/agency-actions.ts';
import { batchActions, batchState } from './cards/batch-state.ts';
import { isGiftOpen, type GiftFacts } from './cards/card-gift.ts';
import { cartonActions, cartonState, mayUndoReceipt, undoReceiptMinutes } from './cards/carton-state.ts';
import { courseActions, courseStatus } from './catalog/courses/course-status.ts';
import { memberActions, memberStatus } from './people/member-status.ts';
import { messageActions, messageStatus } from './messaging/message-status.ts';
import { orderActions, orderStatus } from './commerce/order-status.ts';
import { agencyStatus } from './people/people.ts';
import { transferOptions, transferState, undoMinutes } from './agencies/quota-transfer.ts';
import { allows, type Transition } from './status.ts';
import { userActions, userStatus } from './people/user-status.ts';

type Table = {
  statuses: Readonly<Record<string, number>>;
  actions: Readonly<Record<string, Transition<number>>>;
  first: string;
  /** Every allowed step, listed independently of the table: from, action, to. */
  steps: readonly string[];
  /** Terminal states. */
  final: readonly string[];
  /** Reached by a job or by time, never by an action. */
  by_itself?: readonly string[];
};

const tables: Record<string, Table> = {
  batches: {
    statuses: batchState,
    actions: batchActions,
    first: 'making',
    final: ['voided'],
    steps: [
      'making finish ready',
      'ready release released',
      'released close closed',
      'closed reopen released',
      'making void voided',
      'ready void voided',
      'released void voided',
      'closed void voided',
    ],
  },
  cartons: {
    statuses: cartonState,
    actions: cartonActions,
    first: 'packed',
    final: ['received', 'voided'],
    steps: [
      'packed ship shipped',
      'packed receive received',
      'shipped receive received',
      'packed lose lost',
      'shipped lose lost',
      'lost find shipped',
      'packed void voided',
      'shipped void voided',
      'lost void voided',
    ],
  },
  agencies: {
    statuses: agencyStatus,
    actions: agencyActions,
    first: 'pending',
    final: ['ended'],
    steps: [
      'pending activate active',
      'active freeze frozen',
      'frozen unfreeze active',
      'pending end ended',
      'active end ended',
      'frozen end ended',
    ],
  },
  orders: {
    statuses: orderStatus,
    actions: orderActions,
    first: 'pending',
    final: [],
    steps: [
      'pending pay paid',
      'closed pay paid',
      'pending close closed',
      'paid deliver delivered',
      'delivery_failed deliver delivered',
      'paid fail_delivery delivery_failed',
      'paid ask_refund refunding',
      'delivered ask_refund refunding',
      'delivery_failed ask_refund refunding',
      'refunded ask_refund refunding',
      'refunding refund refunded',
    ],
  },
  members: {
    statuses: memberStatus,
    actions: memberActions,
    first: 'effective',
    final: ['cancelled', 'merged'],
    steps: [
      'effective stop stopped',
      'cancelling stop stopped',
      'stopped restore effective',
      'effective ask_cancel cancelling',
      'cancelling keep effective',
      'cancelling erase cancelled',
      'effective merge merged',
      'stopped merge merged',
    ],
  },
  users: {
    statuses: userStatus,
    actions: userActions,
    first: 'effective',
    final: ['cancelled'],
    steps: [
      'effective stop stopped',
      'stopped restore effective',
      'effective cancel cancelled',
      'stopped cancel cancelled',
    ],
  },
  courses: {
    statuses: courseStatus,
    actions: courseActions,
    first: 'draft',
    final: [],
    steps: ['draft publish published', 'off_shelf publish published', 'published take_off off_shelf'],
  },
  messages: {
    statuses: messageStatus,
    actions: messageActions,
    first: 'draft',
    final: [],
    by_itself: ['sending', 'sent'],
    steps: [
      'draft send scheduled',
      'scheduled recall draft',
      'sending withdraw recalled',
      'sent withdraw recalled',
      'recalled reinstate sent',
    ],
  },
  talks: {
    statuses: chatStatus,
    actions: chatActions,
    first: 'active',
    final: ['finished', 'expired', 'blocked', 'failed'],
    steps: [
      'active talk active',
      'active take_over active',
      'active finish finished',
      'active expire expired',
      'active block blocked',
      'active fail failed',
    ],
  },
  replies: {
    statuses: aiMessageStatus,
    actions: aiMessageActions,
    first: 'pending',
    final: ['done', 'stopped', 'failed', 'blocked'],
    steps: [
      'pending stream streaming',
      'pending complete done',
      'streaming complete done',
      'pending stop stopped',
      'streaming stop stopped',
      'pending fail failed',
      'streaming fail failed',
      'pending block blocked',
      'streaming block blocked',
    ],
  },
};

describe.each(Object.entries(tables))('%s', (_name, { statuses, actions, first, steps, final, by_itself = [] }) => {
  const nameOf = (value: number): string =>
    Object.entries(statuses).find(([, one]) => one === value)?.[0] ?? String(value);
  const walks = fc.array(fc.constantFrom(...Object.keys(actions)), { maxLength: 40 });

  /** The steps that a row takes when these things are tried with it, one after another. */
  function walk(tried: readonly string[]): string[] {
    let status = statuses[first] ?? -1;
    return tried.flatMap((action) => {
      if (!allows(actions, action, status)) return [];
      const from = nameOf(status);
      status = actions[action]?.to ?? -1;
      return [`${from} ${action} ${nameOf(status)}`];
    });
  }

  test('any sequence of actions takes only allowed steps, and terminal states are final', () => {
    fc.assert(
      fc.property(walks, (tried) => {
        const taken = walk(tried);
        for (const step of taken) expect(steps).toContain(step);
        const ends = taken.findIndex((step) => final.includes(step.split(' ')[2] ?? ''));
        if (ends >= 0) expect(taken).toHaveLength(ends + 1);
      }),
      { numRuns: 500 },
    );
  });

  test('every step is possible, and every status is reachable', () => {
    const all = Object.entries(actions).flatMap(([action, { from, to }]) =>
      from.map((one) => `${nameOf(one)} ${action} ${nameOf(to)}`),
    );
    expect(all.toSorted()).toEqual(steps.toSorted());
    const reached = new Set([first, ...by_itself]);
    for (let round = 0; round < steps.length; round += 1) {
      for (const step of steps) {
        const [from = '', , to = ''] = step.split(' ');
        if (reached.has(from)) reached.add(to);
      }
    }
    expect(Object.keys(statuses).filter((name) => !reached.has(name))).toEqual([]);
    expect(
      Object.keys(statuses)
        .filter((name) => !steps.some((step) => step.startsWith(`${name} `)))
        .toSorted(),
    ).toEqual([...final].toSorted());
  });
});

const base = Date.UTC(2026, 2, 10, 4);
const after = fc.integer({ min: 0, max: 48 * 60 }).map((minutes) => new Date(base + minutes * 60_000));

test('a quota offer is answered once and undone once, after acceptance only within ten minutes', () => {
  const until = new Date(base + undoMinutes * 60_000);
  const actions = fc.constantFrom('accept', 'decline', 'undo');
  fc.assert(
    fc.property(fc.array(fc.tuple(actions, fc.integer({ min: 0, max: 10 })), { maxLength: 12 }), (tried) => {
      let state: number = transferState.waiting;
      let now = base;
      const done: string[] = [];
      for (const [what, minutes] of tried) {
        now += minutes * 60_000;
        const may = transferOptions({ state, undo_until: until }, new Date(now));
        if (!(what === 'undo' ? may.may_undo : may.may_answer)) continue;
        if (what === 'undo' && state === transferState.accepted) expect(now).toBeLessThan(until.getTime());
        state =
          what === 'accept'
            ? transferState.accepted
            : what === 'decline'
              ? transferState.declined
              : state === transferState.waiting
                ? transferState.withdrawn
                : transferState.taken_back;
        done.push(what);
      }
      expect(['', 'accept', 'decline', 'undo', 'accept undo']).toContain(done.join(' '));
    }),
    { numRuns: 1000 },
  );
});

test('a gift is open until it is accepted, revoked or expired, and never again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('accept', 'revoke'), after), { maxLength: 10 }),
      after,
      (tried, expiresAt) => {
        let gift: GiftFacts = { expires_at: expiresAt, accepted_at: null, revoked_at: null };
        let taken = 0;
        for (const [what, at] of tried) {
          if (!isGiftOpen(gift, at)) continue;
          expect(at.getTime()).toBeLessThan(expiresAt.getTime());
          gift = what === 'accept' ? { ...gift, accepted_at: at } : { ...gift, revoked_at: at };
          taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('a receipt can be undone only by whoever scanned the carton, for ten minutes, while it is received', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(cartonState)),
      fc.option(after, { nil: null }),
      fc.option(fc.integer({ min: 1, max: 2 }), { nil: null }),
      after,
      (state, at, by, now) => {
        const may = mayUndoReceipt({ state, received_at: at, received_by: by }, { user_id: 1, now });
        const isOwn =
          state === cartonState.received &&
          at !== null &&
          by === 1 &&
          now.getTime() <= at.getTime() + undoReceiptMinutes * 60_000;
        expect(may).toBe(isOwn);
      },
    ),
  );
});
