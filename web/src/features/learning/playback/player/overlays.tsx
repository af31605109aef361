import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatClock, formatSpan } from '@kaike/shared/kit/format';
import type { PlayAuth } from '@kaike/shared/contracts/learning/watching';
import type { Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { usePlayerTranslations } from '../audio-translations.ts';
import type { LessonSession } from '../lesson-session.ts';
import type { LessonFailure, LessonState } from '../lesson-state.ts';
import css from './player.module.css';

/** Only for those who may not study; the server has just said so, so there is a network. */
const WaysIn = lazy(async () => ({
  default: (await loadChunk(() => import('../../../catalog/courses/access-options.tsx'))).WaysIn,
}));

const nextAfterSec = 5;
const resumeShownMs = 4000;

type PanelProps = { icon: IconName; title: string; text?: string; children: ReactNode };

/** Covers the video until it is answered; its first button has the focus. */
export function Panel({ icon, title, text, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} className={css['panel']} role="alertdialog" aria-label={title}>
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      <div className={css['panelButtons']}>{children}</div>
    </div>
  );
}

function TakeOver({
  session,
  title,
  text,
  course,
}: {
  session: LessonSession;
  title: string;
  text: string;
  course: PlayAuth['course'] | undefined;
}) {
  const t = usePlayerTranslations();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Panel icon="phone" title={title} text={text}>
      <Button
        look="primary"
        busy={isBusy}
        onClick={() => {
          setIsBusy(true);
          void session.takeOver();
        }}
      >
        {t('watching.continue_here')}
      </Button>
      {course ? (
        <Link className={buttonClass('plain')} to={`/home/courses/${course.id}`}>
          {t('watching.to_course')}
        </Link>
      ) : null}
    </Panel>
  );
}

function elsewhereText(t: Translate, other: PlayAuth['other']): string {
  if (!other) return t('watching.elsewhere_text');
  return other.device_name
    ? t('watching.elsewhere_named', { device: other.device_name, lesson: other.lesson_title })
    : t('watching.elsewhere_lesson', { lesson: other.lesson_title });
}

/** What prevents playing, and how to proceed. */
function Failed({
  failure,
  session,
  course,
}: {
  failure: LessonFailure | null;
  session: LessonSession;
  course: Pick<PlayAuth['course'], 'id'> | undefined;
}) {
  const t = usePlayerTranslations();
  const code = failure?.code ?? 'media';
  const back = (
    <Link className={buttonClass('plain')} to={course ? `/home/courses/${course.id}` : '/home/courses'}>
      {t('watching.to_course')}
    </Link>
  );
  const retry = (
    <Button look="primary" onClick={() => void session.retry()}>
      {t('common.retry')}
    </Button>
  );
  if (code === 'unreachable')
    return (
      <Panel icon="offline" title={t('watching.unreachable_title')} text={t('watching.unreachable_text')}>
        {retry}
      </Panel>
    );
  if (code === 'course.no_access' || code === 'access.not_activated') {
    return (
      <Panel
        icon="lock"
        title={t('watching.no_access_title')}
        text={failure?.offer ? t('watching.buy_or_activate') : (failure?.message ?? '')}
      >
        <WaysIn offer={failure?.offer} />
        {back}
      </Panel>
    );
  }
  if (code === 'media')
    return (
      <Panel icon="alert" title={t('watching.failed_title')} text={t('watching.failed_text')}>
        {retry}
        {back}
      </Panel>
    );
  return (
    <Panel icon="alert" title={t('watching.cannot_title')} text={failure?.message ?? ''}>
      {retry}
      {back}
    </Panel>
  );
}

