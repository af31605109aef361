import type { TalkSettings } from '@kaike/shared/contracts/ai-talk';
import { assert } from '../../../core/app-error.ts';
import type { MemberCall } from '../../../core/call.ts';
import type { Transcription } from '../../../adapters/transcription/port.ts';
import { readMinor } from '../chats/minors.ts';
import { readConsent } from '../consents/consent.store.ts';

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

const keyOf = ({ actor }: MemberCall) => ({ member_id: actor.member.id, purpose: 'voice' }) as const;

export async function readVoiceConsent(call: MemberCall): Promise<TalkSettings['voice_consent']> {
  const { ctx, t } = call;
  const consent = await readConsent(ctx.db, keyOf(call));
  return consent && { name: nameOf(consent.recipient, t), granted_at: consent.granted_at.toISOString() };
}

/** Who would hear a recording now, and whether the learner agreed to that; null when no service can. */
export async function readVoice(call: MemberCall): Promise<TalkSettings['voice']> {
  const { ctx, t } = call;
  const vendor = await ctx.adapters.transcription.vendor(call.actor.member.id);
  if (!vendor) return null;
  const recipient = recipientOf(vendor);
  const consent = await readConsent(ctx.db, keyOf(call));
  return {
    recipient,
    name: nameOf(recipient, t),
    is_abroad: vendor.recipient.is_abroad,
    is_agreed: consent?.recipient === recipient,
    capture: recorded.every((type) => vendor.takes.includes(type)) ? 'any' : 'wav',
  };
}

/** Refuses a recording that must not leave: without the learner's consent, or a guardian's below fourteen. Returns who receives it. */
export async function checkConsent(call: MemberCall): Promise<Vendor> {
  const { ctx, actor } = call;
  const vendor = await ctx.adapters.transcription.vendor(call.actor.member.id);
  assert(vendor, 'ai.voice_off');
  const minor = await readMinor(ctx, ctx.db, actor.member.id);
  assert(minor?.may_speak ?? true, 'ai.voice_guardian');
  const consent = await readConsent(ctx.db, keyOf(call));
  assert(consent, 'ai.no_consent');
  assert(consent.recipient === recipientOf(vendor), 'ai.consent_changed');
  return vendor;
}

/** Who would receive recordings now. */
export async function voiceRecipient({ ctx, actor }: MemberCall): Promise<string> {
  const vendor = await ctx.adapters.transcription.vendor(actor.member.id);
  assert(vendor, 'ai.voice_off');
  return recipientOf(vendor);
}
