import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import fileLogWords from 'virtual:locale/file_log';
import type { LoggedUpload } from '@kaike/shared/contracts/office/file-log';
import * as fileLog from '@kaike/shared/contracts/office/file-log';
import { formatBytes, formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { useLocale } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button, Empty, Input, Select, Skeleton } from '../../../kit/widgets.ts';
import css from './file-log.module.css';
import { canPreview, UploadPreview } from './upload-preview.tsx';

type UploadFilter = { search: string; ext: string };

function useUploads({ search, ext }: UploadFilter) {
  return useInfiniteQuery({
    queryKey: ['file-log', 'uploads', search, ext],
    queryFn: ({ pageParam, signal }) =>
      call(fileLog.listUploads, {
        query: { search, ext, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next_before,
    // Its signed URLs expire after an hour.
    staleTime: 0,
    gcTime: 0,
  });
}

function UploadRow({ file, show }: { file: LoggedUpload; show: () => void }) {
  const t = fileLogWords.useT();
  const locale = useLocale();
  return (
    <li>
      <span className={css['uploadName']}>{file.name}</span>
      <span className="kk-muted">{formatBytes(file.size, locale)}</span>
      <span className="kk-muted">{file.created_by}</span>
      <time className="kk-muted" dateTime={file.created_at}>
        {formatDateTime(file.created_at).slice(0, 16)}
      </time>
      <span>
        <span className={`kk-tag ${file.is_used ? 'kk-tag-success' : 'kk-tag-muted'}`}>
          {t(file.is_used ? 'file_log.uploads.is_used' : 'file_log.uploads.unused')}
        </span>
      </span>
      <span className={css['uploadTools']}>
        {canPreview(file) ? (
          <Button type="link" size="small" onClick={show}>
            {t('file_log.uploads.preview')}
          </Button>
        ) : null}
        {file.url ? (
          <Button type="link" size="small" href={file.url} download={file.name}>
            {t('file_log.uploads.download')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

function List({ filter, files }: { filter: UploadFilter; files: readonly LoggedUpload[] }) {
  const t = fileLogWords.useT();
  const [previewed, setShown] = useState<LoggedUpload | null>(null);
  if (files.length === 0)
    return <Empty description={t(filter.search || filter.ext ? 'file_log.uploads.none' : 'file_log.uploads.empty')} />;
  return (
    <>
      <ul className={css['uploads']} aria-label={t('file_log.kinds.uploads')}>
        {files.map((file) => (
          <UploadRow key={file.id} file={file} show={() => setShown(file)} />
        ))}
      </ul>
      {previewed ? <UploadPreview file={previewed} close={() => setShown(null)} /> : null}
    </>
  );
}

/** Documents people uploaded in forms of the back office. */
export function Uploads() {
  const t = fileLogWords.useT();
  const [filter, setFilter] = useState<UploadFilter>({ search: '', ext: '' });
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUploads(filter);
  const exts = data?.pages[0]?.exts ?? [];
  return (
    <section className={css['preview']}>
      <div className={css['tools']}>
        <Input.Search
          className={css['search'] ?? ''}
          allowClear
          maxLength={100}
          aria-label={t('file_log.uploads.search')}
          placeholder={t('file_log.uploads.search')}
          onSearch={(text) => setFilter({ ...filter, search: text.trim() })}
        />
        <Select
          className={css['level'] ?? ''}
          aria-label={t('file_log.uploads.ext')}
          value={filter.ext}
          onChange={(ext) => setFilter({ ...filter, ext })}
          options={[
            { value: '', label: t('file_log.uploads.all_exts') },
            ...exts.map((ext) => ({ value: ext, label: ext })),
          ]}
        />
        <Button onClick={() => void refetch()}>{t('file_log.refresh')}</Button>
      </div>
      {isError ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data ? (
        <List filter={filter} files={data.pages.flatMap((page) => page.data)} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('file_log.uploads.more')}
        </Button>
      ) : null}
    </section>
  );
}
