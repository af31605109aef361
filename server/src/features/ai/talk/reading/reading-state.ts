import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import { findMinor } from '../chats/minors.ts';
import { findConsent } from '../consents/consent.store.ts';

/** Recordings stay in the school; whoever would receive them elsewhere is another recipient. */
const recipient = 'school';

/** Who compares sounds here; null while the school switched it off or nothing is installed. */
async function checkerOf({ ctx }: MemberCall): Promise<string | null> {
  return (await ctx.settings.get('ai_sound_check')) ? ctx.adapters.sounds.name() : null;
}

export async function loadReading(call: MemberCall): Promise<TalkSettings['reading']> {
  if (!(await checkerOf(call))) return null;
  const consent = await findConsent(call.ctx.db, { member_id: call.actor.member.id, purpose: 'reading' });
  return { recipient, is_agreed: consent?.recipient === recipient };
}

export async function readingRecipient(call: MemberCall): Promise<string> {
  assert(await checkerOf(call), 'ai.check_off');
  return recipient;
}

/** Refuses what must not be recorded: without the learner's consent, or a guardian's below fourteen. Returns who compares. */
export async function checkReadingConsent(call: MemberCall): Promise<string> {
  const { ctx, actor } = call;
  const engine = await checkerOf(call);
  assert(engine, 'ai.check_off');
  const minor = await findMinor(ctx, ctx.db, actor.member.id);
  assert(minor?.may_speak ?? true, 'ai.voice_guardian');
  const reading = await loadReading(call);
  assert(reading?.is_agreed, 'ai.no_consent');
  return engine;
}
