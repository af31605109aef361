import { useEffect, useRef } from 'react';
import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import type { MapPoint } from '@kaike/shared/domain/site/map-point';
import css from './map.module.css';
import { openVendorMap, type VendorMap } from './vendor-map.ts';

/** The capital, where a map without a point begins. */
const capital: MapPoint = { longitude: 116.3974, latitude: 39.9092, datum: 'gcj02' };

type Props = {
  config: ClientConfig;
  label: string;
  /** The marked point when the map is opened. */
  point: MapPoint | null;
  onPick?: (point: MapPoint) => void;
  /** The map is there. */
  onReady?: (map: VendorMap) => void;
  /** The provider's map cannot be shown. */
  onLost: () => void;
};

/** A map of the school's provider; its script loads with the first one. */
export function VendorMapBox({ config, label, point, onPick, onReady, onLost }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ point, onPick, onReady, onLost });
  useEffect(() => {
    latest.current = { point, onPick, onReady, onLost };
  });
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    let close: (() => void) | null = null;
    let isGone = false;
    openVendorMap(config, {
      element,
      point: latest.current.point,
      middle: capital,
      onPick: (picked) => latest.current.onPick?.(picked),
      onLost: () => latest.current.onLost(),
    }).then(
      (map) => {
        if (isGone) return map.remove();
        close = map.remove;
        latest.current.onReady?.(map);
      },
      () => {
        if (!isGone) latest.current.onLost();
      },
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [config]);
  return <div ref={box} className={css['box']} role="application" aria-label={label} />;
}