function useCountdown(seconds: number, isRunning: boolean, done: () => void): number {
  const [secondsLeft, setLeft] = useState(seconds);
  const act = useRef(done);
  useEffect(() => {
    act.current = done;
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setLeft((before) => before - 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  useEffect(() => {
    if (isRunning && secondsLeft <= 0) act.current();
  }, [isRunning, secondsLeft]);
  return secondsLeft;
}

/** At the end with parts missing: these come first, no automatic next lesson. */
function Unfinished({
  lesson,
  auth,
  session,
  onNext,
}: {
  lesson: LessonState;
  auth: PlayAuth;
  session: LessonSession;
  onNext: () => void;
}) {
  const t = usePlayerTranslations();
  return (
    <Panel
      icon="clock"
      title={t('watching.unfinished', { time: formatSpan(lesson.missing_sec, useLocale()) })}
      text={t('watching.rule', { percent: auth.complete_percent })}
    >
      <Button look="primary" onClick={session.fillGap}>
        {t('watching.fill_gap')}
      </Button>
      {auth.next ? (
        <Button onClick={onNext}>{t('watching.play_next')}</Button>
      ) : (
        <Link className={buttonClass('plain')} to={`/home/courses/${auth.course.id}`}>
          {t('watching.to_course')}
        </Link>
      )}
    </Panel>
  );
}

/** The lesson has ended: the next one starts automatically unless cancelled. */
function Finished({
  auth,
  session,
  onNext,
  isLast,
}: {
  auth: PlayAuth;
  session: LessonSession;
  onNext: () => void;
  isLast: boolean | undefined;
}) {
  const t = usePlayerTranslations();
  const [isGoing, setIsGoing] = useState(auth.next !== null && !isLast);
  const secondsLeft = useCountdown(nextAfterSec, isGoing, onNext);
  const again = <Button onClick={session.toggle}>{t('watching.replay')}</Button>;
  if (!auth.next) {
    return (
      <Panel icon="check" title={t('watching.finished_title')} text={t('watching.all_done')}>
        <Link className={buttonClass('primary')} to={`/home/courses/${auth.course.id}`}>
          {t('watching.to_course')}
        </Link>
        {again}
      </Panel>
    );
  }
  return (
    <Panel
      icon="next"
      title={auth.next.title}
      text={isGoing ? t('watching.next_in', { seconds: Math.max(1, secondsLeft) }) : t('watching.next_waits')}
    >
      <Button look="primary" onClick={onNext}>
        {t('watching.play_next')}
      </Button>
      {isGoing ? <Button onClick={() => setIsGoing(false)}>{t('common.cancel')}</Button> : again}
    </Panel>
  );
}

/** The free part has ended: how to open the rest. */
function PreviewOver({ auth, session }: { auth: PlayAuth | null; session: LessonSession }) {
  const t = usePlayerTranslations();
  const offer = auth?.offer;
  return (
    <Panel
      icon="lock"
      title={t('watching.preview_over_title')}
      text={t(offer ? 'watching.buy_or_activate' : 'watching.preview_over_text')}
    >
      <WaysIn offer={offer} />
      <Button onClick={session.startOver}>{t('watching.replay')}</Button>
    </Panel>
  );
}

type OverlayProps = {
  lesson: LessonState;
  session: LessonSession;
  onNext: () => void;
  /** The next lesson waits to be started. */
  isLast?: boolean;
};

/** The course of the lesson, as the ticket or the refusal names it. */
const courseOf = ({ auth, failure }: LessonState) => (auth ?? failure?.closed_lesson)?.course;

function PanelOf({ lesson, session, onNext, isLast }: OverlayProps) {
  const t = usePlayerTranslations();
  const { phase, auth, failure } = lesson;
  if (phase === 'elsewhere')
    return (
      <TakeOver
        key={phase}
        session={session}
        title={t('watching.elsewhere_title')}
        text={elsewhereText(t, auth?.other ?? null)}
        course={auth?.course}
      />
    );
  if (phase === 'taken_over')
    return (
      <TakeOver
        key={phase}
        session={session}
        title={t('watching.taken_over_title')}
        text={t('watching.taken_over_text')}
        course={auth?.course}
      />
    );
  if (phase === 'failed') return <Failed failure={failure} session={session} course={courseOf(lesson)} />;
  if (phase === 'finished' && auth && lesson.completed_at === null && lesson.missing_sec > 0)
    return <Unfinished lesson={lesson} auth={auth} session={session} onNext={onNext} />;
  if (phase === 'finished' && auth)
    return <Finished key={auth.lesson.id} auth={auth} session={session} onNext={onNext} isLast={isLast} />;
  if (phase === 'preview_over') return <PreviewOver auth={auth} session={session} />;
  return null;
}

/** The panel for the state of the lesson; it appears complete, so that its first way gets the focus. */
export function Overlay(props: OverlayProps) {
  return (
    <Suspense fallback={null}>
      <PanelOf {...props} />
    </Suspense>
  );
}

/** Shows where playback resumed, and offers to start over. */
export function Resumed({ at, session }: { at: number; session: LessonSession }) {
  const t = usePlayerTranslations();
  useEffect(() => {
    const timer = setTimeout(session.dismissResume, resumeShownMs);
    return () => clearTimeout(timer);
  }, [session]);
  return (
    <div className={css['resumed']} role="status">
      {t('watching.resumed', { time: formatClock(at) })}
      <button type="button" onClick={session.startOver}>
        {t('watching.start_over')}
      </button>
    </div>
  );
}
