import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { mediaKind, type MediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { formatClock } from '@kaike/shared/kit/format';
import { request } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import type { BesideProps } from '../../../kit/resource-view.ts';
import { Empty, Input, Modal, Skeleton } from '../../../kit/widgets.ts';
import { Folders } from './folders/folders.tsx';
import css from './media.module.css';

export type LibraryItem = { id: number; title: string; kind: MediaKind; cover: string | null; duration_sec: number };
type LibraryPage = { data: LibraryItem[]; total: number | null };
type Props = {
  /** Both kinds by default. */
  kind?: MediaKind;
  multiple?: boolean;
  choose: (items: readonly LibraryItem[]) => void;
  close: () => void;
};

const shownAtOnce = 50;

type PickerFilters = Record<string, string | string[] | null>;

/** Playable files of the library that match, newest first; `place`: the folder they are in. */
function useLibrary(keyword: string, { kind, place }: { kind: MediaKind | undefined; place: PickerFilters }) {
  return useQuery({
    queryKey: ['media', 'library', keyword, kind, place],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await request('GET', '/admin/media/list', {
        signal,
        query: {
          'where[status]': mediaStatus.ready,
          ...(kind ? { 'where[kind]': kind } : {}),
          'where[_keyword]': keyword,
          ...place,
          per_page: shownAtOnce,
        },
      })) as LibraryPage,
  });
}

function Item({
  item,
  isChosen,
  name,
  multiple,
  toggle,
}: {
  item: LibraryItem;
  isChosen: boolean;
  name: string;
  multiple: boolean;
  toggle: () => void;
}) {
  const t = useT();
  return (
    <li>
      <label className={css['item']}>
        <input type={multiple ? 'checkbox' : 'radio'} name={name} checked={isChosen} onChange={toggle} />
        <span className={css['picture']}>
          {item.cover ? <img src={item.cover} alt="" loading="lazy" /> : <KitIcon name="film" size={24} />}
        </span>
        <span className={css['itemTitle']}>{item.title}</span>
        <span className={css['itemFacts']}>
          {item.kind === mediaKind.sound ? (
            <span className="kk-tag kk-tag-info">{t('resources.media.choices.kind.sound')}</span>
          ) : null}
          <span className="kk-muted">{formatClock(item.duration_sec)}</span>
        </span>
      </label>
    </li>
  );
}

/** Chooses video and audio files from the library. */
export function MediaPicker({ kind, multiple = false, choose, close }: Props) {
  const t = useT();
  const name = useId();
  const [keyword, setKeyword] = useState('');
  const [selected, setChosen] = useState<readonly LibraryItem[]>([]);
  const [place, setPlace] = useState<PickerFilters>({});
  const { data, isError, error, refetch, isPlaceholderData } = useLibrary(keyword, { kind, place });
  const state: BesideProps['state'] = {
    get: (key) => String(place[key] ?? ''),
    set: (change) => setPlace((before) => ({ ...before, ...change })),
  };
  const has = (item: LibraryItem): boolean => selected.some(({ id }) => id === item.id);
  const toggle = (item: LibraryItem): void =>
    setChosen(has(item) ? selected.filter(({ id }) => id !== item.id) : [...(multiple ? selected : []), item]);
  const done = (): void => {
    choose(selected);
    close();
  };
  return (
    <Modal
      open
      destroyOnHidden
      title={t('media.library')}
      width={920}
      onCancel={close}
      onOk={done}
      okText={multiple ? t('media.library_add', { count: selected.length }) : t('media.library_use')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: selected.length === 0 }}
    >
      <Input.Search
        autoFocus
        allowClear={{ clearIcon: <span aria-hidden="true">×</span> }}
        placeholder={t('media.library_search')}
        aria-label={t('media.library_search')}
        onSearch={setKeyword}
      />
      <div className={css['shelves']}>
        <Folders state={state} drop={null} isFixed />
        <div aria-busy={isPlaceholderData}>
          {isError && !data ? <LoadError error={error} retry={() => void refetch()} /> : null}
          {!data && !isError ? <Skeleton active /> : null}
          {data?.data.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('media.library_empty')} />
          ) : null}
          <ul className={css['library']}>
            {data?.data.map((item) => (
              <Item
                key={item.id}
                item={item}
                isChosen={has(item)}
                name={name}
                multiple={multiple}
                toggle={() => toggle(item)}
              />
            ))}
          </ul>
          {(data?.total ?? 0) > shownAtOnce ? (
            <p className="kk-muted">{t('media.library_more', { count: shownAtOnce })}</p>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}
