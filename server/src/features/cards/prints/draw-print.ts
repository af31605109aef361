import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { cardsPerFile, printState } from '@kaike/shared/contracts/cards/card-prints';
import { cardsPerSheet, imposeCards, type Imposition } from '@kaike/shared/domain/cards/faces/card-sheet';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { Context } from '../../../core/context.ts';
import { assert } from '../../../core/app-error.ts';
import { translatorOf } from '../../../core/wording.ts';
import { loadSecrets, redeemLink } from '../batches/public.ts';
import {
  loadCardFont,
  loadDesign,
  loadPictures,
  picturesIn,
  qrOf,
  validityOf,
  type DrawnDesign,
  type CardPicture,
} from '../themes/public.ts';
import { sealFile } from './seal-file.ts';
import type { PrintRow } from './print-row.ts';
import { zipPictures } from './zip-pictures.ts';
import { writeSheets, type PrintedCard } from './pdf/write-sheets.ts';

/** How often progress is written. */
const progressIntervalMs = 500;
const readSize = 500;

type Batch = { batch_no: string; name: string; theme_id: number | null; product_snapshot: ProductSnapshot };
type Drawing = {
  ctx: Context;
  print: PrintRow;
  batch: Batch;
  design: DrawnDesign;
  pictures: ReadonlyMap<string, CardPicture>;
  school: string;
};
type PrintPart = { number: number; cards: PrintedCard[]; last_seq: number; pages_before: number };

async function loadDrawing(ctx: Context, print: PrintRow): Promise<Drawing> {
  const batch = await ctx.db
    .selectFrom('card_batches')
    .select(['batch_no', 'name', 'theme_id', 'product_snapshot'])
    .where('id', '=', print.batch_id)
    .executeTakeFirstOrThrow();
  const design = await loadDesign(ctx, batch.theme_id);
  return {
    ctx,
    print,
    batch,
    design,
    pictures: await loadPictures(ctx, picturesIn(design)),
    school: await ctx.settings.get('school_name'),
  };
}

/** The next redeemable cards after a position in the batch. */
async function readPart(
  { ctx, print, batch, design, school }: Drawing,
  after: number,
  limit: number,
): Promise<Pick<PrintPart, 'cards' | 'last_seq'>> {
  const cards: PrintedCard[] = [];
  const { title } = batch.product_snapshot;
  let last = after;
  while (cards.length < limit) {
    const page = await loadSecrets(ctx, {
      batch_id: print.batch_id,
      after: last,
      limit: Math.min(readSize, limit - cards.length),
    });
    if (page.length === 0) break;
    last = page.at(-1)?.seq ?? last;
    for (const card of page.filter(({ secret }) => secret !== '')) {
      cards.push({
        serial: card.card_no,
        secret: card.secret,
        qr: await qrOf(redeemLink(print.origin, card.secret)),
        product: title,
        school,
        validity: validityOf(card.redeem_end_at, design),
      });
    }
    await nextTurn();
  }
  return { cards, last_seq: last };
}

async function drawSheets(
  drawing: Drawing,
  part: PrintPart,
  imposition: Imposition,
  tick: (done: number) => Promise<void>,
): Promise<{ bytes: Buffer; pages: number }> {
  const { print, batch, design } = drawing;
  const t = translatorOf(print.locale);
  const sides = print.options.is_duplex ? 2 : 1;
  const total = Math.ceil(print.card_count / cardsPerSheet(imposition));
  const bytes = await writeSheets({
    layout: design.layout,
    covers: design.covers,
    imposition,
    is_duplex: print.options.is_duplex,
    cards: part.cards,
    font: await loadCardFont(),
    pictures: drawing.pictures,
    title: `${batch.batch_no} ${batch.name}`,
    made_at: drawing.ctx.clock(),
    tick,
    label: ({ side, index, first, last }) =>
      t('card_face.sheet', {
        batch_no: batch.batch_no,
        name: batch.name,
        side: t(`card_face.${side}`),
        index: part.pages_before / sides + index + 1,
        total,
        first,
        last,
      }),
  });
  return { bytes, pages: Math.ceil(part.cards.length / cardsPerSheet(imposition)) * sides };
}

