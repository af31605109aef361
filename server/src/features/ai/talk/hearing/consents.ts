import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { Transcription } from '../../../../adapters/transcription/port.ts';
import { findMinor } from '../chats/minors.ts';
import { findConsent } from '../consents/consent.store.ts';

type Vendors = Awaited<ReturnType<Transcription['vendors']>>;

/** What a browser can record in any case; whoever takes neither gets WAV. */
const recorded = ['mp4', 'webm'] as const;

/** Who receives recordings, a line each: `place:vendor:title`. Another one needs another consent. */
const recipientOf = (vendors: Vendors): string =>
  vendors
    .map(({ name, recipient: { title, is_abroad } }) => `${is_abroad ? 'abroad' : 'home'}:${name}:${title}`)
    .join('\n');

/** The recipients as people read them. */
const nameOf = (recipient: string, t: MemberCall['t']): string =>
  recipient
    .split('\n')
    .map((one) => {
      const [, name = '', ...title] = one.split(':');
      return title.join(':') || t(`resources.configs.choices.transcription_driver.${name}`);
    })
    .join(t('common.list_separator'));

const keyOf = ({ actor }: MemberCall) => ({ member_id: actor.member.id, purpose: 'voice' }) as const;

export async function loadVoiceConsent(call: MemberCall): Promise<TalkSettings['voice_consent']> {
  const { ctx, t } = call;
  const consent = await findConsent(ctx.db, keyOf(call));
  return consent && { name: nameOf(consent.recipient, t), granted_at: consent.granted_at.toISOString() };
}

/** Who may hear a recording, and whether the learner agreed to that; null when no service can. */
export async function loadVoice(call: MemberCall): Promise<TalkSettings['voice']> {
  const { ctx, t } = call;
  const vendors = await ctx.adapters.transcription.vendors(call.actor.member.id);
  if (vendors.length === 0) return null;
  const recipient = recipientOf(vendors);
  const consent = await findConsent(ctx.db, keyOf(call));
  return {
    recipient,
    name: nameOf(recipient, t),
    is_abroad: vendors.some((one) => one.recipient.is_abroad),
    is_agreed: consent?.recipient === recipient,
    capture: recorded.every((type) => vendors.every(({ takes }) => takes.includes(type))) ? 'any' : 'wav',
  };
}

/** Refuses a recording that must not leave: without the learner's consent, or a guardian's below fourteen. */
export async function checkConsent(call: MemberCall): Promise<void> {
  const { ctx, actor } = call;
  const vendors = await ctx.adapters.transcription.vendors(call.actor.member.id);
  assert(vendors.length > 0, 'ai.voice_off');
  const minor = await findMinor(ctx, ctx.db, actor.member.id);
  assert(minor?.may_speak ?? true, 'ai.voice_guardian');
  const consent = await findConsent(ctx.db, keyOf(call));
  assert(consent, 'ai.no_consent');
  assert(consent.recipient === recipientOf(vendors), 'ai.consent_changed');
}

/** Who would receive recordings now. */
export async function voiceRecipient({ ctx, actor }: MemberCall): Promise<string> {
  const vendors = await ctx.adapters.transcription.vendors(actor.member.id);
  assert(vendors.length > 0, 'ai.voice_off');
  return recipientOf(vendors);
}
