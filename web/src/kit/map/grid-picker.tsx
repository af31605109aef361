import { Button, InputNumber, Select } from 'antd';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { toast } from '../../app/toasts.ts';
import type { InputProps } from '../fields/input-props.ts';
import { inDatum, parseMapPoint, writeMapPoint, type Position } from '@kaike/shared/domain/site/map-point';
import { placeOf, pointAt, type MapWindow } from './map-window.ts';
import css from './map.module.css';
import { regions } from './regions.ts';

/** Half the height of the grid in degrees. */
const zooms = { country: 18, province: 1, city: 0.1 };
type Zoom = keyof typeof zooms;
const heart: Position = { longitude: 104.5, latitude: 36 };
const lines = [1, 2, 3, 4, 5, 6, 7];
/** An arrow key moves the point by this share of the grid's height. */
const nudge = 0.01;

function Grid({
  view,
  point,
  label,
  disabled,
  choose,
}: {
  view: MapWindow;
  point: Position | null;
  label: string;
  disabled: boolean;
  choose: (point: Position) => void;
}) {
  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    if (disabled) return;
    const box = event.currentTarget.getBoundingClientRect();
    choose(pointAt(view, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!move || disabled) return;
    event.preventDefault();
    const from = point ?? view.middle;
    const step = 2 * view.half * nudge;
    choose({ longitude: from.longitude + (move[0] ?? 0) * step, latitude: from.latitude + (move[1] ?? 0) * step });
  };
  const here = point ? placeOf(view, point) : null;
  const marks = Object.entries(regions)
    .map(([name, [longitude, latitude]]) => ({ name, ...placeOf(view, { longitude, latitude }) }))
    .filter(({ x, y }) => x > 0 && x < 1 && y > 0 && y < 1);
  return (
    <svg
      className={css['grid']}
      viewBox="0 0 800 400"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- role application: it handles the arrow keys
      tabIndex={0}
      role="application"
      aria-label={label}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      {lines.map((at) => (
        <path key={at} d={`M${at * 100} 0V400M0 ${at * 50}H800`} className={css['line']} />
      ))}
      {marks.map(({ name, x, y }) => (
        <circle key={name} cx={x * 800} cy={y * 400} r="4" className={css['seat']} />
      ))}
      {here ? (
        <g transform={`translate(${here.x * 800} ${here.y * 400})`}>
          <circle r="11" className={css['halo']} />
          <circle r="5" className={css['point']} />
        </g>
      ) : null}
    </svg>
  );
}

const isInside = (view: MapWindow, point: Position): boolean => {
  const { x, y } = placeOf(view, point);
  return x > 0.05 && x < 0.95 && y > 0.05 && y < 0.95;
};

/** The position as the globe has it, whatever the map it was chosen on; what is chosen here is stored like that. */
const globeText = (position: Position): string => writeMapPoint({ ...position, datum: 'wgs84' });

/** A point on the globe, without a map provider: typed, chosen by region and grid, or the browser's location. */
export function GridPicker({ id, value, onChange, onBlur, disabled, status }: InputProps) {
  const t = fieldWords.useT();
  const stored = parseMapPoint(value);
  const point = stored ? inDatum(stored, 'wgs84') : null;
  const [view, setView] = useState<MapWindow>(() =>
    point ? { middle: point, half: zooms.city } : { middle: heart, half: zooms.country },
  );
  const choose = (next: Position): void => {
    onChange(globeText(next));
    if (!isInside(view, next)) setView({ ...view, middle: next });
  };
  const zoomTo = (zoom: Zoom): void =>
    setView({ middle: zoom === 'country' ? heart : (point ?? view.middle), half: zooms[zoom] });
  const zoom = (Object.keys(zooms) as Zoom[]).find((name) => zooms[name] === view.half) ?? 'country';
  const locate = (): void =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setView({ middle: coords, half: zooms.city });
        onChange(globeText(coords));
      },
      () => toast('warning', t('kit_fields.map.denied')),
    );
  const part = (key: keyof Position, inputId: string, limit: number) => (
    <label className={css['part']} htmlFor={inputId}>
      {t(`kit_fields.map.${key}`)}
      <InputNumber<number>
        id={inputId}
        value={point ? Number(point[key].toFixed(6)) : null}
        min={-limit}
        max={limit}
        step={0.0001}
        disabled={disabled}
        status={status}
        onBlur={onBlur}
        style={{ width: 150 }}
        onChange={(next) => {
          if (next !== null) choose({ ...(point ?? view.middle), [key]: next });
        }}
      />
    </label>
  );
  return (
    <div className={css['map']}>
      <div className={css['bar']}>
        {part('longitude', id, 180)}
        {part('latitude', `${id}-latitude`, 90)}
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('kit_fields.map.region')}
          aria-label={t('kit_fields.map.region')}
          value={null}
          disabled={disabled}
          style={{ width: 150 }}
          options={Object.keys(regions).map((name) => ({ value: name, label: t(`kit_fields.map.regions.${name}`) }))}
          onChange={(name: string | null) => {
            const [longitude = 0, latitude = 0] = regions[name ?? ''] ?? [];
            setView({ middle: { longitude, latitude }, half: zooms.province });
            onChange(globeText({ longitude, latitude }));
          }}
        />
        <Select
          aria-label={t('kit_fields.map.zoom')}
          value={zoom}
          onChange={zoomTo}
          style={{ width: 140 }}
          options={(Object.keys(zooms) as Zoom[]).map((name) => ({
            value: name,
            label: t(`kit_fields.map.zooms.${name}`),
          }))}
        />
        {'geolocation' in navigator ? (
          <Button disabled={disabled} onClick={locate}>
            {t('kit_fields.map.here')}
          </Button>
        ) : null}
        {point ? (
          <Button type="text" disabled={disabled} onClick={() => onChange('')}>
            {t('kit_fields.map.clear')}
          </Button>
        ) : null}
      </div>
      <Grid view={view} point={point} label={t('kit_fields.map.grid')} disabled={disabled} choose={choose} />
    </div>
  );
}
