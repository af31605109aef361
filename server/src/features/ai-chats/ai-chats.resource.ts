import type { ResourceBehaviour } from '../../kit/behaviour.ts';

/** Messages a transcript shows; what came later is found in the list of messages. */
const maxMessages = 200;

export const aiChatsBehaviour: ResourceBehaviour = {
  /** The transcript, in the order it was said. */
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
};
