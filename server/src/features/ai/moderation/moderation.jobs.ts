import { sql } from 'kysely';
import { moderationDays } from '@kaike/shared/domain/ai/moderation';
import type { AnyJob, Job } from '../../../core/job.ts';
import { notifySafetyContact } from './notify-safety-contact.ts';

const dayMs = 86_400_000;

const removeOld: Job = {
  name: 'remove-ai-moderations',
  cron: '25 3 * * *',
  is_long: true,
  async run({ db, clock }) {
    const before = new Date(clock().getTime() - moderationDays * dayMs);
    await sql`delete from ai_moderations where created_at < ${before}`.execute(db);
  },
};

const alert: Job<'alert-care'> = {
  name: 'alert-care',
  lane: 'vendors',
  run: (ctx, { member_id }) => notifySafetyContact(ctx, member_id),
};

export const moderationJobs: readonly AnyJob[] = [removeOld, alert];
