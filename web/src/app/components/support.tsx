import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useConfig } from '../config.ts';
import css from './support.module.css';
import { useT } from '../wording.ts';

const Place = lazy(async () => ({ default: (await import('../map/place.tsx')).Place }));

/** The school's contact; null while none is configured. */
function useContact() {
  const support = useConfig((state) => state.config?.support);
  return support && (support.phone || support.qr || support.address || support.map_point) ? support : null;
}

/** How to contact the school; nothing while none is configured. */
export function Support() {
  const t = useT();
  const support = useContact();
  const [isOpen, setIsOpen] = useState(false);
  if (!support) return null;
  return (
    <>
      <Button look="ghost" onClick={() => setIsOpen(true)}>
        <Icon name="headset" />
        {t('common.support.title')}
      </Button>
      {isOpen ? (
        <Sheet
          open
          bottom
          title={t('common.support.title')}
          onClose={() => setIsOpen(false)}
          closeLabel={t('common.close')}
        >
          <div className={css['ways']}>
            {support.qr ? (
              <figure>
                <img src={support.qr} alt={t('common.support.qr')} width={200} height={200} />
                <figcaption>{t('common.support.scan')}</figcaption>
              </figure>
            ) : null}
            {support.phone ? (
              <a href={`tel:${support.phone.replace(/[^\d+]/g, '')}`}>
                <Icon name="phone" />
                {support.phone}
              </a>
            ) : null}
            {support.hours ? <p>{t('common.support.hours', { hours: support.hours })}</p> : null}
            {support.address || support.map_point ? (
              <Suspense>
                <Place address={support.address} point={support.map_point} />
              </Suspense>
            ) : null}
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
