import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchActions, batchEdits, batchState } from './batch-state.ts';
import { approvalState, decisionRefusal, type Decision } from './card-approval.ts';
import {
  isCardActionAllowed,
  cardActions,
  cardRefusal,
  cardState,
  isExpired,
  shownStatus,
  type CardAction,
  type CardActor,
  type CardFacts,
} from './card-state.ts';

const now = new Date('2026-03-10T04:00:00Z');
const final: number[] = [cardState.voided, cardState.reversed, cardState.replaced];
const moment = fc.option(fc.date({ min: new Date('2026-01-01'), max: new Date('2026-06-01'), noInvalidDate: true }), {
  nil: null,
});
const facts: fc.Arbitrary<CardFacts> = fc.record({
  state: fc.constantFrom(...Object.values(cardState)),
  frozen_at: moment,
  redeem_end_at: moment,
  frozen_by_owner: fc.boolean(),
  activated_at: moment,
  studied_percent: fc.integer({ min: 0, max: 100 }),
});
const action = fc.constantFrom(...(Object.keys(cardActions) as CardAction[]));
const actor = fc.constantFrom<CardActor>('administrator', 'agency', 'owner', 'member');

function after(card: CardFacts, done: CardAction, by: CardActor): CardFacts {
  const state = cardActions[done].to ?? card.state;
  if (done === 'freeze') return { ...card, frozen_at: now, frozen_by_owner: by === 'owner' };
  if (done === 'unfreeze') return { ...card, frozen_at: null, frozen_by_owner: false };
  return { ...card, state, ...(done === 'activate' ? { activated_at: now, studied_percent: 0 } : {}) };
}

describe('any sequence of actions by anybody', () => {
  test('voided, reversed and replaced are final', () => {
    fc.assert(
      fc.property(facts, action, actor, (card, nextAction, by) => {
        if (final.includes(card.state)) expect(cardRefusal(nextAction, card, { actor: by, now })).not.toBeNull();
      }),
    );
  });

  test('activates a card once and never returns it to stock', () => {
    fc.assert(
      fc.property(facts, fc.array(fc.tuple(action, actor), { maxLength: 30 }), (start, steps) => {
        let card: CardFacts = { ...start, state: cardState.stock, activated_at: null };
        let activations = 0;
        for (const [nextAction, by] of steps) {
          if (!isCardActionAllowed(nextAction, card, { actor: by, now })) continue;
          const next = after(card, nextAction, by);
          if (nextAction === 'activate') activations += 1;
          expect(next.state).toBeGreaterThanOrEqual(card.state);
          card = next;
        }
        expect(activations).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('frozen or expired cards are neither issued, claimed nor activated', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom<CardAction>('issue', 'claim', 'activate'), actor, (card, nextAction, by) => {
        if (isCardActionAllowed(nextAction, card, { actor: by, now }))
          expect([card.frozen_at, isExpired(card, now)]).toEqual([null, false]);
      }),
    );
  });

  test('an owner never lifts the freeze of a seller, and a seller always can lift any', () => {
    fc.assert(
      fc.property(facts, (card) => {
        const frozen = { ...card, state: cardState.claimed, frozen_at: now };
        expect(isCardActionAllowed('unfreeze', { ...frozen, frozen_by_owner: false }, { actor: 'owner', now })).toBe(
          false,
        );
        expect(isCardActionAllowed('unfreeze', frozen, { actor: 'agency', now })).toBe(true);
      }),
    );
  });

  test('a reversal follows its policy', () => {
    fc.assert(
      fc.property(facts, actor, (card, by) => {
        if (!isCardActionAllowed('reverse', card, { actor: by, now })) return;
        expect(by).toBe('administrator');
        expect(card.studied_percent).toBeLessThan(20);
        expect(now.getTime() - new Date(card.activated_at ?? 0).getTime()).toBeLessThanOrEqual(7 * 86_400_000);
      }),
    );
  });

  test('a card that can be activated has a status that suggests so', () => {
    fc.assert(
      fc.property(facts, (card) => {
        const isOpen =
          isCardActionAllowed('activate', card, { actor: 'member', now }) ||
          isCardActionAllowed('activate', card, { actor: 'owner', now });
        if (isOpen) expect(['issued', 'claimed', 'expiring']).toContain(shownStatus(card, now));
      }),
    );
  });
});

describe('batches and approvals', () => {
  test('a voided batch stays voided, and none returns to `making`', () => {
    const rules = { ...batchActions, ...batchEdits };
    for (const rule of Object.values(rules)) {
      expect(rule.from).not.toContain(batchState.voided);
      if ('to' in rule) expect(rule.to).not.toBe(batchState.making);
    }
  });

  test('nobody approves or declines their own request, and a decision is final', () => {
    const approvals = fc.record({
      state: fc.constantFrom(...Object.values(approvalState)),
      requested_by: fc.integer({ min: 1, max: 3 }),
      expires_at: fc.date({ min: new Date('2026-03-09'), max: new Date('2026-03-12'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(
        approvals,
        fc.constantFrom<Decision>('approve', 'decline', 'withdraw'),
        fc.integer({ min: 1, max: 3 }),
        (approval, decision, userId) => {
          if (decisionRefusal(decision, approval, { user_id: userId, now }) !== null) return;
          expect([approval.state, approval.expires_at > now]).toEqual([approvalState.pending, true]);
          expect(approval.requested_by === userId).toBe(decision === 'withdraw');
        },
      ),
    );
  });
});
