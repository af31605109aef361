import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** How long a secret is shown to whoever issued its card. */
export const secretMinutes = 10;

const handout = s.object({
  id: s.integer(),
  card_no: s.string(),
  product: s.string(),
  issued_at: s.time(),
  secret: s.string(),
  /** Where the card is redeemed; the QR code of the card. */
  link: s.string(),
  secret_until: s.time(),
  /** Made for this learner, instead of taken from stock. */
  is_made: s.boolean(),
  /** Masked number of the learner whose wallet has the card. */
  mobile_phone: s.nullable(s.string()),
});
export type Handout = SchemaValue<typeof handout>;

/** What an agency issues cards from, and the cards it issued last. */
export const getDesk = contract({
  method: 'GET',
  path: '/admin/agency-home/desk',
  response: s.object({
    products: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        course_count: s.integer(),
        sale_price: s.integer(),
        /** Its own cards that can be issued at once; the next one is made when there is none. */
        stock: s.integer(),
      }),
    ),
    /** The card this person issued last, while its secret is still shown. */
    open: s.nullable(handout),
    recent: s.array(
      s.object({
        id: s.integer(),
        card_no: s.string(),
        product: s.string(),
        issued_at: s.time(),
        shown_status: s.string(),
        mobile_phone: s.nullable(s.string()),
      }),
    ),
    /** Whether text messages reach learners. */
    sends_texts: s.boolean(),
  }),
});
export type Desk = SchemaValue<(typeof getDesk)['response']>;

/** Issues one card of a product, from stock or made now; with a number, into the wallet of that learner. */
export const issueCard = contract({
  method: 'POST',
  path: '/admin/agency-home/issue-one',
  body: {
    product_id: field.integer({ rules: 'required|integer|min_value:1' }),
    mobile_phone: field.mobile({ nullable: true }),
    remark: field.text({ rules: 'max:200' }),
  },
  response: handout,
});

/** Voids a card that was issued by mistake, while its secret is shown and before it is activated; the quota is returned. */
export const reclaimCard = contract({
  method: 'POST',
  path: '/admin/agency-home/issue-one/:id/take-back',
  response: s.object({ changed: s.integer() }),
});
