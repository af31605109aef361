import { aiRoleChoices } from '../domain/ai/ai-chat.ts';
import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** What was said in a talk, in order, for a reason that is logged. */
export const readTranscript = contract({
  method: 'POST',
  path: '/admin/ai-chats/:id/transcript',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  answer: s.object({
    messages: s.array(
      s.object({
        id: s.integer(),
        seq: s.integer(),
        role: s.literal(...aiRoleChoices.map(({ value }) => value)),
        content: s.string(),
        translation: s.nullable(s.string()),
        audio_url: s.nullable(s.string()),
        corrections: s.any(),
        status: s.integer(),
        /** Written by people in advance, not by a machine. */
        is_scripted: s.boolean(),
        content_no: s.nullable(s.string()),
        created_at: s.time(),
      }),
    ),
    has_more: s.boolean(),
  }),
});
export type Transcript = SchemaValue<(typeof readTranscript)['answer']>;
