import { useEffect, useRef, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { isHtml } from '@kaike/shared/domain/site/rich-text';
import { loadSafeHtml } from '../../../../app/components/safe-html.ts';
import { ErrorState, Skeleton } from '../../../../ui/parts.tsx';
import css from './reading.module.css';

/** A long text, sanitized again in this browser. `onEnd` is called when its end comes into view. */
export function ArticleText({ text, onEnd }: { text: string; onEnd?: () => void }) {
  const t = lessonWords.useT();
  const [html, setHtml] = useState<string | null>(isHtml(text) ? null : '');
  const [isFailed, setIsFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isHere = true;
    if (isHtml(text))
      void loadSafeHtml(text).then(
        (safe) => {
          if (isHere) setHtml(safe);
        },
        () => {
          if (isHere) setIsFailed(true);
        },
      );
    return () => {
      isHere = false;
    };
  }, [text, turn]);
  useEffect(() => {
    const target = end.current;
    if (!target || html === null || !onEnd || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnd();
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [html, onEnd]);
  if (isFailed)
    return (
      <ErrorState
        title={t('common.load_failed')}
        text={t('common.load_failed_hint')}
        retryLabel={t('common.retry')}
        retry={() => {
          setIsFailed(false);
          setTurn(turn + 1);
        }}
      />
    );
  if (html === null)
    return (
      <div aria-busy="true" className={css['waiting']}>
        <Skeleton />
        <Skeleton />
        <Skeleton width="70%" />
      </div>
    );
  return (
    <article className={css['text']}>
      {html === '' ? (
        text
          .split(/\n+/)
          .filter((line) => line.trim() !== '')
          .map((line, index) => <p key={index}>{line}</p>)
      ) : (
        <div dangerouslySetInnerHTML={{ __html: html }} />
      )}
      <span ref={end} className={css['end']} aria-hidden="true" />
    </article>
  );
}
