import { flips, sheetFormatNames, sheetRange } from '../../domain/cards/faces/card-sheet.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

export const printState = { working: 1, ready: 2, failed: 3 } as const;
export const printKinds = ['pdf', 'png'] as const;
export type PrintKind = (typeof printKinds)[number];
/** Cards per file: small enough for a print shop to open quickly and a phone to unpack. */
export const cardsPerFile: Record<PrintKind, number> = { pdf: 1000, png: 200 };
/** Most cards drawn as PNG; more would take hours. For printing use PDF sheets. */
export const maximumPictures = 2000;
export const printHours = 24;

const choices = <const V extends string>(values: readonly V[]) => values.map((value) => ({ value, key: value }));
const size = { rules: `between:${sheetRange.min},${sheetRange.max}`, decimals: 1 } as const;

const print = s.object({
  id: s.integer(),
  kind: s.literal(...printKinds),
  state: s.literal(1, 2, 3),
  card_count: s.integer(),
  done_count: s.integer(),
  file_count: s.integer(),
  created_at: s.time(),
  expires_at: s.time(),
  files: s.array(
    s.object({ part: s.integer(), card_count: s.integer(), page_count: s.integer(), byte_size: s.integer() }),
  ),
});

/** Starts a print job for the cards of a batch. Requires a reason, is logged, and needs approval like any export of secrets. */
export const createPrint = contract({
  method: 'POST',
  path: '/admin/card-batches/:id/prints',
  body: {
    reason: field.text({ rules: 'required|max:200' }),
    kind: field.choice(choices(printKinds), { rules: 'required' }),
    format: field.choice(choices(sheetFormatNames), { initial: 'a4' }),
    /** Width and height of a custom sheet, in mm. */
    width: field.decimal(size),
    height: field.decimal(size),
    /** Between the bleeds of two cards, in mm. */
    gap: field.decimal({ rules: 'between:0,20', decimals: 1 }),
    flip: field.choice(choices(flips), { initial: 'long_edge' }),
    /** Fronts and backs; otherwise fronts only. */
    is_duplex: field.boolean({ initial: true }),
  },
  response: print,
});

/** The person's print jobs of a batch that can still be downloaded, newest first. */
export const listPrints = contract({
  method: 'GET',
  path: '/admin/card-batches/:id/prints',
  response: s.object({
    data: s.array(print),
    printable_count: s.integer(),
    layout: s.any(),
    covers: s.object({ front: s.nullable(s.string()), back: s.nullable(s.string()) }),
  }),
});
/** One file of a print job, for the person who started it. */
export const downloadPrintFile = contract({
  method: 'GET',
  path: '/admin/card-prints/:id/files/:part',
  response: s.any(),
});