/** Saves a part, unless a concurrent job already has. */
async function savePart(
  { ctx, print }: Drawing,
  part: PrintPart,
  file: { bytes: Buffer; pages: number },
): Promise<void> {
  await sql`insert into card_print_files (print_id, part, card_count, page_count, last_seq, byte_size, content, created_at)
    values (${print.id}, ${part.number}, ${part.cards.length}, ${file.pages}, ${part.last_seq}, ${file.bytes.length}, ${sealFile(ctx.secrets, file.bytes, { print_id: print.id, part: part.number })}, ${ctx.clock()})
    on conflict (print_id, part) do nothing`.execute(ctx.db);
}

function progressReporter({ ctx, print }: Drawing, before: number): (done: number) => Promise<void> {
  let last = 0;
  return async (done) => {
    await nextTurn();
    if (performance.now() - last < progressIntervalMs) return;
    last = performance.now();
    await sql`update card_prints set done_count = greatest(done_count, ${before + done}) where id = ${print.id}`.execute(
      ctx.db,
    );
  };
}

/** Cards per file: whole sheets, so that only the last one is partly empty. */
function partSize({ kind }: PrintRow, imposition: Imposition | null): number {
  const most = cardsPerFile[kind];
  if (!imposition) return most;
  const perSheet = cardsPerSheet(imposition);
  return Math.max(perSheet, Math.floor(most / perSheet) * perSheet);
}

type Done = { parts: number; cards: number; pages: number; last_seq: number };

async function readDone(ctx: Context, id: number): Promise<Done> {
  const { rows } =
    await sql<Done>`select count(*)::int as parts, coalesce(sum(card_count), 0)::int as cards, coalesce(sum(page_count), 0)::int as pages, coalesce(max(last_seq), 0)::int as last_seq
    from card_print_files where print_id = ${id}`.execute(ctx.db);
  return rows[0] ?? { parts: 0, cards: 0, pages: 0, last_seq: 0 };
}

async function drawPart(drawing: Drawing): Promise<boolean> {
  const { ctx, print, design } = drawing;
  const imposition = print.kind === 'pdf' ? imposeCards(design.layout, print.options) : null;
  // The theme may have outgrown the sheet since the order.
  if (print.kind === 'pdf') assert(imposition, 'card_print.too_small');
  const done = await readDone(ctx, print.id);
  const content = await readPart(drawing, done.last_seq, partSize(print, imposition));
  if (content.cards.length === 0) return false;
  const part: PrintPart = { number: done.parts + 1, pages_before: done.pages, ...content };
  const tick = progressReporter(drawing, done.cards);
  await savePart(
    drawing,
    part,
    imposition ? await drawSheets(drawing, part, imposition, tick) : await zipPictures(drawing, part, tick),
  );
  return true;
}

async function finish({ db, clock }: Context, id: number, state: number): Promise<void> {
  await sql`update card_prints p set state = ${state}, finished_at = ${clock()}, done_count = coalesce((select sum(f.card_count) from card_print_files f where f.print_id = p.id), 0),
      file_count = greatest(1, (select count(*) from card_print_files f where f.print_id = p.id))
    where p.id = ${id} and p.state = ${printState.working}`.execute(db);
}

/** Draws a print part by part; after a kill it resumes after the last saved part. */
export async function drawPrint(ctx: Context, id: number): Promise<void> {
  const {
    rows: [print],
  } = await sql<PrintRow>`select * from card_prints where id = ${id}`.execute(ctx.db);
  if (print?.state !== printState.working) return;
  try {
    const drawing = await loadDrawing(ctx, print);
    while (await drawPart(drawing));
    await finish(ctx, id, printState.ready);
  } catch (error) {
    // The user sees the failure and can order again; a retry would fail the same way.
    ctx.log.error({ err: error, id }, 'cards could not be drawn');
    await finish(ctx, id, printState.failed);
  }
}
