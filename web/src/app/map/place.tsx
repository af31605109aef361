import { lazy, Suspense, useState } from 'react';
import placeWords from 'virtual:locale/place';
import { inDatum, parseMapPoint, type MapPoint } from '@kaike/shared/domain/site/map-point';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/parts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useConfig } from '../config.ts';
import { useT } from '../wording.ts';
import { hasVendorMap } from './has-map.ts';
import css from './map.module.css';

const VendorMapBox = lazy(async () => ({ default: (await import('./vendor-map-box.tsx')).VendorMapBox }));

/** The position as numbers; phones with a map application open it there. */
function Coordinates({ point }: { point: MapPoint }) {
  const t = placeWords.useT();
  const { longitude, latitude } = inDatum(point, 'wgs84');
  const [east, north] = [longitude.toFixed(5), latitude.toFixed(5)];
  return <a href={`geo:${north},${east}`}>{t('place.position', { longitude: east, latitude: north })}</a>;
}

/** Where somebody is: the address, and the place on the map of the school's provider, or its position. */
export function Place({ address, point: text }: { address: string; point: string }) {
  const t = placeWords.useT();
  const common = useT();
  const config = useConfig((state) => state.config);
  const [isOpen, setIsOpen] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const point = parseMapPoint(text);
  const map = point !== null && !isLost && hasVendorMap(config) ? config : null;
  return (
    <div className={css['place']}>
      {address === '' ? null : (
        <p>
          <Icon name="globe" /> {t('place.address', { address })}
        </p>
      )}
      {map ? (
        <Button look="plain" onClick={() => setIsOpen(true)}>
          {t('place.map')}
        </Button>
      ) : null}
      {point && !map ? <Coordinates point={point} /> : null}
      {isOpen && map ? (
        <Sheet open title={t('place.title')} onClose={() => setIsOpen(false)} closeLabel={common('common.close')}>
          <Suspense fallback={<Skeleton height={320} />}>
            <VendorMapBox config={map} label={t('place.title')} point={point} onLost={() => setIsLost(true)} />
          </Suspense>
        </Sheet>
      ) : null}
    </div>
  );
}
