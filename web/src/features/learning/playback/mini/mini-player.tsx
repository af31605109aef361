import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import lessonWords from 'virtual:locale/lesson';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { useSession } from '../../../../app/session.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import type { LessonState } from '../lesson-state.ts';
import { useMediaSession } from '../player/hooks/use-media-session.ts';
import { usePlayerState } from '../player/hooks/use-player-state.ts';
import { SleepMenu } from '../sound/sleep-menu.tsx';
import { isLastLesson, useSleepTimer } from '../sound/sleep-timer.ts';
import { closeDetachedPlayer, isQuietPage, type DetachedSound } from './detached-player.ts';
import css from './mini-player.module.css';

const skipSec = 15;

/** One sound at a time: whichever starts last is heard. */
function useOneSound(): void {
  useEffect(() => {
    const onPlay = ({ target }: Event): void => {
      for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video'))
        if (other !== target) other.pause();
    };
    document.addEventListener('play', onPlay, true);
    return () => document.removeEventListener('play', onPlay, true);
  }, []);
}

/** The next lesson of the course follows by itself when it is audio and this one is finished. */
function useQueue({ session }: DetachedSound, lesson: LessonState): (() => void) | null {
  const { phase, auth, completed_at } = lesson;
  const next = auth?.next?.type === lessonType.audio ? auth.next.id : null;
  const isOver = phase === 'finished' && completed_at !== null;
  useEffect(() => {
    if (!isOver || isLastLesson()) return;
    if (next !== null) void session.open(next);
  }, [isOver, next, session]);
  return next === null ? null : () => void session.open(next);
}

/** Ends with the login, and on pages that have a sound of their own. */
function useEnd(): void {
  const { pathname } = useLocation();
  const hasUser = useSession((state) => state.user !== null);
  const isOver = !hasUser || !isQuietPage(pathname);
  useEffect(() => {
    if (isOver) void closeDetachedPlayer();
  }, [isOver]);
}

function Button({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" className={css['button']} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={22} />
    </button>
  );
}

/** An audio lesson at the bottom of other pages; its learning time counts as on its own page. */
export function MiniPlayer({ sound }: { sound: DetachedSound }) {
  const t = lessonWords.useT();
  const { session, port } = sound;
  const lesson = useStore(session.store);
  const state = usePlayerState(port);
  const next = useQueue(sound, lesson);
  useOneSound();
  useEnd();
  useSleepTimer(port);
  useMediaSession({
    lesson,
    player: state,
    toggle: session.toggle,
    skip: (seconds) => session.seek(state.position + Math.sign(seconds) * skipSec),
    seek: session.seek,
    next,
  });
  const { auth, phase } = lesson;
  if (!auth) return null;
  const share = auth.duration_sec > 0 ? Math.min(1, state.position / auth.duration_sec) : 0;
  const canPlay = phase === 'ready' || phase === 'finished';
  return createPortal(
    <section className={css['mini']} aria-label={t('lesson.mini.title')}>
      <span className={css['line']} aria-hidden="true">
        <i style={{ transform: `scaleX(${share})` }} />
      </span>
      <Link className={css['names']} to={`/home/lessons/${auth.lesson.id}`} state={{ type: lessonType.audio }}>
        <strong>{auth.lesson.title}</strong>
        <span>{canPlay ? auth.course.title : t('lesson.mini.stopped')}</span>
      </Link>
      <SleepMenu />
      {canPlay ? (
        <Button
          icon={state.is_paused ? 'play' : 'pause'}
          label={t(state.is_paused ? 'watching.play' : 'watching.pause')}
          onClick={session.toggle}
        />
      ) : null}
      {next ? <Button icon="next" label={t('watching.next')} onClick={next} /> : null}
      <Button icon="close" label={t('lesson.mini.close')} onClick={() => void closeDetachedPlayer()} />
    </section>,
    document.body,
  );
}
