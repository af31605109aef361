import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { TalkPeople } from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import type { SpokenLine } from './voice.ts';

type Teacher = Pick<TalkPeople, 'language' | 'speech_rate'>;

/** A sentence as soon as it is complete. */
export const sentenceSpeech = (
  { message_id: id, n, from, text }: { message_id: number; n: number; from: number; text: string },
  { language, speech_rate: rate }: Teacher,
): SpokenLine => ({
  message_id: id,
  text,
  from,
  language,
  rate,
  ask: () => call(aiMessages.synthesizeLine, { body: { message_id: id, n }, quiet: true }),
});

/** A whole line, sentence after sentence where the school's voice reads it. */
export function lineSpeech(
  { id, content }: Pick<TalkMessage, 'id' | 'content'>,
  { language, speech_rate: rate }: Teacher,
  isSlow: boolean,
): SpokenLine {
  const speechFrom = (n: number, from: number): SpokenLine => ({
    ...sentenceSpeech({ message_id: id, n, from, text: content.slice(from) }, { language, speech_rate: rate }),
    is_slow: isSlow,
    next: (answer) => speechFrom(n + 1, answer.from + answer.text.length),
  });
  return speechFrom(1, 0);
}
