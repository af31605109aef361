import { sql } from 'kysely';
import type * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { respond, type HttpReply } from '../../../../core/respond.ts';
import type { CallOf } from '../../../../core/call.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { retryMinutes } from './empty-packages.ts';

type PackageView = ResponseOf<typeof cardPackages.getPackage>;
type PackageRow = {
  batch_no: string;
  card_count: number;
  byte_size: number | null;
  expires_at: Date;
  downloaded_at: Date | null;
  fetching_at: Date | null;
};

function stateOf(row: PackageRow, now: Date): NonNullable<PackageView['package']>['state'] {
  if (row.downloaded_at) return 'used';
  if (row.byte_size === null || row.expires_at.getTime() <= now.getTime()) return 'over';
  const isBusy = row.fetching_at !== null && row.fetching_at.getTime() > now.getTime() - retryMinutes * 60_000;
  return isBusy ? 'busy' : 'ready';
}

/** Describes the package to whoever has the link. Reading it never consumes the package, so link previews are harmless. */
export async function getPackage({
  ctx,
  params,
}: CallOf<typeof cardPackages.getPackage>): Promise<HttpReply<PackageView>> {
  const {
    rows: [row],
  } =
    await sql<PackageRow>`select b.batch_no, p.card_count, octet_length(p.content) as byte_size, p.expires_at, p.downloaded_at, p.fetching_at
    from card_packages p join card_batches b on b.id = p.batch_id where p.token_hash = ${hashToken(params.token)}`.execute(
      ctx.db,
    );
  const headers = { 'X-Robots-Tag': 'noindex' };
  const school = await ctx.settings.get('school_name');
  if (!row) return respond({ school, package: null }, { headers });
  const view: PackageView = {
    school,
    package: {
      state: stateOf(row, ctx.clock()),
      batch_no: row.batch_no,
      card_count: row.card_count,
      byte_size: row.byte_size,
      expires_at: row.expires_at.toISOString(),
      downloaded_at: row.downloaded_at?.toISOString() ?? null,
    },
  };
  return respond(view, { headers });
}
