import cardWords from 'virtual:locale/sentence_cards';
import talkWords from 'virtual:locale/talk';
import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';
import { useChineseLang, useLocale } from '../../../../app/wording.ts';
import { Chinese } from '../chinese.tsx';
import { ReadWord } from '../voice/read-word.tsx';
import css from '../talk.module.css';

type Props = { word: BookWord; isOpen: boolean };

/** A word, then its meaning and where it was met. */
export function WordCard({ word, isOpen }: Props) {
  const t = talkWords.useT();
  const { lemma, language, gloss, sentence } = word;
  return (
    <>
      <p className={css['lemma']} lang={language}>
        {lemma}
      </p>
      <ReadWord word={word} />
      {isOpen ? (
        <>
          <p>{gloss ? <Chinese>{gloss}</Chinese> : t('talk.review.no_gloss')}</p>
          <p className={css['meta']} lang={language}>
            {sentence}
          </p>
        </>
      ) : null}
    </>
  );
}

/** What the learner said, then how it is right and why. The right sentence is not read before: that would be the answer. */
export function SentenceCard({ word, isOpen }: Props) {
  const t = cardWords.useT();
  const isEnglish = useLocale() === 'en';
  const chinese = useChineseLang();
  const { lemma, language, gloss, gloss_en, sentence } = word;
  return (
    <>
      <p className={css['meta']}>{t('sentence_cards.correct')}</p>
      <p lang={language}>{isOpen ? <del>{sentence}</del> : sentence}</p>
      {isOpen ? (
        <>
          <p className={css['better']} lang={language}>
            {lemma}
          </p>
          <ReadWord word={word} />
          <p className={css['meta']} style={{ whiteSpace: 'pre-line' }}>
            {isEnglish ? gloss_en : <span lang={chinese}>{gloss}</span>}
          </p>
        </>
      ) : null}
    </>
  );
}
