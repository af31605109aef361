import { cartonSize } from '../domain/carton-state.ts';
import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

const moment = s.nullable(s.time());

const carton = s.object({
  id: s.integer(),
  scan_code: s.string(),
  carton_no: s.integer(),
  state: s.integer(),
  first_no: s.string(),
  last_no: s.string(),
  card_count: s.integer(),
  missing_count: s.integer(),
  received_at: moment,
});
export type Carton = SchemaValue<typeof carton>;

const batch = s.object({
  id: s.integer(),
  batch_no: s.string(),
  name: s.string(),
  title: s.string(),
  agency: s.string(),
  redeem_on_receipt: s.boolean(),
});

/** Splits a made batch into cartons of so many cards; again as long as none of them has left. */
export const splitBatch = contract({
  method: 'POST',
  path: '/admin/card-batches/:id/cartons',
  body: {
    size: field.integer({
      rules: `required|between:${cartonSize.least},${cartonSize.most}`,
      initial: cartonSize.usual,
    }),
  },
  answer: s.object({ count: s.integer() }),
});

/** The cartons of a batch, for their labels and for how far they have come. */
export const listBatchCartons = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/cartons',
  answer: s.object({ batch, cartons: s.array(carton) }),
});

const receipt = s.object({
  /** `again`: it was in already, and nothing changed. */
  result: s.literal('received', 'again'),
  carton,
  batch: s.object({ id: s.integer(), batch_no: s.string(), name: s.string() }),
  /** Cartons of the batch that are in, and all that were not lost or voided. */
  received_count: s.integer(),
  total_count: s.integer(),
  received_by: s.string(),
  /** Until when this person may take the scan back; null when they may not. */
  undo_until: moment,
});
export type Receipt = SchemaValue<typeof receipt>;

/** A carton is here: from now on its cards may be redeemed. Safe to send again after an interruption. */
export const receiveCarton = contract({
  method: 'POST',
  path: '/admin/card-cartons/receive',
  body: {
    code: field.text({ rules: 'required|max:200' }),
    /** When it was scanned, if that was before the connection came back. */
    scanned_at: field.date_time({ nullable: true }),
  },
  answer: receipt,
});

/** Takes one's own scan back while nobody uses the cards. */
export const undoReceipt = contract({
  method: 'POST',
  path: '/admin/card-cartons/:id/undo-receipt',
  answer: s.object({ state: s.integer() }),
});

/** Single cards that were not in the carton: they are frozen. */
export const reportMissing = contract({
  method: 'POST',
  path: '/admin/card-cartons/:id/missing',
  body: { numbers: field.text({ rules: 'required|max:10000' }), reason: field.text({ rules: 'required|max:200' }) },
  answer: s.object({ frozen: s.integer(), missing_count: s.integer() }),
});
