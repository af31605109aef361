import { sql } from 'kysely';
import type { showPackage } from '@kaike/shared/contracts/card-packages';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { Call } from '../../http/route.ts';
import { hashToken } from '../../core/secrets.ts';
import { retryMinutes } from './take-package.ts';

type Shown = AnswerOf<typeof showPackage>;
type Found = {
  batch_no: string;
  card_count: number;
  byte_size: number | null;
  expires_at: Date;
  downloaded_at: Date | null;
  fetching_at: Date | null;
};

function stateOf(found: Found, now: Date): NonNullable<Shown['package']>['state'] {
  if (found.downloaded_at) return 'used';
  if (found.byte_size === null || found.expires_at.getTime() <= now.getTime()) return 'over';
  const isBusy = found.fetching_at !== null && found.fetching_at.getTime() > now.getTime() - retryMinutes * 60_000;
  return isBusy ? 'busy' : 'ready';
}

/** What the link hands out, to whoever holds it. Looking takes nothing, however often and by whatever looks. */
export async function readPackage({ ctx, params, reply }: Call): Promise<Shown> {
  const {
    rows: [found],
  } =
    await sql<Found>`select b.batch_no, p.card_count, octet_length(p.content) as byte_size, p.expires_at, p.downloaded_at, p.fetching_at
    from card_packages p join card_batches b on b.id = p.batch_id where p.token_hash = ${hashToken(params['token'] ?? '')}`.execute(
      ctx.db,
    );
  void reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex');
  const school = await ctx.settings.get('school_name');
  if (!found) return { school, package: null };
  return {
    school,
    package: {
      state: stateOf(found, ctx.clock()),
      batch_no: found.batch_no,
      card_count: found.card_count,
      byte_size: found.byte_size,
      expires_at: found.expires_at.toISOString(),
      downloaded_at: found.downloaded_at?.toISOString() ?? null,
    },
  };
}
