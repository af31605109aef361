import { lazy, Suspense, useState } from 'react';
import siteWords from 'virtual:words/site';
import { Icon } from '../../../ui/icon.tsx';
import css from './course.module.css';

const ShareSheet = lazy(async () => ({ default: (await import('./share-sheet.tsx')).ShareSheet }));

const wasClosed = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Passes the page on by what the browser offers, else by a link and a QR code. */
export function Share({ title }: { title: string }) {
  const t = siteWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  const url = `${location.origin}${location.pathname}`;
  const share = (): void => {
    if (!('share' in navigator)) {
      setIsOpen(true);
      return;
    }
    navigator.share({ title, url }).catch((error: unknown) => {
      // Some apps' browsers have the function and refuse it.
      if (!wasClosed(error)) setIsOpen(true);
    });
  };
  return (
    <>
      <button type="button" className={css['share']} onClick={share}>
        <Icon name="share" size={18} />
        <span>{t('site.course.share')}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareSheet title={title} url={url} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
