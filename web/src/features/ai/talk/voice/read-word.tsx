import talkWords from 'virtual:locale/talk';
import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { call } from '../../../../api/client.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { useTalkSettings } from '../talk.queries.ts';
import css from '../talk.module.css';
import { useCanRead } from './use-can-read.ts';
import { speakNow } from './voice.ts';

/** Says a word of the book, where it can be said. */
export function ReadWord({ word: { id, lemma, language } }: { word: Pick<BookWord, 'id' | 'lemma' | 'language'> }) {
  const t = talkWords.useT();
  const canRead = useCanRead(language, useTalkSettings().data?.capabilities.read_text);
  if (!canRead) return null;
  const ask = () => call(aiWords.synthesizeWord, { params: { id }, quiet: true });
  return (
    <button
      type="button"
      className={css['icon']}
      aria-label={t('talk.review.read', { word: lemma })}
      onClick={() => speakNow({ message_id: 0, text: lemma, language, rate: 1, ask })}
    >
      <Icon name="volume" />
    </button>
  );
}
