import { aiChats } from '@kaike/shared/resources/ai-chats';
import { defineBehaviour } from '../../kit/behaviour.ts';

/** Maximum messages in a transcript; later ones are in the message list. */
const maxMessages = 200;

export const aiChatsBehaviour = defineBehaviour(aiChats, {
  /** Adds the transcript in chronological order. */
  async extend({ ctx }, row) {
    const messages = await ctx.db
      .selectFrom('ai_messages')
      .select([
        'id',
        'seq',
        'role',
        'kind',
        'content',
        'translation',
        'audio_url',
        'corrections',
        'status',
        'first_token_ms',
        'liked',
        'created_at',
      ])
      .where('chat_id', '=', row.id)
      .orderBy('seq')
      .limit(maxMessages + 1)
      .execute();
    return { messages: messages.slice(0, maxMessages), has_more_messages: messages.length > maxMessages };
  },
});
