import type { Memories } from '@kaike/shared/contracts/ai/ai-memories';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { findMinor } from '../chats/minors.ts';
import { findConsent, type Consent } from '../consents/consent.store.ts';
import { loadMemories } from './memory.store.ts';

type State = {
  state: Memories['state'];
  /** The chat services, which are sent what is remembered. */
  recipient: string | null;
  consent: Consent | null;
};

/** Whether the teacher may remember this learner: a service is there, a minor's guardian agreed, and the learner did, to every service that may be asked. */
export async function loadMemoryState(ctx: Context, memberId: number): Promise<State> {
  const recipients = await ctx.adapters.chat.recipients(memberId);
  const recipient = recipients.length === 0 ? null : recipients.join(',');
  const consent = await findConsent(ctx.db, { member_id: memberId, purpose: 'memory' });
  const minor = await findMinor(ctx, ctx.db, memberId);
  const isAgreed = consent !== null && consent.recipient === recipient;
  const state =
    recipient === null
      ? 'needs_service'
      : minor?.may_remember === false
        ? 'needs_guardian'
        : isAgreed
          ? 'on'
          : 'needs_consent';
  return { state, recipient, consent };
}

/** Who would receive what is remembered, for a consent to it. */
export async function memoryRecipient({ ctx, actor }: MemberCall): Promise<string> {
  const { state, recipient } = await loadMemoryState(ctx, actor.member.id);
  assert(recipient !== null, 'ai.memory_off');
  assert(state !== 'needs_guardian', 'ai.memory_guardian');
  return recipient;
}

/** What a prompt may know of the learner. */
export async function recall(ctx: Context, memberId: number): Promise<string[]> {
  const memories = await loadMemories(ctx.db, memberId);
  if (memories.length === 0) return [];
  const { state } = await loadMemoryState(ctx, memberId);
  return state === 'on' ? memories.map(({ text }) => text) : [];
}
