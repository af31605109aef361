import cardWords from 'virtual:locale/sentence_cards';
import talkWords from 'virtual:locale/talk';
import type { ChatReport, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import css from '../talk.module.css';
import { SayAgain } from './sentences.tsx';
import { useKeep } from './use-keep.ts';

type Sentence = ChatReport['sentences'][number];

/** Sentences with what was wrong put right, to be reviewed as cards: each by one tap, or all. */
export function KeptSentences({ sentences, people }: Pick<ChatReport, 'sentences'> & { people: TalkChat['people'] }) {
  const t = talkWords.useT();
  const c = cardWords.useT();
  const { added, isBusy, keep } = useKeep(
    (one: Sentence) => one.message_id,
    ({ message_id: id }) => call(aiWords.createSentence, { body: { message_id: id }, quiet: true }),
  );
  const isKept = ({ message_id: id, is_kept: wasKept }: Sentence): boolean => wasKept || added.has(id);
  const rest = sentences.filter((one) => !isKept(one));
  return (
    <section>
      <h2>{c('sentence_cards.title')}</h2>
      <p className={css['meta']}>{c('sentence_cards.text')}</p>
      <ul className={css['list']}>
        {sentences.map((one) => (
          <li key={one.message_id} className={css['sentence']}>
            <p lang="en">
              <del>{one.wrong}</del>
            </p>
            <p className={css['better']} lang="en">
              {one.right}
            </p>
            <SayAgain messageId={one.message_id} sentence={one.wrong} better={one.right} people={people} />
            {isKept(one) ? (
              <span className={css['meta']}>{c('sentence_cards.in_book')}</span>
            ) : (
              <Button
                disabled={isBusy}
                aria-label={c('sentence_cards.keep_of', { sentence: one.right })}
                onClick={() => void keep([one])}
              >
                {c('sentence_cards.keep')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rest.length > 1 ? (
        <Button block busy={isBusy} onClick={() => void keep(rest)}>
          {t('talk.done.keep_all')}
        </Button>
      ) : null}
    </section>
  );
}
