import { reportReasonChoices } from '../../domain/ai/ai-chat.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { speech } from './ai-speech.ts';

/** Made by a page before its first request: the same id is the same request. */
export const uuidRule = 'regex:^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
/** Names the page that talks; it stays the same for as long as the page, a reload included. */
export const lease = field.text({ rules: ['required', uuidRule] });

/** Characters of one turn. */
export const maxTurnLength = 2000;

export const line = s.object({ en: s.string(), zh: s.string() });

/** What is wrong in a learner's words: the characters `from` up to `to`, and what belongs there instead; nothing means that they are too many. */
export const correctionShape = {
  /** Of the rule that was broken. */
  code: s.string(),
  from: s.integer(),
  to: s.integer(),
  fix: s.string(),
  reason: line,
};
const correction = s.object(correctionShape);
export type Correction = SchemaValue<typeof correction>;

export const talkMessage = s.object({
  id: s.integer(),
  seq: s.integer(),
  role: s.literal('member', 'ai'),
  /** What the reply belongs to; null for the opening line. */
  reply_to: s.nullable(s.integer()),
  client_msg_id: s.nullable(s.string()),
  content: s.string(),
  status: s.integer(),
  finish_reason: s.nullable(s.string()),
  /** Why it failed: a code of the errors. */
  error_code: s.nullable(s.string()),
  /** A later reply took its place; shown only by whoever looks for it. */
  is_replaced: s.boolean(),
  /** Seconds of talk of the turn, the free ones included. */
  talk_sec: s.integer(),
  /** For the label of what a machine wrote, of replies only. */
  content_no: s.nullable(s.string()),
  /** Written in advance, and labelled as such and not as AI. */
  is_scripted: s.boolean(),
  saved: s.boolean(),
  is_reported: s.boolean(),
  /** Of the learner's words, at most two. */
  corrections: s.array(correction),
  created_at: s.time(),
});
export type TalkMessage = SchemaValue<typeof talkMessage>;

export const turnKey = {
  /** Made before the first try. The same id again is the same turn, whose events come again from the start. */
  client_msg_id: field.text({ rules: ['required', uuidRule] }),
  lease,
};

/**
 * The end of a turn, for callers that do not accept `text/event-stream`. Others get the events of `TalkEvents` while the
 * reply is written.
 */
const turn = s.object({
  member_message: talkMessage,
  reply: talkMessage,
  goals_done: s.array(s.integer()),
  /** Seconds that were not free; all of them are in `reply`. */
  charged_sec: s.integer(),
  seconds_left: s.integer(),
  chat_status: s.integer(),
});
export type Turn = SchemaValue<typeof turn>;

export const sendMessage = contract({
  method: 'POST',
  path: '/home/ai-messages',
  body: {
    chat_id: field.integer({ rules: 'required|min_value:1' }),
    text: field.long_text({ rules: `required|max:${maxTurnLength}` }),
    /** Characters of the last reply that were heard or read before the learner stopped it. */
    heard_chars: field.integer({ rules: 'min_value:0|max_value:100000' }),
    ...turnKey,
  },
  response: turn,
});

/** The events of a reply from the beginning, or after `Last-Event-ID`, and then as they come: `text/event-stream`. */
export const streamReply = contract({
  method: 'GET',
  path: '/home/ai-messages/:id/events',
  response: s.any(),
});

/** Ends a reply where it is. Stopping one that has ended changes nothing. */
export const stopReply = contract({
  method: 'POST',
  path: '/home/ai-messages/:id/stop',
  body: { lease },
  response: s.object({ reply: talkMessage }),
});

/** Another reply to the same words, in place of the last one that failed or was stopped. Answers like `sendMessage`. */
export const retryReply = contract({
  method: 'POST',
  path: '/home/ai-messages/:id/retry',
  body: turnKey,
  response: turn,
});

/** What can be said to the last line of the teacher. */
export const getHint = contract({
  method: 'POST',
  path: '/home/ai-messages/:id/hint',
  body: { lease },
  response: s.object({ task: s.string(), task_en: s.string(), model: line }),
});

export const saveLine = contract({
  method: 'PUT',
  path: '/home/ai-messages/:id',
  body: { saved: field.boolean({ rules: 'required' }) },
  response: s.object({ reply: talkMessage }),
});

/** The learner says that a correction is wrong: it goes, and what was refused twice is not corrected again. */
export const dismissCorrection = contract({
  method: 'POST',
  path: '/home/ai-messages/:id/dismiss-correction',
  body: { code: field.text({ rules: 'required|max:50' }) },
  response: s.object({ message: talkMessage }),
});

/** Tells the school that something is wrong with a reply. */
export const reportReply = contract({
  method: 'POST',
  path: '/home/ai-messages/:id/report',
  body: {
    reason: field.choice(reportReasonChoices, { rules: 'required' }),
    remark: field.text({ rules: 'max:200', initial: '' }),
  },
  response: s.object({ reply: talkMessage }),
});

const ofMessage = { message_id: field.integer({ rules: 'required|min_value:1' }) };

export const translateLine = contract({
  method: 'POST',
  path: '/home/ai-messages/translate',
  body: ofMessage,
  response: s.object({ message_id: s.integer(), text: s.string() }),
});

/** How a sentence of a message is to be heard; with `at` the word there, with `is_better` what could have been said instead. */
export const synthesizeLine = contract({
  method: 'POST',
  path: '/home/ai-messages/read-text',
  body: {
    ...ofMessage,
    n: field.integer({ rules: 'between:1,1000', initial: 1 }),
    at: field.integer({ rules: 'min_value:0|max_value:100000' }),
    is_better: field.boolean({ initial: false }),
  },
  response: speech,
});

/** The word of a message at a character. */
export const explainWord = contract({
  method: 'POST',
  path: '/home/ai-messages/explain',
  body: { ...ofMessage, at: field.integer({ rules: 'required|min_value:0|max_value:100000' }) },
  response: s.object({
    word: s.string(),
    /** The base form, under which it is in the book. */
    lemma: s.string(),
    /** Chinese; null where nothing knows the word. */
    gloss: s.nullable(s.string()),
    /** Where the gloss is from: the words of the scene, the learner's own book, or the shipped glossary. */
    source: s.nullable(s.literal('scene', 'book', 'glossary')),
    sentence: s.string(),
    /** In the book of words already: its id. */
    word_id: s.nullable(s.integer()),
  }),
});
