import talkWords from 'virtual:locale/talk';
import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Chinese } from '../chinese.tsx';
import css from '../talk.module.css';
import { useKeep } from './use-keep.ts';

/** Words that came up and are not in the book yet. */
export function KeptWords({ chatId, words }: { chatId: number; words: ChatReport['words'] }) {
  const t = talkWords.useT();
  const { added, isBusy, keep } = useKeep(
    (word: ChatReport['words'][number]) => word.text,
    ({ text }) => call(aiWords.createWord, { body: { text, chat_id: chatId }, quiet: true }),
  );
  const rest = words.filter(({ text }) => !added.has(text));
  return (
    <section>
      <h2>{t('talk.done.keep')}</h2>
      {words.length === 0 ? <p className={css['meta']}>{t('talk.done.no_words')}</p> : null}
      <ul className={css['list']}>
        {words.map(({ text, zh }) => (
          <li key={text} className={css['kept']}>
            <span>
              <strong lang="en">{text}</strong> <Chinese look="meta">{zh}</Chinese>
            </span>
            {added.has(text) ? (
              <span className={css['meta']}>{t('talk.done.kept')}</span>
            ) : (
              <Button disabled={isBusy} onClick={() => void keep([{ text, zh }])}>
                {t('talk.done.keep_one')}
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
