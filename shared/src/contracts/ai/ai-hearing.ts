import { consentPurposes } from '../../domain/ai/learner/memory.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { turnKey } from './ai-messages.ts';

/** The longest recording of a turn. */
export const maxRecordingMs = 60_000;
export const maxRecordingBytes = 2 * 1024 * 1024;
/** Nobody says a word in less. */
export const minRecordingMs = 300;
/** Below it, what was heard is a guess. */
export const minConfidence = 0.35;

/**
 * Multipart with a recording of a turn in the field `audio`: mp4, webm, wav, ogg or mp3, at most 60 s and 2 MB. The words it answers
 * are sent by `sendMessage` under the same id, and the turn is charged by the length of the recording instead of their number. The
 * same id and recording again have the same answer and no second call of the vendor. The recording is kept nowhere.
 */
export const transcribeRecording = contract({
  method: 'POST',
  path: '/home/ai-messages/hear',
  query: { chat_id: field.integer({ rules: 'required|min_value:1' }), ...turnKey },
  response: s.object({
    /** `unheard`: nothing was understood, and nothing follows. */
    event: s.literal('stt', 'unheard'),
    text: s.string(),
    /** Length of the recording. */
    ms: s.integer(),
  }),
});
export type RecordedWords = SchemaValue<(typeof transcribeRecording)['response']>;

/** Agrees that a recipient is sent recordings, or what is remembered; or refuses or takes that back, which deletes nothing. */
export const updateConsent = contract({
  method: 'PUT',
  path: '/home/ai-consents',
  body: {
    purpose: field.choice(
      consentPurposes.map((value) => ({ value, key: value })),
      { initial: 'voice' },
    ),
    /** The one that the page named; required to agree. */
    recipient: field.text({ rules: 'max:200', initial: '' }),
    is_agreed: field.boolean({ rules: 'required' }),
  },
  response: s.object({ is_agreed: s.boolean() }),
});
