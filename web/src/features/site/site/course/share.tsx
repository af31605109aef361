import { lazy, Suspense, useState } from 'react';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { Icon } from '../../../../ui/icon.tsx';
import css from './course.module.css';

const ShareSheet = lazy(async () => ({ default: (await import('./share-sheet.tsx')).ShareSheet }));

/** Passes the course on: its poster and its link. */
export function Share({ detail }: { detail: SiteCourseDetail }) {
  const t = siteWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={css['share']} onClick={() => setIsOpen(true)}>
        <Icon name="share" size={18} />
        <span>{t('site.course.share')}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareSheet detail={detail} url={`${location.origin}${location.pathname}`} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
