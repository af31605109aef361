import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import talkWords from 'virtual:locale/talk';
import { maxTurnLength, type TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { chatStatus, chatStatusChoices } from '@kaike/shared/domain/ai/chat-status';
import { SupportLater } from '../../../app/components/support-later.tsx';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/parts.tsx';
import { myCoursesKey } from '../../catalog/courses/courses.queries.ts';
import type { TalkSession } from './session/talk-session.ts';
import type { TalkState } from './session/talk-state.ts';
import { useTalk } from './session/use-talk.ts';
import { Compose } from './talk/compose.tsx';
import { homeOf } from './lesson/home-of.ts';
import { Lines } from './talk/lines.tsx';
import { RestNote } from './rest/rest-note.tsx';
import { TalkHead } from './talk/talk-head.tsx';
import { ElsewhereSheet, FinishSheet } from './talk/talk-sheets.tsx';
import { TurnNote } from './talk/turn-note.tsx';
import { useCanRead } from './voice/use-can-read.ts';
import { unlockSound } from './voice/sound.ts';
import { sentenceSpeech } from './voice/speeches.ts';
import { speakAloud, stopReading, voiceStore } from './voice/voice.ts';
import { WordSheet } from './talk/word-sheet.tsx';
import { useTalkSettings } from './talk.queries.ts';
import css from './talk.module.css';

const ReportSheet = lazy(async () => ({
  default: (await loadChunk(() => import('./talk/report-sheet.tsx'))).ReportSheet,
}));

/** Reads each sentence as soon as it is complete. */
function useSpokenSentences({ sentence, chat }: TalkState, canRead: boolean): void {
  const last = useRef<TalkState['sentence']>(null);
  useEffect(() => {
    if (!sentence || !chat || sentence === last.current) return;
    last.current = sentence;
    if (!canRead || !voiceStore.getState().is_on) return;
    speakAloud(sentenceSpeech(sentence, chat.people));
  }, [sentence, chat, canRead]);
  useEffect(() => {
    document.addEventListener('pointerdown', unlockSound, { once: true });
    return () => document.removeEventListener('pointerdown', unlockSound);
  }, []);
}

function Intro({ chat }: { chat: NonNullable<TalkState['chat']> }) {
  const t = talkWords.useT();
  const isEnglish = useLocale() === 'en';
  return (
    <div className={css['intro']}>
      <p>{(isEnglish ? chat.intro.en : chat.intro.zh) || t('talk.home.free_intro')}</p>
      <p className={css['meta']}>
        {t(chat.provider === 'script' ? 'talk.label_note' : 'talk.label_note_ai')} {t('talk.line.help')}
      </p>
    </div>
  );
}

function Ended({ chat }: { chat: NonNullable<TalkState['chat']> }) {
  const t = talkWords.useT();
  const client = useQueryClient();
  const isOfLesson = chat.lesson_id !== null;
  useEffect(() => {
    // The course and its lesson show what the talk came to.
    if (isOfLesson) void client.invalidateQueries({ queryKey: ['home'] });
    if (isOfLesson) void client.invalidateQueries({ queryKey: myCoursesKey });
  }, [client, isOfLesson]);
  const isBlocked = chat.status === chatStatus.blocked;
  const key = chatStatusChoices.find(({ value }) => value === chat.status)?.key ?? 'finished';
  return (
    <div className={css['ended']} role="status">
      <strong>{t(`talk.ended.${key}`)}</strong>
      {isBlocked ? <p>{t('talk.ended.whom')}</p> : null}
      <div className={css['row']}>
        {isBlocked ? (
          <SupportLater />
        ) : (
          <Link className={buttonClass('primary')} to={`/home/ai-teacher/talks/${chat.id}/report`}>
            {t('talk.ended.to_report')}
          </Link>
        )}
        <Link className={buttonClass()} to={homeOf(chat)}>
          {t(chat.lesson_id === null ? 'talk.ended.again' : 'talk.lesson.back')}
        </Link>
      </div>
    </div>
  );
}

/** Where the learner answers, or what follows an ended talk. */
function Foot({
  session,
  state,
  settings,
}: {
  session: TalkSession;
  state: TalkState;
  settings: TalkSettings | undefined;
}) {
  const { chat } = state;
  const stop = (): void => {
    const reading = stopReading();
    // Who reads along has read all that is shown; who listens has heard up to the voice.
    void session.stop(reading ? reading.at : (state.messages.at(-1)?.content.length ?? 0));
  };
  if (chat && chat.status !== chatStatus.active) return <Ended chat={chat} />;
  return (
    <>
      <RestNote turns={state.messages.filter(({ role }) => role === 'member').length} />
      <TurnNote session={session} state={state} dailyFreeSec={settings?.daily_free_sec ?? 0} />
      <Compose
        session={session}
        state={state}
        settings={settings}
        maxCharacters={settings?.max_characters ?? maxTurnLength}
        onStop={stop}
      />
    </>
  );
}

/** The talk could not be opened. */
function Lost({ problem, retry }: { problem: TalkState['problem']; retry: () => void }) {
  const t = talkWords.useT();
  if (problem?.code === 'network')
    return (
      <ErrorState
        title={t('talk.lost.title')}
        text={t('talk.problems.network')}
        retryLabel={t('talk.retry')}
        retry={retry}
      />
    );
  return (
    <EmptyState
      icon="alert"
      heading="h1"
      title={t('talk.lost.title')}
      text={problem?.message || t('talk.lost.text')}
      action={
        <Link className={buttonClass('primary')} to="/home/ai-teacher">
          {t('talk.ways.home')}
        </Link>
      }
    />
  );
}

/** A talk with the teacher. */
export function TalkPage() {
  const t = talkWords.useT();
  const id = Number(useParams()['id']);
  const { session, state } = useTalk(id);
  const { data: settings } = useTalkSettings();
  const [place, setPlace] = useState<{ message_id: number; at: number } | null>(null);
  const [reported, setReported] = useState<TalkMessage | null>(null);
  const [isFinishing, setIsFinishing] = useState(false);
  const { chat, phase, problem } = state;
  const canRead = useCanRead(chat?.people.language ?? 'en', settings?.capabilities.read_text);
  useTitle(chat?.title ?? t('talk.title'));
  useSpokenSentences(state, canRead);
  const change = (message: TalkMessage): void =>
    session.store.setState(({ messages }) => ({
      messages: messages.map((one) => (one.id === message.id ? message : one)),
    }));
  if (phase === 'failed') return <Lost problem={problem} retry={() => void session.open(id)} />;
  if (!chat) return <Skeleton height={420} />;
  return (
    <div className={`${css['root']} ${css['page']}`}>
      <TalkHead state={state} canRead={canRead} onFinish={() => setIsFinishing(true)} />
      <div className={css['scroll']}>
        <div>
          <Intro chat={chat} />
          <Lines state={state} canRead={canRead} onWord={setPlace} onChange={change} onReport={setReported} />
        </div>
      </div>
      <footer className={css['foot']}>
        <Foot session={session} state={state} settings={settings} />
      </footer>
      <WordSheet place={place} language={chat.people.language} canRead={canRead} onClose={() => setPlace(null)} />
      {reported ? (
        <Suspense fallback={null}>
          <ReportSheet message={reported} onClose={() => setReported(null)} onChange={change} />
        </Suspense>
      ) : null}
      <FinishSheet session={session} chatId={id} open={isFinishing} onClose={() => setIsFinishing(false)} />
      <ElsewhereSheet session={session} state={state} />
    </div>
  );
}
