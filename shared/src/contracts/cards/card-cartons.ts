import { cartonSize } from '../../domain/cards/carton-state.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

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

/** Splits a finished batch into cartons of `size` cards; can be repeated until one of them has been shipped. */
export const splitBatch = contract({
  method: 'POST',
  path: '/admin/card-batches/:id/cartons',
  body: {
    size: field.integer({
      rules: `required|between:${cartonSize.least},${cartonSize.most}`,
      initial: cartonSize.usual,
    }),
  },
  response: s.object({ count: s.integer() }),
});

/** The cartons of a batch, for labels and tracking. */
export const listBatchCartons = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/cartons',
  response: s.object({ batch, cartons: s.array(carton) }),
});

const receipt = s.object({
  /** `again`: it was already received, and nothing changed. */
  result: s.literal('received', 'again'),
  carton,
  batch: s.object({ id: s.integer(), batch_no: s.string(), name: s.string() }),
  /** Received cartons of the batch, and all that are not lost or voided. */
  received_count: s.integer(),
  total_count: s.integer(),
  received_by: s.string(),
  /** Until when this person may undo the receipt; null when they may not. */
  undo_until: moment,
});
export type Receipt = SchemaValue<typeof receipt>;

/** Records that a carton arrived: its cards can be redeemed from now on. Safe to retry. */
export const receiveCarton = contract({
  method: 'POST',
  path: '/admin/card-cartons/receive',
  body: {
    code: field.text({ rules: 'required|max:200' }),
    /** When it was scanned, if that was while offline. */
    scanned_at: field.date_time({ nullable: true }),
  },
  response: receipt,
});

/** Undoes one's own receipt as long as none of the cards is used. */
export const undoReceipt = contract({
  method: 'POST',
  path: '/admin/card-cartons/:id/undo-receipt',
  response: s.object({ state: s.integer() }),
});

/** Reports cards missing from the carton, which are then frozen. */
export const reportMissing = contract({
  method: 'POST',
  path: '/admin/card-cartons/:id/missing',
  body: { numbers: field.text({ rules: 'required|max:10000' }), reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ frozen: s.integer(), missing_count: s.integer() }),
});
