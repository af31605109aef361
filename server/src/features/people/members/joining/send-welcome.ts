import { sql } from 'kysely';
import { firstLoginDays, firstLoginPath } from '@kaike/shared/domain/auth/first-login';
import { sendState } from '@kaike/shared/domain/messaging/message-status';
import { smsTitle } from '@kaike/shared/domain/messaging/sms-parts';
import type { Locale } from '@kaike/shared/locales/languages';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Job } from '../../../../core/job.ts';
import { hashToken, makeToken } from '../../../../core/secrets.ts';
import { translatorOf } from '../../../../core/wording.ts';

type Welcome = { member_id: number; origin: string; locale: Locale };
type WelcomedMember = { user_id: number; name: string; email: string | null; mobile_phone: string | null };

declare module '../../../../core/job.ts' {
  interface JobPayloads {
    welcome_member: Welcome;
  }
}

/** Marks the message as handed over before sending: after a crash it is shown as uncertain rather than sent twice. */
async function claim({ db, clock }: Context, memberId: number, token: string): Promise<WelcomedMember | undefined> {
  const until = new Date(clock().getTime() + firstLoginDays * 86_400_000);
  const { rows } =
    await sql<WelcomedMember>`update first_logins f set send_state = ${sendState.handed_over}, token_hash = ${hashToken(token)}, expires_at = ${until}
    from members m join users u on u.id = m.user_id
    where m.id = ${memberId} and f.user_id = m.user_id and f.send_state = ${sendState.waiting} and f.used_at is null
    returning f.user_id, u.name, u.email, u.mobile_phone`.execute(db);
  return rows[0];
}

/** By mail with the link; else by text message, which holds no link: the learner logs in by a code to the same number. */
async function send(
  ctx: Context,
  person: WelcomedMember,
  { locale, link }: { locale: Locale; link: string },
): Promise<number> {
  const { mail, sms } = ctx.adapters;
  const t = translatorOf(locale);
  const words = { school: await ctx.settings.get('school_name'), name: person.name, link, days: firstLoginDays };
  if (person.email && (await mail.can_deliver())) {
    await mail.send({
      to: person.email,
      subject: t('sign_in.welcome_subject', words),
      text: t('sign_in.welcome', words),
    });
    return sendState.sent;
  }
  const isReached = person.mobile_phone && (await sms.can_deliver('notice')) && (await sms.can_deliver('login'));
  if (!person.mobile_phone || !isReached) return sendState.skipped;
  const title = t('sign_in.welcome_sms', words);
  await sms.send({
    to: person.mobile_phone,
    purpose: 'notice',
    params: { title: smsTitle(title) },
    text: t('sign_in.welcome_sms_text', words),
  });
  return sendState.sent;
}

async function sendWelcome(ctx: Context, { member_id, origin, locale }: Welcome): Promise<void> {
  const token = makeToken();
  const person = await claim(ctx, member_id, token);
  if (!person) return;
  const settle = (state: number) =>
    ctx.db.updateTable('first_logins').set({ send_state: state }).where('user_id', '=', person.user_id).execute();
  try {
    await settle(await send(ctx, person, { locale, link: `${origin}${firstLoginPath(token)}` }));
  } catch (error) {
    // Rate limited, so not sent: the job tries again later.
    const isLimited = error instanceof AdapterError && error.code === 'rate_limited';
    await settle(isLimited ? sendState.waiting : sendState.failed);
    if (isLimited) throw error;
    ctx.log.warn({ err: error, member_id }, 'a new learner was not reached');
  }
}

export const welcomeMemberJob: Job<'welcome_member'> = { name: 'welcome_member', lane: 'vendors', run: sendWelcome };
