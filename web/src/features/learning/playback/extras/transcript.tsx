import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { lineAt, type TranscriptLine } from '@kaike/shared/domain/catalog/courses/transcript';
import { formatClock } from '@kaike/shared/kit/format';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { usePlayerState } from '../player/hooks/use-player-state.ts';
import type { VideoHandle } from '../video-lesson.tsx';
import css from './transcript.module.css';
import { useTranscript } from './use-transcript.ts';

/** The line being spoken stands this far down the list. */
const restingShare = 0.3;
const scrollKeys = new Set(['Tab', 'PageUp', 'PageDown', 'Home', 'End']);

/** A text with every occurrence of the needle marked. */
function Marked({ text, needle }: { text: string; needle: string }) {
  if (needle === '') return text;
  const at = text.toLowerCase().indexOf(needle);
  if (at < 0) return text;
  const end = at + needle.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      <Marked text={text.slice(end)} needle={needle} />
    </>
  );
}

type LineProps = {
  line: TranscriptLine;
  languages: readonly [string, string];
  needle: string;
  isNow: boolean;
  onChoose: (from: number) => void;
};

const Line = memo(function Line({ line, languages, needle, isNow, onChoose }: LineProps) {
  return (
    <li>
      <button
        type="button"
        className={css['line']}
        aria-current={isNow ? 'true' : undefined}
        onClick={() => onChoose(line.from)}
      >
        <span className={css['time']}>{formatClock(line.from)}</span>
        <span className={css['text']}>
          <span lang={languages[0]}>
            <Marked text={line.text} needle={needle} />
          </span>
          {line.second === '' ? null : (
            <span className={css['second']} lang={languages[1]}>
              <Marked text={line.second} needle={needle} />
            </span>
          )}
        </span>
      </button>
    </li>
  );
});

/** Keeps the current line in view, inside the list only, until the reader scrolls. */
function useFollowing(now: number, isPossible: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const hasBegun = useRef(false);
  useEffect(() => {
    const { current: box } = list;
    if (!box || !isFollowing || !isPossible) return;
    const row = box.querySelector<HTMLElement>('[aria-current="true"]');
    if (!row) return;
    const isStill = !hasBegun.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    hasBegun.current = true;
    box.scrollTo({
      top: row.offsetTop - box.clientHeight * restingShare,
      behavior: isStill ? 'auto' : 'smooth',
    });
  }, [now, isFollowing, isPossible]);
  const stop = (): void => setIsFollowing(false);
  const follow = useCallback(() => setIsFollowing(true), []);
  return {
    list,
    is_following: isFollowing,
    follow,
    /** What a reader does to scroll; the list scrolling by itself is none of it. */
    handlers: {
      onWheel: stop,
      onTouchMove: stop,
      onKeyDown: (event: KeyboardEvent) => {
        if (scrollKeys.has(event.key)) stop();
      },
      onPointerDown: (event: { target: EventTarget; currentTarget: EventTarget }) => {
        if (event.target === event.currentTarget) stop(); // The scroll bar.
      },
    },
  };
}

type Props = { lessonId: number; offered: LessonAnswer['subtitles']; player: VideoHandle };

/** What is said, line by line: follows the lesson, and a line jumps to its second by the rules of the bar. */
export function Transcript({ lessonId, offered, player }: Props) {
  const t = lessonWords.useT();
  const { lines, first, second, is_loading, is_failed, refetch } = useTranscript(lessonId, offered);
  const { position } = usePlayerState(player.port);
  const [search, setSearch] = useState('');
  const needle = search.trim().toLowerCase();
  const now = lineAt(lines, position + 0.05);
  const { list, is_following, follow, handlers } = useFollowing(now, needle === '' && lines.length > 0);
  const languages = useMemo(() => [first, second] as const, [first, second]);
  const { seek } = player;
  const choose = useCallback(
    (from: number) => {
      seek(from);
      follow();
    },
    [seek, follow],
  );
  if (is_loading) return <Skeleton height={240} />;
  if (is_failed)
    return (
      <p className={css['failed']} role="alert">
        {t('lesson.transcript.failed')}
        <Button onClick={refetch}>{t('common.retry')}</Button>
      </p>
    );
  const current = lines[now];
  const visibleLines =
    needle === ''
      ? lines
      : lines.filter(({ text, second: other }) => `${text}\n${other}`.toLowerCase().includes(needle));
  return (
    <div className={css['transcript']}>
      <label className={css['search']}>
        <Icon name="search" size={18} />
        <input
          type="search"
          value={search}
          placeholder={t('lesson.transcript.search')}
          aria-label={t('lesson.transcript.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      <p className={css['count']} role="status">
        {needle === '' ? '' : t('lesson.transcript.matches', { count: visibleLines.length })}
      </p>
      <div ref={list} className={css['list']} {...handlers}>
        <ol>
          {visibleLines.map((line) => (
            <Line
              key={`${line.from} ${line.text}`}
              line={line}
              languages={languages}
              needle={needle}
              isNow={line === current}
              onChoose={choose}
            />
          ))}
        </ol>
      </div>
      {is_following || needle !== '' ? null : (
        <button type="button" className={css['follow']} onClick={follow}>
          {t('lesson.transcript.follow')}
        </button>
      )}
    </div>
  );
}
