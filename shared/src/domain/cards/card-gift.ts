/** How long a gift link is valid. */
export const giftHours = 24;

export type GiftFacts = {
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly revoked_at: Date | null;
};

/** Whether the link can still be accepted. */
export function isGiftOpen(gift: GiftFacts, now: Date): boolean {
  return gift.accepted_at === null && gift.revoked_at === null && gift.expires_at.getTime() > now.getTime();
}
