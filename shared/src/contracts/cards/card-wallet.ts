import { shownCardStatuses } from '../../domain/cards/card-state.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

const cardStatus = s.object({ id: s.integer(), status: s.literal(...shownCardStatuses) });
const token = field.text({ rules: 'required|max:100' });

/** Freezes one's own claimed card, for instance because its secret leaked; only the owner and the issuer can unfreeze it. */
export const freezeMyCard = contract({
  method: 'PUT',
  path: '/home/cards/:id/freeze',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: cardStatus,
});

export const unfreezeMyCard = contract({ method: 'PUT', path: '/home/cards/:id/unfreeze', response: cardStatus });

/** Creates a link to give the card away; an earlier one stops working. The URL is returned only once. */
export const createGift = contract({
  method: 'POST',
  path: '/home/cards/:id/gift',
  response: s.object({ url: s.string(), expires_at: s.time() }),
});

export const cancelGift = contract({
  method: 'DELETE',
  path: '/home/cards/:id/gift',
  response: s.object({ taken_back: s.boolean() }),
});

export const previewGift = contract({
  method: 'POST',
  path: '/home/card-gifts/preview',
  body: { token },
  response: s.object({
    title: s.string(),
    cover: s.nullable(s.string()),
    courses: s.array(s.string()),
    ai_seconds: s.integer(),
    redeem_end_at: s.nullable(s.time()),
    expires_at: s.time(),
    card_no: s.string(),
    secret_last4: s.string(),
    /** Already accepted by this member. */
    is_mine: s.boolean(),
  }),
});

/** The front of the gifted card as PNG, without secret and QR code. A POST, so that the token stays out of URLs. */
export const getGiftPicture = contract({
  method: 'POST',
  path: '/home/card-gifts/picture',
  body: { token },
  response: s.any(),
});

/** Moves the card to the wallet of the first caller; calling again changes nothing. */
export const acceptGift = contract({
  method: 'POST',
  path: '/home/card-gifts/accept',
  body: { token },
  response: s.object({ card_id: s.integer() }),
});
