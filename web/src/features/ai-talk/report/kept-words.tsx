import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import talkWords from 'virtual:words/talk';
import type { ChatReport } from '@kaike/shared/contracts/ai-talk';
import { addWord } from '@kaike/shared/contracts/ai-words';
import { call } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../show-error.ts';
import { wordsKey } from '../talk.queries.ts';
import css from '../talk.module.css';

/** Words that came up and are not in the book yet. */
export function KeptWords({ chat_id: chatId, words }: { chat_id: number; words: ChatReport['words'] }) {
  const t = talkWords.useT();
  const client = useQueryClient();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const rest = words.filter(({ text }) => !added.has(text));
  const add = async (chosen: ChatReport['words']): Promise<void> => {
    setIsBusy(true);
    try {
      for (const { text, zh } of chosen) {
        await call(addWord, { body: { text, gloss: zh, chat_id: chatId }, quiet: true });
        setAdded((before) => new Set([...before, text]));
      }
    } catch (error) {
      showError(error);
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: wordsKey, refetchType: 'none' });
    }
  };
  return (
    <section>
      <h2>{t('talk.done.keep')}</h2>
      {words.length === 0 ? <p className={css['meta']}>{t('talk.done.no_words')}</p> : null}
      <ul className={css['list']}>
        {words.map(({ text, zh }) => (
          <li key={text} className={css['person']}>
            <strong lang="en">{text}</strong>
            <span className={css['meta']}>{zh}</span>
            {added.has(text) ? (
              <span className={css['meta']}>{t('talk.done.kept')}</span>
            ) : (
              <Button disabled={isBusy} onClick={() => void add([{ text, zh }])}>
                {t('talk.done.keep_one')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rest.length > 1 ? (
        <Button block busy={isBusy} onClick={() => void add(rest)}>
          {t('talk.done.keep_all')}
        </Button>
      ) : null}
    </section>
  );
}
