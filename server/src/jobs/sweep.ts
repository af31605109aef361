import { sql } from 'kysely';
import type { Job } from '../core/job.ts';

declare module '../core/job.ts' {
  interface JobPayloads {
    sweep: Record<never, never>;
  }
}

/** Removes what has expired: codes, captchas, limits, idempotency keys, old sessions. */
export const sweep: Job<'sweep'> = {
  name: 'sweep',
  cron: '17 * * * *',
  is_long: true,
  async run(ctx) {
    const now = ctx.clock();
    await sql`delete from captcha_challenges where expires_at < ${now}::timestamptz - interval '1 hour'`.execute(
      ctx.db,
    );
    await sql`delete from rate_limits where resets_at < ${now}`.execute(ctx.db);
    await sql`delete from message_codes where created_at < ${now}::timestamptz - interval '2 days'`.execute(ctx.db);
    await sql`delete from idempotency_keys where created_at < ${now}::timestamptz - interval '7 days'`.execute(ctx.db);
    // The last one of an account stays: by its browser the owner is known again.
    await sql`delete from user_sessions s where s.expires_at < ${now}::timestamptz - interval '90 days'
      and exists (select from user_sessions n where n.user_id = s.user_id and n.id > s.id)`.execute(ctx.db);
    await sql`delete from oauth_states where expires_at < ${now}`.execute(ctx.db);
    await sql`delete from ouser_claims where expires_at < ${now}`.execute(ctx.db);
    await sql`delete from local_identity_codes where expires_at < ${now}`.execute(ctx.db);
    await sql`delete from nodes where seen_at < now() - interval '7 days' and workers = '{}'`.execute(ctx.db);
    // No service repeats a message for longer than two days.
    await sql`delete from callback_receipts where received_at < ${now}::timestamptz - interval '30 days'`.execute(
      ctx.db,
    );
    await sql`delete from sms_messages where created_at < ${now}::timestamptz - interval '180 days'`.execute(ctx.db);
    await sql`delete from number_requests where created_at < ${now}::timestamptz - interval '180 days'`.execute(ctx.db);
    await sql`delete from browser_errors where last_seen_at < ${now}::timestamptz - interval '30 days'`.execute(ctx.db);
    await sql`delete from bounced_mobiles b where not exists (select 1 from users u where u.mobile_phone = b.mobile_phone)`.execute(
      ctx.db,
    );
    await sql`delete from webhook_messages where created_at < ${now}::timestamptz - interval '90 days'`.execute(ctx.db);
    await sql`delete from vendor_calls where day < ${now}::timestamptz - interval '90 days'`.execute(ctx.db);
    // What a device recorded offline may come as late as this.
    await sql`delete from play_tickets where expires_at < ${now}::timestamptz - interval '30 days'`.execute(ctx.db);
  },
};
