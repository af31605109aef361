import { AutoComplete } from 'antd';
import { useEffect, useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { MapPoint } from '@kaike/shared/domain/site/map-point';
import type { KnownPlace } from '../../app/map/map-host.ts';
import type { VendorMap } from '../../app/map/vendor-map.ts';

type MapPlace = KnownPlace<MapPoint>;
type Result = { state: 'none' | 'busy' | 'failed' } | { state: 'done'; places: readonly MapPlace[] };

/** Providers are paid by the search, so it waits until nobody types any more. */
const pauseMs = 400;
const minLetters = 2;

function useSearch(map: VendorMap | null, text: string): Result {
  const [result, setResult] = useState<Result>({ state: 'none' });
  useEffect(() => {
    const query = text.trim();
    if (!map || query.length < minLetters) {
      setResult({ state: 'none' });
      return undefined;
    }
    let isOld = false;
    const timer = setTimeout(() => {
      setResult({ state: 'busy' });
      map.search(query).then(
        (places) => (isOld ? undefined : setResult({ state: 'done', places })),
        () => (isOld ? undefined : setResult({ state: 'failed' })),
      );
    }, pauseMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [map, text]);
  return result;
}

type Props = { map: VendorMap | null; disabled: boolean; onChoose: (point: MapPoint) => void };

/** Looks for a place by name or address at the provider of the map. */
export function PlaceSearch({ map, disabled, onChoose }: Props) {
  const t = fieldWords.useT();
  const [text, setText] = useState('');
  /** What is searched for: a chosen name is not. */
  const [query, setQuery] = useState('');
  const result = useSearch(map, query);
  const places = result.state === 'done' ? result.places : [];
  const words = { none: null, busy: t('kit_fields.map.searching'), failed: t('kit_fields.map.search_failed') };
  const note = result.state === 'done' ? t('kit_fields.map.nothing_found') : words[result.state];
  return (
    <AutoComplete
      style={{ width: '100%', maxWidth: 720 }}
      aria-label={t('kit_fields.map.search')}
      placeholder={t('kit_fields.map.search')}
      disabled={disabled || map === null}
      value={text}
      defaultActiveFirstOption
      onKeyDown={(event) => {
        // It chooses a place; the form around stays open.
        if (event.key === 'Enter') event.preventDefault();
      }}
      options={places.map(({ name, address }, index) => ({
        value: String(index),
        label: (
          <>
            {name}
            {address === '' ? null : <div className="kk-muted">{address}</div>}
          </>
        ),
      }))}
      notFoundContent={
        note === null ? null : (
          <span role="status" className="kk-muted">
            {note}
          </span>
        )
      }
      onSearch={(typed: string) => {
        setText(typed);
        setQuery(typed);
      }}
      onSelect={(index: string) => {
        const place = places[Number(index)];
        if (!place) return;
        setText(place.name);
        setQuery('');
        map?.show(place.at);
        onChoose(place.at);
      }}
    />
  );
}
