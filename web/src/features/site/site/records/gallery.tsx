import { useEffect, useState } from 'react';
import siteWords from 'virtual:locale/site';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import css from './gallery.module.css';

type ViewerProps = {
  pictures: readonly string[];
  label: string;
  at: number;
  go: (to: number) => void;
  close: () => void;
};

/** One picture at a time; buttons and arrow keys go round. */
function Viewer({ pictures, label, at, go, close }: ViewerProps) {
  const t = siteWords.useT();
  const step = (by: number): void => go((at + by + pictures.length) % pictures.length);
  useEffect(() => {
    // The focus is on the dialog's close button, outside of this part.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft') step(-1);
      if (event.key === 'ArrowRight') step(1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <Sheet open title={label} onClose={close} closeLabel={t('site.gallery.close')}>
      <div className={css['viewer']}>
        <img src={pictures[at]} alt={t('site.gallery.picture', { name: label, number: at + 1 })} />
        {pictures.length > 1 ? (
          <div className={css['steps']}>
            <button type="button" onClick={() => step(-1)} aria-label={t('site.gallery.before')}>
              <Icon name="left" />
            </button>
            <span role="status">
              {at + 1} / {pictures.length}
            </span>
            <button type="button" onClick={() => step(1)} aria-label={t('site.gallery.after')}>
              <Icon name="right" />
            </button>
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}

/** Pictures in a row that scrolls on a phone; a tap shows one large. */
export function Gallery({ pictures, label }: { pictures: readonly string[]; label: string }) {
  const t = siteWords.useT();
  const [at, setAt] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={css['gallery']} aria-label={label}>
        {pictures.map((url, index) => (
          <li key={url}>
            <button type="button" onClick={() => setAt(index)}>
              <img
                src={url}
                alt={t('site.gallery.picture', { name: label, number: index + 1 })}
                width={240}
                height={160}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      {at === null ? null : <Viewer pictures={pictures} label={label} at={at} go={setAt} close={() => setAt(null)} />}
    </>
  );
}
