import { Alert, Button } from 'antd';
import { useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { inDatum, parseMapPoint, writeMapPoint } from '@kaike/shared/domain/site/map-point';
import { useConfig } from '../../app/config.ts';
import { hasVendorMap } from '../../app/map/has-map.ts';
import { VendorMapBox } from '../../app/map/vendor-map-box.tsx';
import type { VendorMap } from '../../app/map/vendor-map.ts';
import type { InputProps } from '../fields/input-props.ts';
import { GridPicker } from './grid-picker.tsx';
import { PlaceSearch } from './place-search.tsx';
import css from './map.module.css';

/** A place on the map of the school's provider, whose script loads when the map is opened; without one, or when it does not come, on the own grid. */
export function MapPointInput(props: InputProps) {
  const { id, value, label, onChange, disabled } = props;
  const t = fieldWords.useT();
  const config = useConfig((state) => state.config);
  const [isOpen, setIsOpen] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const [map, setMap] = useState<VendorMap | null>(null);
  if (!hasVendorMap(config)) return <GridPicker {...props} />;
  if (isLost)
    return (
      <div className={css['map']}>
        <Alert type="warning" showIcon title={t('kit_fields.map.lost')} />
        <GridPicker {...props} />
      </div>
    );
  const action = t(isOpen ? 'kit_fields.map.close' : 'kit_fields.map.open');
  const point = parseMapPoint(value);
  const globe = point ? inDatum(point, 'wgs84') : null;
  return (
    <div className={css['map']}>
      <div className={css['bar']}>
        <Button
          id={id}
          disabled={disabled}
          // The label of the field would replace the words of the button.
          aria-label={`${label} ${action}`}
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
            setMap(null);
          }}
        >
          {action}
        </Button>
        {globe ? (
          <span className="kk-number">
            {globe.longitude.toFixed(5)}, {globe.latitude.toFixed(5)}
          </span>
        ) : null}
        {point ? (
          <Button type="text" disabled={disabled} onClick={() => onChange('')}>
            {t('kit_fields.map.clear')}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <>
          <PlaceSearch map={map} disabled={disabled} onChoose={(place) => onChange(writeMapPoint(place))} />
          <VendorMapBox
            config={config}
            label={t('kit_fields.map.pick')}
            point={point}
            onPick={(picked) => (disabled ? undefined : onChange(writeMapPoint(picked)))}
            onReady={setMap}
            onLost={() => setIsLost(true)}
          />
        </>
      ) : null}
    </div>
  );
}
