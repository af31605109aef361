import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import fileLogWords from 'virtual:locale/file_log';
import type { LogFile, LogLine } from '@kaike/shared/contracts/office/file-log';
import * as fileLog from '@kaike/shared/contracts/office/file-log';
import { formatBytes, formatDateTime } from '@kaike/shared/kit/format';
import { apiBase, call } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { useLocale } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button, Input, Select, Skeleton } from '../../../kit/widgets.ts';
import css from './file-log.module.css';

const levels = ['info', 'warn', 'error', 'fatal'] as const;
const tones: Readonly<Record<string, string>> = {
  warn: 'kk-tag-warning',
  error: 'kk-tag-danger',
  fatal: 'kk-tag-danger',
  info: 'kk-tag-info',
};

function Line({ line }: { line: LogLine }) {
  const t = fileLogWords.useT();
  return (
    <li>
      <span className={css['when']}>
        {line.time ? <time dateTime={line.time}>{formatDateTime(line.time)}</time> : null}
      </span>
      <span>
        {line.level ? (
          <span className={`kk-tag ${tones[line.level] ?? 'kk-tag-muted'}`}>{t(`file_log.levels.${line.level}`)}</span>
        ) : null}
      </span>
      <div className={css['message']}>
        {line.message}
        {line.details ? (
          <details>
            <summary>{t('file_log.details')}</summary>
            <pre>{line.details}</pre>
          </details>
        ) : null}
      </div>
    </li>
  );
}

type LineFilter = { name: string; search: string; level: string };

function useLines({ name, search, level }: LineFilter) {
  const query = useInfiniteQuery({
    queryKey: ['file-log', 'preview', name, search, level],
    queryFn: ({ pageParam, signal }) =>
      call(fileLog.previewLogFile, {
        query: { name, search, level, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next_before,
    gcTime: 0,
  });
  return { ...query, lines: query.data?.pages.flatMap((page) => page.lines) ?? [] };
}

function Lines({ filter }: { filter: LineFilter }) {
  const t = fileLogWords.useT();
  const { data, isError, error, lines, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useLines(filter);
  if (!data)
    return isError ? (
      <LoadError error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  const none = hasNextPage ? 'no_lines_yet' : 'no_lines';
  return (
    <>
      {lines.length === 0 ? (
        <p className="kk-muted" role="status">
          {t(`file_log.${none}`)}
        </p>
      ) : (
        <ol className={css['lines']} aria-label={t('file_log.lines')}>
          {lines.map((line) => (
            <Line key={line.offset} line={line} />
          ))}
        </ol>
      )}
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('file_log.older')}
        </Button>
      ) : (
        <p className="kk-muted">{lines.length > 0 ? t('file_log.start') : null}</p>
      )}
    </>
  );
}

/** The end of a log file, filtered by level and text; earlier lines load on demand. */
export function FilePreview({ file, refresh }: { file: LogFile; refresh: () => void }) {
  const t = fileLogWords.useT();
  const locale = useLocale();
  const mayDownload = useCan('admin.file-log.export');
  const [search, setSearch] = useState('');
  const [level, setLevel] = useState('');
  const href = `${apiBase()}/admin/file-log/download?${new URLSearchParams({ name: file.name, json: '1' }).toString()}`;
  const choices = [
    { value: '', label: t('file_log.all_levels') },
    ...levels.map((value) => ({ value, label: t(`file_log.levels.${value}`) })),
  ];
  return (
    <section className={css['preview']} aria-label={file.name}>
      <p className={css['about']}>
        <strong>{file.name}</strong>{' '}
        <span className="kk-muted">
          {t('file_log.size', { size: formatBytes(file.size, locale), time: formatDateTime(file.updated_at) })}
        </span>
      </p>
      <div className={css['tools']}>
        <Input.Search
          className={css['search'] ?? ''}
          allowClear
          maxLength={100}
          aria-label={t('file_log.search')}
          placeholder={t('file_log.search')}
          onSearch={(text) => setSearch(text.trim())}
        />
        <Select
          className={css['level'] ?? ''}
          aria-label={t('file_log.level')}
          value={level}
          onChange={setLevel}
          options={choices}
        />
        <Button onClick={refresh}>{t('file_log.refresh')}</Button>
        {mayDownload ? (
          <Button href={href} download={file.name}>
            {t('file_log.download')}
          </Button>
        ) : null}
      </div>
      <Lines filter={{ name: file.name, search, level }} />
    </section>
  );
}
