import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import lessonWords from 'virtual:locale/lesson';
import type { PreviewAnswer } from '@kaike/shared/contracts/learning/lessons';
import * as lessons from '@kaike/shared/contracts/learning/lessons';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatSpan } from '@kaike/shared/kit/format';
import { apiBase, call } from '../../../../api/client.ts';
import { useCanPay } from '../../../../app/config.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/parts.tsx';
import { createPlayerPort } from '../player/player-port.ts';
import { languageName } from '../player/menus/subtitle-menu.tsx';
import { useSubtitles } from '../player/hooks/use-subtitles.ts';
import { ArticleText } from '../reading/article-text.tsx';
import { DocumentView } from '../reading/document-view.tsx';
import css from './preview.module.css';

/** A lesson with a preview, or the trailer of a course. */
type PreviewOf = { lesson_id: number } | { course_id: number };

const loadHls = async () => (await loadChunk(() => import('hls.js/light'))).default;

/** `product` is the id of a product on sale that contains the course. */
type Attempt = {
  preview: PreviewAnswer;
  lessonId: number;
  product: number | null;
  /** Where a cover was, not in a sheet: its links are entries of the history. */ inCover: boolean;
};

function Invitation({
  title,
  text,
  product,
  inCover,
  again,
}: Pick<Attempt, 'product' | 'inCover'> & {
  title: string;
  text: string;
  again?: () => void;
}) {
  const t = lessonWords.useT();
  return (
    <div className={css['invitation']}>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className={css['acts']}>
        {product === null ? null : (
          <Link className={buttonClass('primary')} replace={!inCover} to={`/open/products/${product}`}>
            {t('lesson.try_buy')}
          </Link>
        )}
        <Link
          className={buttonClass(product === null ? 'primary' : 'plain')}
          replace={!inCover}
          to="/home/cards/use-card"
        >
          {t('lesson.try_activate')}
        </Link>
        {again ? <Button onClick={again}>{t('lesson.try_again')}</Button> : null}
      </div>
    </div>
  );
}

function PreviewVideo({ preview, lessonId, product, inCover }: Attempt) {
  const t = lessonWords.useT();
  const canPay = useCanPay();
  const locale = useLocale();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'playing' | 'over' | 'failed'>('playing');
  const { source, preview_sec: limit, subtitles } = preview;
  const isHeard = preview.type === lessonType.audio;
  const words = isHeard ? 'lesson.heard' : 'lesson';
  // The browser's own controls choose; a choice made in a lesson applies here too.
  useSubtitles(video, subtitles);
  useEffect(() => {
    if (!video.current || !source) return undefined;
    const port = createPlayerPort(video.current, { loadHls });
    const unsubscribe = port.subscribe((event) => {
      if (event === 'failed') setState('failed');
      const isOver = event === 'ended' || (event === 'time' && limit !== null && port.state().position >= limit - 0.25);
      if (!isOver) return;
      port.pause();
      setState('over');
    });
    void port.load(source, 0).then(() => port.play());
    return () => {
      unsubscribe();
      port.destroy();
    };
  }, [source, limit]);
  const again = (): void => {
    setState('playing');
    if (!video.current) return;
    video.current.currentTime = 0;
    void video.current.play().catch(() => undefined); // The visitor can press play.
  };
  return (
    <>
      <div className={css['frame']}>
        {/* The browser's own menu would list an empty track beside the real ones. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- see above */}
        <video
          ref={video}
          controls={state === 'playing'}
          playsInline
          x5-video-player-type="h5-page"
          poster={preview.cover ?? undefined}
          controlsList={isHeard ? 'nodownload nofullscreen' : 'nodownload'}
          disablePictureInPicture={isHeard}
          aria-label={preview.title}
        >
          {subtitles.map(({ id, language }) => (
            <track
              key={id}
              kind="subtitles"
              srcLang={language}
              label={languageName(language)}
              src={`${apiBase()}${lessons.getPreviewSubtitles.path.replace(':id', String(lessonId)).replace(':subtitle_id', String(id))}`}
            />
          ))}
        </video>
        {state === 'over' ? (
          <div className={css['over']}>
            <Invitation
              title={t(`${words}.try_over`)}
              text={t(canPay ? 'lesson.try_text' : 'lesson.try_card_text')}
              product={product}
              inCover={inCover}
              again={again}
            />
          </div>
        ) : null}
        {state === 'failed' ? (
          <div className={css['over']}>
            <p role="alert">{t(`${words}.try_failed`)}</p>
          </div>
        ) : null}
      </div>
      {limit !== null && state === 'playing' && !inCover ? (
        <p className={css['quiet']}>{t(`${words}.try_limit`, { time: formatSpan(limit, locale) })}</p>
      ) : null}
    </>
  );
}

function Content(props: Attempt) {
  const t = lessonWords.useT();
  const { preview, product, inCover } = props;
  const canPay = useCanPay();
  if (preview.source) return <PreviewVideo {...props} />;
  return (
    <>
      {preview.document ? <DocumentView document={preview.document} /> : <ArticleText text={preview.content} />}
      <Invitation
        title=""
        text={t(canPay ? 'lesson.try_free_text' : 'lesson.try_free_card_text')}
        product={product}
        inCover={inCover}
      />
    </>
  );
}

/** A preview by itself: in a sheet, or where the cover of the course was. Nothing is recorded. */
export function Preview({
  of,
  productId: product = null,
  inCover = false,
}: {
  of: PreviewOf;
  productId?: number | null;
  inCover?: boolean;
}) {
  const t = lessonWords.useT();
  const [preview, setPreview] = useState<PreviewAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [request] = useState(of);
  useEffect(() => {
    let isHere = true;
    call(lessons.openPreview, { body: request, quiet: true }).then(
      (answer) => {
        if (isHere) setPreview(answer);
      },
      (error: unknown) => {
        if (isHere) setProblem(error instanceof Error ? error.message : '');
      },
    );
    return () => {
      isHere = false;
    };
  }, [request, turn]);
  const lessonId = 'lesson_id' in request ? request.lesson_id : 0;
  return (
    <div className={css['preview']} data-cover={inCover}>
      {problem === null ? null : (
        <ErrorState
          title={t('lesson.cannot_title')}
          text={problem}
          retryLabel={t('common.retry')}
          retry={() => {
            setProblem(null);
            setTurn(turn + 1);
          }}
        />
      )}
      {preview ? (
        <Content preview={preview} lessonId={lessonId} product={product} inCover={inCover} />
      ) : problem === null ? (
        <div className={css['frame']} />
      ) : null}
    </div>
  );
}
