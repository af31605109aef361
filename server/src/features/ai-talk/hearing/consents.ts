import { sql } from 'kysely';
import type { setVoiceConsent } from '@kaike/shared/contracts/ai-hearing';
import type { TalkSettings } from '@kaike/shared/contracts/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';
import type { Transcription } from '../../../adapters/transcription/port.ts';
import { lockMember } from '../../ai-seconds/public.ts';
import { readMinor } from '../chats/minors.ts';

type Vendor = NonNullable<Awaited<ReturnType<Transcription['vendor']>>>;

/** What a browser can record in any case; whoever takes neither gets WAV. */
const recorded = ['mp4', 'webm'] as const;

/** Who receives recordings: `vendor`, `vendor:title`, and whether that is abroad. Another one needs another consent. */
const recipientOf = ({ name, recipient: { title, is_abroad: isAbroad } }: Vendor): string =>
  `${isAbroad ? 'abroad' : 'home'}:${name}:${title}`;

/** The recipient as people read it. */
function nameOf(recipient: string, t: MemberCall['t']): string {
  const [, name = '', ...title] = recipient.split(':');
  return title.join(':') || t(`resources.configs.choices.transcription_driver.${name}`);
}

type Consent = { recipient: string; granted_at: Date };

async function readConsent(db: Db, memberId: number): Promise<Consent | null> {
  const { rows } = await sql<Consent>`select recipient, granted_at from ai_consents
    where member_id = ${memberId} and purpose = 'voice' and revoked_at is null`.execute(db);
  return rows[0] ?? null;
}

export async function readVoiceConsent({ ctx, actor, t }: MemberCall): Promise<TalkSettings['voice_consent']> {
  const consent = await readConsent(ctx.db, actor.member.id);
  return consent && { name: nameOf(consent.recipient, t), granted_at: consent.granted_at.toISOString() };
}

/** Who would hear a recording now, and whether the learner agreed to that; null when no service can. */
export async function readVoice({ ctx, actor, t }: MemberCall): Promise<TalkSettings['voice']> {
  const vendor = await ctx.adapters.transcription.vendor();
  if (!vendor) return null;
  const recipient = recipientOf(vendor);
  const consent = await readConsent(ctx.db, actor.member.id);
  return {
    recipient,
    name: nameOf(recipient, t),
    is_abroad: vendor.recipient.is_abroad,
    is_agreed: consent?.recipient === recipient,
    capture: recorded.every((type) => vendor.takes.includes(type)) ? 'any' : 'wav',
  };
}

/** Refuses a recording that must not leave: without the learner's consent, or a guardian's below fourteen. Returns who receives it. */
export async function checkConsent({ ctx, actor }: MemberCall): Promise<Vendor> {
  const vendor = await ctx.adapters.transcription.vendor();
  assert(vendor, 'ai.voice_off');
  const minor = await readMinor(ctx, ctx.db, actor.member.id);
  assert(minor?.may_speak ?? true, 'ai.voice_guardian');
  const consent = await readConsent(ctx.db, actor.member.id);
  assert(consent, 'ai.no_consent');
  assert(consent.recipient === recipientOf(vendor), 'ai.consent_changed');
  return vendor;
}

/** Agrees, or takes back what was agreed. What was agreed to before stays as a row that has ended. */
export async function setConsent(
  call: MemberCallOf<typeof setVoiceConsent>,
): Promise<ResponseOf<typeof setVoiceConsent>> {
  const { ctx, actor, body } = call;
  const memberId = actor.member.id;
  const now = ctx.clock();
  const voice = await readVoice(call);
  if (body.is_agreed && voice?.recipient !== body.recipient)
    throw new AppError(voice ? 'ai.consent_changed' : 'ai.voice_off');
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, memberId);
    const consent = await readConsent(trx, memberId);
    if (body.is_agreed && consent?.recipient === body.recipient) return;
    await sql`update ai_consents set revoked_at = ${now}
      where member_id = ${memberId} and purpose = 'voice' and revoked_at is null`.execute(trx);
    if (body.is_agreed)
      await sql`insert into ai_consents (member_id, purpose, recipient, granted_at)
        values (${memberId}, 'voice', ${body.recipient}, ${now})`.execute(trx);
  });
  return { is_agreed: body.is_agreed };
}
