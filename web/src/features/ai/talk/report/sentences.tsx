import { lazy, Suspense } from 'react';
import talkWords from 'virtual:locale/talk';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ChatReport, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { Chinese } from '../chinese.tsx';
import { lineSpeech } from '../voice/speeches.ts';
import { speakNow, type SpokenLine } from '../voice/voice.ts';
import { useCanRead } from '../voice/use-can-read.ts';
import { useTalkSettings } from '../talk.queries.ts';
import css from '../talk.module.css';

const ReadAloud = lazy(async () => ({
  default: (await loadChunk(() => import('../reading/read-aloud.tsx'))).ReadAloud,
}));

/** Says a sentence after the voice: the learner's own, or as it is better; and has it checked where something checks it. */
export function SayAgain({
  messageId: id,
  sentence,
  better,
  people,
}: {
  messageId: number;
  sentence: string;
  better: string | null;
  people: TalkChat['people'];
}) {
  const t = talkWords.useT();
  const { data: settings } = useTalkSettings();
  const { language, speech_rate: rate } = people;
  const canRead = useCanRead(language, settings?.capabilities.read_text);
  const reading = settings?.capabilities.pron.provider && language === 'en' ? settings.reading : null;
  const betterSpeech = (text: string): SpokenLine => ({
    message_id: id,
    text,
    language,
    rate,
    ask: () => call(aiMessages.synthesizeLine, { body: { message_id: id, is_better: true }, quiet: true }),
  });
  const speech = better === null ? lineSpeech({ id, content: sentence }, people, false) : betterSpeech(better);
  return (
    <>
      {canRead ? (
        <button type="button" className={css['tool']} onClick={() => speakNow(speech)}>
          {t('talk.done.say_again')}
        </button>
      ) : null}
      {reading ? (
        <Suspense fallback={null}>
          <ReadAloud messageId={id} text={better ?? sentence} isBetter={better !== null} reading={reading} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Sentences of the learner; with what could be said instead, to say again after the voice. */
export function Sentences({
  title,
  sentences,
  people,
}: {
  title: string;
  sentences: ChatReport['well'];
  people: TalkChat['people'];
}) {
  const t = talkWords.useT();
  const { language } = people;
  if (sentences.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={css['list']}>
        {sentences.map(({ message_id: id, sentence, better }) => (
          <li key={id} className={css['sentence']}>
            <p lang={language}>{sentence}</p>
            {better ? (
              <p>
                <span className={css['meta']}>{t('talk.done.better')}</span>{' '}
                <span className={css['better']} lang={language}>
                  {better.en}
                </span>{' '}
                <Chinese look="meta">{better.zh}</Chinese>
              </p>
            ) : null}
            <SayAgain messageId={id} sentence={sentence} better={better?.en ?? null} people={people} />
          </li>
        ))}
      </ul>
    </section>
  );
}
