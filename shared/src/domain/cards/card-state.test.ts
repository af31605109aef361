import { describe, expect, test } from 'vitest';
import {
  isCardActionAllowed,
  cardActions,
  cardRefusal,
  cardState,
  shownCardChoices,
  shownCardStatuses,
  shownStatus,
  type CardAction,
  type CardActor,
  type CardFacts,
} from './card-state.ts';

const now = new Date('2026-06-01T00:00:00Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const card = (overrides: Partial<CardFacts> = {}): CardFacts => ({
  state: cardState.issued,
  frozen_at: null,
  redeem_end_at: null,
  ...overrides,
});

describe('shownStatus', () => {
  test.each<[string, CardFacts]>([
    ['stock', card({ state: cardState.stock })],
    ['issued', card({ redeem_end_at: inDays(31) })],
    ['claimed', card({ state: cardState.claimed })],
    ['expiring', card({ redeem_end_at: inDays(30) })],
    ['expiring', card({ state: cardState.claimed, redeem_end_at: now })],
    ['expired', card({ redeem_end_at: inDays(-0.001).toISOString() })],
    ['frozen', card({ frozen_at: inDays(-1), redeem_end_at: inDays(-1) })],
    ['activated', card({ state: cardState.activated, frozen_at: now, redeem_end_at: inDays(-9) })],
    ['voided', card({ state: cardState.voided, frozen_at: now })],
    ['reversed', card({ state: cardState.reversed, redeem_end_at: inDays(-9) })],
    ['replaced', card({ state: cardState.replaced })],
  ])('%s', (shown, facts) => {
    expect(shownStatus(facts, now)).toBe(shown);
  });
  test('every shown status is a choice with a tone', () => {
    expect(shownCardChoices.map(({ key }) => key)).toEqual([...shownCardStatuses]);
    expect(shownCardChoices.every(({ tone }) => tone)).toBe(true);
  });
});

describe('who may do what in which state', () => {
  const { stock, issued, claimed, activated } = cardState;
  const allowed: Record<CardAction, Partial<Record<CardActor, number[]>>> = {
    issue: { administrator: [stock], agency: [stock] },
    claim: { member: [issued] },
    activate: { member: [issued], owner: [claimed] },
    void: { administrator: [stock, issued, claimed], agency: [stock, issued, claimed] },
    reverse: { administrator: [activated] },
    replace: { administrator: [issued, claimed], agency: [issued, claimed] },
    freeze: { administrator: [stock, issued, claimed], agency: [stock, issued, claimed], owner: [claimed] },
    unfreeze: { administrator: [stock, issued, claimed], agency: [stock, issued, claimed], owner: [claimed] },
  };
  const actors: CardActor[] = ['administrator', 'agency', 'owner', 'member'];
  const actions = Object.keys(cardActions) as CardAction[];
  test.each(actions)('%s', (action) => {
    for (const actor of actors) {
      const states = Object.values(cardState).filter((state) =>
        isCardActionAllowed(action, card({ state, frozen_at: action === 'unfreeze' ? now : null, activated_at: now }), {
          actor,
          now,
        }),
      );
      expect(states, actor).toEqual(allowed[action][actor] ?? []);
    }
  });
});

describe('why not', () => {
  const member = { actor: 'member', now } as const;
  test.each<[string | null, CardAction, CardFacts]>([
    [null, 'activate', card({ redeem_end_at: now })],
    ['expired', 'activate', card({ redeem_end_at: inDays(-1) })],
    ['frozen', 'activate', card({ frozen_at: now, redeem_end_at: inDays(-1) })],
    ['state', 'activate', card({ state: cardState.activated, frozen_at: now })],
    ['state', 'activate', card({ state: cardState.claimed })],
    ['actor', 'void', card()],
  ])('a member gets %s', (reason, action, facts) => {
    expect(cardRefusal(action, facts, member)).toBe(reason);
  });
  test('freezing twice and unfreezing a card that is not frozen', () => {
    const by = { actor: 'administrator', now } as const;
    expect(cardRefusal('freeze', card({ frozen_at: now }), by)).toBe('frozen');
    expect(cardRefusal('unfreeze', card(), by)).toBe('not_frozen');
    expect(isCardActionAllowed('void', card({ frozen_at: now, redeem_end_at: inDays(-1) }), by)).toBe(true);
  });
  test.each([
    [inDays(-7), 19, null],
    [inDays(-7.01), 0, 'policy'],
    [inDays(-1), 20, 'policy'],
    [null, 0, 'policy'],
    [inDays(0), undefined, null],
  ])('reversal of an activation at %s with %s %% studied: %s', (activatedAt, studied, reason) => {
    const facts = card({
      state: cardState.activated,
      activated_at: activatedAt,
      ...(studied === undefined ? {} : { studied_percent: studied }),
    });
    expect(cardRefusal('reverse', facts, { actor: 'administrator', now })).toBe(reason);
  });
});
