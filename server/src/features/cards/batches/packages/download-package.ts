import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import { assert, AppError } from '../../../../core/app-error.ts';
import { type HttpReply, sendFile, dispositionOf } from '../../../../core/respond.ts';
import type * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import type { CallOf } from '../../../../core/call.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { retryMinutes } from './empty-packages.ts';

/** Bytes per write: the next slice waits until this one has left, so that the end of sending is meaningful. */
const sliceBytes = 64 * 1024;

type Lease = { id: number; content: Buffer; batch_no: string; key: string };

type PackageRow = { id: number; content: Buffer | null; fetch_request_id: string | null; is_free: boolean };

/** Binds the package to one attempt: of any number of callers one acquires it, the others get an error that it is gone or busy. */
async function acquire(call: CallOf<typeof cardPackages.downloadPackage>, key: string): Promise<Lease> {
  const { db, clock } = call.ctx;
  const now = clock();
  const since = new Date(now.getTime() - retryMinutes * 60_000);
  return db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<PackageRow>`select id, content, fetch_request_id, (fetch_request_id is null or (fetch_request_id = ${key} and fetching_at > ${since}) or (downloaded_at is null and fetching_at <= ${since})) as is_free
      from card_packages where token_hash = ${hashToken(call.params.token)} and expires_at > ${now} for update`.execute(
        trx,
      );
    const [row] = rows;
    assert(row?.content, 'record.not_found');
    if (!row.is_free) throw new AppError('card.package_busy');
    await sql`update card_packages set fetch_request_id = ${key}, fetching_at = case when fetch_request_id is distinct from ${key} then ${now} else fetching_at end, attempt_count = attempt_count + 1,
      downloaded_ip = ${call.ip} where id = ${row.id}`.execute(trx);
    const { batch_no } = await trx
      .selectFrom('card_batches')
      .innerJoin('card_packages', 'card_packages.batch_id', 'card_batches.id')
      .select('batch_no')
      .where('card_packages.id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { id: row.id, content: row.content, batch_no, key };
  });
}

/** Sent to the last byte: consumed. At once for a caller who cannot retry, otherwise when the retry period is over. */
async function settle({ db, clock }: Context, lease: Lease, isRepeatable: boolean): Promise<void> {
  await sql`update card_packages set downloaded_at = coalesce(downloaded_at, ${clock()}), content = ${isRepeatable ? sql`content` : null} where id = ${lease.id}`.execute(
    db,
  );
}

/** Aborted: whoever has the link may try again. */
async function release({ db }: Context, lease: Lease): Promise<void> {
  await sql`update card_packages set fetch_request_id = null, fetching_at = null where id = ${lease.id} and fetch_request_id = ${lease.key} and downloaded_at is null`.execute(
    db,
  );
}

type Sending = { stream: Readable; isOver: () => boolean };

/** The content slice by slice, and whether the last slice has been read. */
function slicesOf(content: Buffer): Sending {
  let offset = 0;
  const stream = new Readable({
    read() {
      const slice = content.subarray(offset, offset + sliceBytes);
      offset += slice.length;
      this.push(slice.length > 0 ? slice : null);
    },
    highWaterMark: sliceBytes,
  });
  return { stream, isOver: () => offset >= content.length };
}

/** Sends the package once. An incomplete download does not count. */
export async function downloadPackage(call: CallOf<typeof cardPackages.downloadPackage>): Promise<HttpReply> {
  const { ctx } = call;
  // A caller without a key cannot retry once everything was sent.
  const isRepeatable = call.idempotency_key !== null;
  const key = call.idempotency_key ?? randomUUID();
  const lease = await acquire(call, key);
  const { stream, isOver } = slicesOf(lease.content);
  return sendFile(stream, {
    type: 'application/zip',
    disposition: dispositionOf(`${lease.batch_no}.zip`),
    headers: { 'Content-Length': lease.content.length },
    // A response may report complete although its connection was cut: its last slice must have been read as well.
    onEnd: (isComplete) => {
      void (isComplete && isOver() ? settle(ctx, lease, isRepeatable) : release(ctx, lease)).catch((failure: unknown) =>
        ctx.log.error({ err: failure, package: lease.id }, 'the end of a download was not noted'),
      );
    },
  });
}
