import { sql } from 'kysely';
import { smsTitle } from '@kaike/shared/domain/messaging/sms-parts';
import type { Locale } from '@kaike/shared/locales/languages';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Job } from '../../../core/job.ts';
import { translatorOf } from '../../../core/wording.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    text_handout: { card_id: number; locale: Locale };
  }
}

type Waiting = { mobile_phone: string; product: string };

/** Writes to the learner whose wallet got a card; without a channel that delivers, nothing is sent. */
export const textHandoutJob: Job<'text_handout'> = {
  name: 'text_handout',
  lane: 'vendors',
  async run(ctx, { card_id, locale }) {
    if (!(await ctx.adapters.sms.can_deliver('notice'))) return;
    const { rows } = await sql<Waiting>`update card_handouts h set texted_at = ${ctx.clock()}
      from cards c join products p on p.id = c.product_id join members m on m.id = c.owner_member_id join users u on u.id = m.user_id
      where h.card_id = ${card_id} and c.id = h.card_id and h.texted_at is null and h.taken_back_at is null and u.mobile_phone is not null
      returning u.mobile_phone, p.title as product`.execute(ctx.db);
    const [waiting] = rows;
    if (!waiting) return;
    const t = translatorOf(locale);
    const words = { school: await ctx.settings.get('school_name'), product: waiting.product };
    try {
      await ctx.adapters.sms.send({
        to: waiting.mobile_phone,
        purpose: 'notice',
        params: { title: smsTitle(t('agencies.desk.sms', words)) },
        text: t('agencies.desk.sms_text', words),
      });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      ctx.log.warn({ err: error, card_id }, 'the text message about a card was not sent');
      if (error.code !== 'rate_limited') return;
      // It was not sent: the job tries again later.
      await sql`update card_handouts set texted_at = null where card_id = ${card_id}`.execute(ctx.db);
      throw error;
    }
  },
};
