import { useEffect, useRef, useState } from 'react';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { copyText } from '../../../../app/components/copy-text.ts';
import { useSchoolName } from '../../../../app/config.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Poster, posterCode, posterSize } from '../../../../ui/cover/cards/poster.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { useQrCode } from '../../../../ui/use-qr-code.ts';
import { drawPoster } from './draw-poster.ts';
import css from './share-sheet.module.css';

type Props = { detail: SiteCourseDetail; url: string; onClose: () => void };

const codeWidth = posterCode.size * 4;

/** The poster as a picture; empty until it is drawn, null where the browser cannot. */
function usePicture(code: string | null) {
  const poster = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<string | null>('');
  useEffect(() => {
    const drawing = poster.current?.querySelector('svg');
    if (!code || !drawing) return;
    drawPoster(drawing, code).then(setPicture, () => setPicture(null));
  }, [code]);
  return { poster, picture };
}

function PosterPicture({ detail, url }: Pick<Props, 'detail' | 'url'>) {
  const t = siteWords.useT();
  // WeChat's browser downloads nothing: there a picture is held to be saved.
  const isMessenger = /MicroMessenger/i.test(navigator.userAgent);
  const school = useSchoolName();
  const code = useQrCode(url, codeWidth);
  const { poster, picture } = usePicture(code);
  const { course, subject, teachers, chapters } = detail;
  const [teacher] = teachers;
  const hasTrial =
    course.is_free ||
    chapters.some(({ lessons }) => lessons.some((lesson) => lesson.preview_sec > 0 || lesson.is_free));
  const note = t(`site.course.share_${hasTrial ? 'trial' : 'look'}`);
  const failed = t('site.course.share_failed');
  if (code === null) return <p role="status">{failed}</p>;
  if (picture === null)
    return <QrCode text={url} label={course.title} note={t('site.course.share_scan')} failed={failed} />;
  return (
    <>
      <div className={css['pictures']}>
        {picture === '' ? null : <img className={css['poster']} src={picture} alt={course.title} {...posterSize} />}
        <div ref={poster} className={css['poster']} hidden={picture !== ''}>
          <Poster
            title={course.title}
            subtitle={course.subtitle}
            style={course.cover_style}
            above={[course.level, subject?.name].filter(Boolean).join(' · ')}
            teacher={teacher && !teacher.avatar ? teacher : null}
            foot={teacher ? [teacher.name, teacher.title].filter(Boolean).join(' · ') : school}
            note={note}
            school={school}
          />
        </div>
        <div className={css['code']}>
          <QrCode
            text={url}
            label={t('site.course.share_screen')}
            note={t('site.course.share_screen_note')}
            failed={failed}
          />
        </div>
      </div>
      {isMessenger ? (
        <p>{t('site.course.share_hold')}</p>
      ) : (
        <a
          className={buttonClass('primary', true)}
          aria-disabled={picture === ''}
          href={picture || undefined}
          download={`${course.title}.png`}
        >
          {t('site.course.share_save')}
        </a>
      )}
    </>
  );
}

/** The list of apps was closed, or is still open and was asked for again. */
const wasClosed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');

/** A poster with a QR code to save or scan, and the link: to the apps of the device, or to copy. */
export function ShareSheet({ detail, url, onClose }: Props) {
  const t = siteWords.useT();
  const [canSend, setCanSend] = useState('share' in navigator);
  const send = (): void => {
    navigator.share({ title: detail.course.title, url }).catch((error: unknown) => {
      // Some apps' browsers have the function and refuse it.
      if (!wasClosed(error)) setCanSend(false);
    });
  };
  return (
    <Sheet open bottom title={t('site.course.share_title')} onClose={onClose} closeLabel={t('site.course.close')}>
      <div className={css['ways']}>
        <PosterPicture detail={detail} url={url} />
        {canSend ? <Button onClick={send}>{t('site.course.share_send')}</Button> : null}
        <Button onClick={() => void copyText(url, t('site.course.share_copied'))}>{t('site.course.share_copy')}</Button>
        <p>{url}</p>
      </div>
    </Sheet>
  );
}
