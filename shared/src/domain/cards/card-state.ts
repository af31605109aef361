import { choicesOf, type ValueIn } from '../status.ts';

export const cardState = {
  stock: 10,
  issued: 20,
  claimed: 30,
  activated: 40,
  voided: 50,
  reversed: 60,
  replaced: 70,
} as const;
export type CardState = ValueIn<typeof cardState>;

/** The statuses people see; derived, never stored. */
export const shownCardStatuses = [
  'stock',
  'issued',
  'claimed',
  'expiring',
  'expired',
  'frozen',
  'activated',
  'voided',
  'reversed',
  'replaced',
] as const;
export type ShownCardStatus = (typeof shownCardStatuses)[number];

export const cardStateChoices = choicesOf(cardState, {
  stock: 'default',
  issued: 'info',
  claimed: 'primary',
  activated: 'success',
  voided: 'muted',
  reversed: 'purple',
  replaced: 'muted',
});

/** Statuses as choices, so that tags and filters show them like any other field. */
export const shownCardChoices = choicesOf(
  {
    stock: 'stock',
    issued: 'issued',
    claimed: 'claimed',
    expiring: 'expiring',
    expired: 'expired',
    frozen: 'frozen',
    activated: 'activated',
    voided: 'voided',
    reversed: 'reversed',
    replaced: 'replaced',
  },
  {
    stock: 'default',
    issued: 'info',
    claimed: 'primary',
    expiring: 'warning',
    expired: 'danger',
    frozen: 'cyan',
    activated: 'success',
    voided: 'muted',
    reversed: 'purple',
    replaced: 'muted',
  },
);

export const expiringDays = 30;
/** An activation can be reversed within these days, while less than this share of the courses has been studied. */
export const reversalDays = 7;
export const reversalStudiedPercent = 20;

const dayMs = 86_400_000;

type Timestamp = Date | string;

export type CardFacts = {
  readonly state: CardState;
  readonly frozen_at: Timestamp | null;
  readonly redeem_end_at: Timestamp | null;
  /** False: the school or the agency froze it, and only they may unfreeze it. */
  readonly frozen_by_owner?: boolean;
  /** Its carton has not arrived, and the batch requires that. */
  readonly awaits_receipt?: boolean;
  readonly activated_at?: Timestamp | null;
  /** Only the server has it; a list shows the button without it. */
  readonly studied_percent?: number;
};

const timeOf = (moment: Timestamp): number => new Date(moment).getTime();

/** Whether the card's redemption period is over. */
export function isExpired(card: Pick<CardFacts, 'redeem_end_at'>, now: Date): boolean {
  return card.redeem_end_at !== null && timeOf(card.redeem_end_at) < now.getTime();
}

const ended: Partial<Record<CardState, ShownCardStatus>> = {
  [cardState.voided]: 'voided',
  [cardState.reversed]: 'reversed',
  [cardState.replaced]: 'replaced',
  [cardState.activated]: 'activated',
};

/** The status a person sees: final state first, then frozen, then expiry, then progress. */
export function shownStatus(card: CardFacts, now: Date): ShownCardStatus {
  const end = ended[card.state];
  if (end) return end;
  if (card.frozen_at) return 'frozen';
  if (isExpired(card, now)) return 'expired';
  if (card.redeem_end_at && timeOf(card.redeem_end_at) - now.getTime() <= expiringDays * dayMs) return 'expiring';
  if (card.state === cardState.claimed) return 'claimed';
  return card.state === cardState.issued ? 'issued' : 'stock';
}

/** `agency`: the one that owns the card. `owner`: the member who claimed it. `member`: any other member. */
export type CardActor = 'administrator' | 'agency' | 'owner' | 'member';

export type CardAction = 'issue' | 'claim' | 'activate' | 'void' | 'reverse' | 'replace' | 'freeze' | 'unfreeze';

type CardRule = {
  readonly from: Partial<Record<CardActor, readonly CardState[]>>;
  /** State afterwards; freezing does not change it. */
  readonly to?: CardState;
  /** Also requires a card that is neither frozen nor expired. */
  readonly redeems?: true;
  /** Also requires that the card's carton has arrived, if its batch requires that. */
  readonly received?: true;
};

const { stock, issued, claimed, activated } = cardState;
const sellers = (...states: CardState[]): CardRule['from'] => ({ administrator: states, agency: states });
const freezing: CardRule = { from: { ...sellers(stock, issued, claimed), owner: [claimed] } };

/** The transitions: from which states, by whom, to which state. The server's conditional updates use the same states. */
export const cardActions: Readonly<Record<CardAction, CardRule>> = {
  issue: { from: sellers(stock), to: issued, redeems: true },
  claim: { from: { member: [issued] }, to: claimed, redeems: true, received: true },
  activate: { from: { member: [issued], owner: [claimed] }, to: activated, redeems: true, received: true },
  void: { from: sellers(stock, issued, claimed), to: cardState.voided },
  reverse: { from: { administrator: [activated] }, to: cardState.reversed },
  replace: { from: sellers(issued, claimed), to: cardState.replaced, received: true },
  freeze: freezing,
  unfreeze: freezing,
};

export type CardRefusal = 'actor' | 'state' | 'frozen' | 'not_frozen' | 'expired' | 'not_received' | 'policy';

function isReversible(card: CardFacts, now: Date): boolean {
  if (!card.activated_at || now.getTime() - timeOf(card.activated_at) > reversalDays * dayMs) return false;
  return (card.studied_percent ?? 0) < reversalStudiedPercent;
}

/** Sellers may take over an owner's freeze; an owner can only lift their own. */
function refuseFreeze(action: CardAction, card: CardFacts, actor: CardActor): CardRefusal | null {
  if (action === 'freeze') return card.frozen_at && !(card.frozen_by_owner && actor !== 'owner') ? 'frozen' : null;
  if (action !== 'unfreeze') return null;
  if (!card.frozen_at) return 'not_frozen';
  return actor === 'owner' && card.frozen_by_owner === false ? 'frozen' : null;
}

/** Why the actor may not perform the action on this card now, or null when they may. */
export function cardRefusal(
  action: CardAction,
  card: CardFacts,
  { actor, now }: { actor: CardActor; now: Date },
): CardRefusal | null {
  const { from, redeems, received } = cardActions[action];
  const states = from[actor];
  if (!states) return 'actor';
  if (states.indexOf(card.state) < 0) return 'state';
  if (redeems && card.frozen_at) return 'frozen';
  if (redeems && isExpired(card, now)) return 'expired';
  if (received && card.awaits_receipt) return 'not_received';
  if (action === 'reverse' && !isReversible(card, now)) return 'policy';
  return refuseFreeze(action, card, actor);
}

/** Whether the actor may perform the action on this card now. */
export function isCardActionAllowed(action: CardAction, card: CardFacts, by: { actor: CardActor; now: Date }): boolean {
  return cardRefusal(action, card, by) === null;
}
