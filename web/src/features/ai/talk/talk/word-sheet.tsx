import { useQuery, useQueryClient } from '@tanstack/react-query';
import talkWords from 'virtual:locale/talk';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { Chinese } from '../chinese.tsx';
import { toastError } from '../toast-error.ts';
import { wordsKey } from '../talk.queries.ts';
import { speakNow } from '../voice/voice.ts';
import css from '../talk.module.css';

type WordPosition = { message_id: number; at: number };

/** A word of the teacher's line: its meaning, and into the book with it. */
export function WordSheet({
  place,
  language,
  canRead,
  onClose,
}: {
  place: WordPosition | null;
  language: string;
  canRead: boolean;
  onClose: () => void;
}) {
  const t = talkWords.useT();
  const client = useQueryClient();
  const queryKey = ['talk', 'word', place];
  const { data, error } = useQuery({
    queryKey,
    enabled: place !== null,
    retry: false,
    queryFn: () => call(aiMessages.explainWord, { body: place ?? {}, quiet: true }),
  });
  const refresh = (): void => void client.invalidateQueries({ queryKey: wordsKey, refetchType: 'none' });
  const save = async (): Promise<void> => {
    if (!data || !place) return;
    // Its meaning is taken from the message, in the script in which meanings are stored.
    const { word } = await call(aiWords.createWord, {
      body: { text: data.lemma, message_id: place.message_id },
      quiet: true,
    });
    client.setQueryData(queryKey, { ...data, word_id: word.id });
    toast('success', t('talk.word.added'));
    refresh();
  };
  const remove = async (): Promise<void> => {
    if (!data?.word_id) return;
    await call(aiWords.deleteWord, { params: { id: data.word_id }, quiet: true });
    client.setQueryData(queryKey, { ...data, word_id: null });
    toast('info', t('talk.word.removed'));
    refresh();
  };
  const read = (): void => {
    if (!data || !place) return;
    const ask = () => call(aiMessages.synthesizeLine, { body: place, quiet: true });
    speakNow({ message_id: 0, text: data.word, language, rate: 1, ask });
  };
  return (
    <Sheet
      open={place !== null}
      title={data?.word ?? t('talk.word.title')}
      onClose={onClose}
      bottom
      closeLabel={t('talk.close')}
    >
      {error ? <p>{error instanceof ApiError && error.message ? error.message : t('talk.problems.network')}</p> : null}
      {!data && !error ? <Skeleton height={72} /> : null}
      {data ? (
        <>
          {data.lemma.toLowerCase() === data.word.toLowerCase() ? null : (
            <p className={css['meta']}>{t('talk.word.base', { lemma: data.lemma })}</p>
          )}
          <p className={css['gloss']}>{data.gloss ? <Chinese>{data.gloss}</Chinese> : t('talk.word.no_gloss')}</p>
          {data.source === 'book' ? <p className={css['meta']}>{t('talk.word.from_book')}</p> : null}
          <p className={css['meta']} lang={language}>
            {data.sentence}
          </p>
          <div className={css['row']}>
            {canRead ? (
              <Button onClick={read}>
                <Icon name="volume" /> {t('talk.word.read')}
              </Button>
            ) : null}
            {data.word_id ? (
              <Button onClick={() => void remove().catch(toastError)}>{t('talk.word.remove')}</Button>
            ) : (
              <Button look="primary" onClick={() => void save().catch(toastError)}>
                {t('talk.word.save')}
              </Button>
            )}
          </div>
        </>
      ) : null}
    </Sheet>
  );
}
