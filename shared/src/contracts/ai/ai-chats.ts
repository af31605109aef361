import { aiRoleChoices } from '../../domain/ai/ai-chat.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** What was said in a talk, in order, for a reason that is logged. */
export const getTranscript = contract({
  method: 'POST',
  path: '/admin/ai-chats/:id/transcript',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({
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
        /** Of the teacher, to words of the learner. */
        is_reply: s.boolean(),
        created_at: s.time(),
      }),
    ),
    has_more: s.boolean(),
    /** Both written by a chat service for the learner's report, or empty. */
    summary: s.string(),
    advice: s.string(),
    /** Whether the reader may make cases of replies. */
    may_add_case: s.boolean(),
  }),
});
/** Makes a case of the lab from a reply and the learner's words that led to it, without names and numbers. */
export const createLabCase = contract({
  method: 'POST',
  path: '/admin/ai-messages/:id/lab-case',
  response: s.object({ id: s.integer() }),
});

export type Transcript = SchemaValue<(typeof getTranscript)['response']>;

/** What was counted in a talk, sent with the record of its member; not a word of what was said. */
export type TalkNumbers = {
  id: number;
  title: string;
  cefr: string;
  turns: number;
  member_words: number;
  talk_sec: number;
  goals_done: number;
  /** Null where the scene has none. */
  goals: number | null;
  started_at: string;
};
