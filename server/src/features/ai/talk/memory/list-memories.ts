import type { Memories } from '@kaike/shared/contracts/ai/ai-memories';
import { secondCompatible } from '@kaike/shared/domain/ai/ai-usage';
import type { MemberCall } from '../../../../core/call.ts';
import { hasAnswered } from '../consents/consent.store.ts';
import { loadMemories } from './memory.store.ts';
import { loadMemoryState } from './memory-state.ts';

/** The services without a name of their own. */
const nameless: readonly string[] = ['compatible', secondCompatible];

/** The recipients as people read them; null where none has a name of its own. */
function nameOf(recipient: string | null, t: MemberCall['t']): string | null {
  const recipients = recipient?.split(',') ?? [];
  if (recipients.every((name) => nameless.includes(name))) return null;
  const names = recipients.map((name) => (nameless.includes(name) ? 'compatible' : name));
  return [...new Set(names)]
    .map((name) => t(`resources.configs.choices.chat_driver.${name}`))
    .join(t('common.list_separator'));
}

/** What the page of memories shows. */
export async function listMemories({ ctx, actor, t }: MemberCall): Promise<Memories> {
  const memberId = actor.member.id;
  const { state, recipient, consent } = await loadMemoryState(ctx, memberId);
  return {
    state,
    recipient,
    name: nameOf(recipient, t),
    granted_at: consent?.granted_at.toISOString() ?? null,
    is_answered: await hasAnswered(ctx.db, { member_id: memberId, purpose: 'memory' }),
    memories: await loadMemories(ctx.db, memberId),
  };
}
