import { sql, type RawBuilder } from 'kysely';
import { smsParts } from '@kaike/shared/domain/messaging/sms-parts';
import { formatMoney } from '@kaike/shared/kit/format';
import type { Context } from '../../../core/context.ts';
import type { AdminCall } from '../../../core/call.ts';
import { noticeText } from './notice-text.ts';

export type NoticeDraft = { title: string; by_mail: boolean; by_sms: boolean };

/** Reach of mail and text messages, and the cost of the latter. `sms_fen` is null while no price is set. */
export type Estimate = {
  people: number;
  without_mobile: number;
  without_email: number;
  sms_count: number;
  sms_fen: number | null;
};

const fenPerYuan = 100;

/** Counts members `m` with their users `u`. */
export async function estimate(
  ctx: Context,
  condition: RawBuilder<boolean>,
  { title }: Pick<NoticeDraft, 'title'>,
): Promise<Estimate> {
  const { rows } = await sql<{
    people: number;
    without_mobile: number;
    without_email: number;
  }>`select count(*)::int as people,
      (count(*) filter (where coalesce(u.mobile_phone, '') = ''))::int as without_mobile, (count(*) filter (where coalesce(u.email, '') = ''))::int as without_email
    from members m join users u on u.id = m.user_id where ${condition}`.execute(ctx.db);
  const counts = rows[0] ?? { people: 0, without_mobile: 0, without_email: 0 };
  const [price, school] = await Promise.all([ctx.settings.get('sms_price'), ctx.settings.get('school_name')]);
  const count = (counts.people - counts.without_mobile) * smsParts(noticeText(title, school));
  return { ...counts, sms_count: count, sms_fen: price > 0 ? Math.round(count * price * fenPerYuan) : null };
}

/** The estimate in words, shown before sending. */
export function describeEstimate({ t }: AdminCall, counts: Estimate, draft: NoticeDraft): string[] {
  const key = 'resources.messages.estimate';
  const lines: string[] = [];
  if (draft.by_mail) {
    lines.push(t(`${key}.mail`, { count: counts.people - counts.without_email }));
    if (counts.without_email > 0) lines.push(t(`${key}.without_email`, { count: counts.without_email }));
  }
  if (draft.by_sms) {
    const cost = counts.sms_fen === null ? '' : formatMoney(counts.sms_fen, { decimals: 2 });
    lines.push(
      t(cost === '' ? `${key}.sms` : `${key}.sms_cost`, {
        people: counts.people - counts.without_mobile,
        count: counts.sms_count,
        cost,
      }),
    );
    if (counts.without_mobile > 0) lines.push(t(`${key}.without_mobile`, { count: counts.without_mobile }));
  }
  return lines;
}
