import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import fileLogWords from 'virtual:locale/file_log';
import type { LogFile } from '@kaike/shared/contracts/office/file-log';
import * as fileLog from '@kaike/shared/contracts/office/file-log';
import { formatBytes } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { useLocale } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Empty, Skeleton, Tabs } from '../../../kit/widgets.ts';
import css from './file-log.module.css';
import { FilePreview } from './file-preview.tsx';
import { Uploads } from './uploads.tsx';

function Files({
  files,
  chosen,
  choose,
}: {
  files: readonly LogFile[];
  chosen: string;
  choose: (name: string) => void;
}) {
  const t = fileLogWords.useT();
  const locale = useLocale();
  return (
    <nav className={css['files']} aria-label={t('file_log.files')}>
      {files.map(({ name, size }) => (
        <button key={name} type="button" aria-current={name === chosen} onClick={() => choose(name)}>
          <span>{name}</span>
          <span className="kk-muted">{formatBytes(size, locale)}</span>
        </button>
      ))}
    </nav>
  );
}

function Body() {
  const t = fileLogWords.useT();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['file-log', 'list'],
    queryFn: ({ signal }) => call(fileLog.listLogFiles, { signal, in_place: true }),
  });
  if (!data)
    return isError ? (
      <LoadError error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  const file = data.data.find(({ name }) => name === params.get('name')) ?? data.data[0];
  if (!file)
    return (
      <Empty
        description={
          <>
            <p>{t('file_log.empty')}</p>
            <p className="kk-muted">{t('file_log.empty_hint')}</p>
          </>
        }
      />
    );
  const refresh = (): void => void client.resetQueries({ queryKey: ['file-log'] });
  return (
    <div className={css['columns']}>
      <Files files={data.data} chosen={file.name} choose={(name) => setParams({ name })} />
      <FilePreview key={file.name} file={file} refresh={refresh} />
    </div>
  );
}

/** The server's log files, read from the end, and the documents people uploaded. */
export function FileLogPage() {
  const t = fileLogWords.useT();
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') === 'uploads' ? 'uploads' : 'logs';
  return (
    <div className={css['page']}>
      <PageTitle title={t('pages.file_log')} />
      <p className="kk-muted">{t(kind === 'uploads' ? 'file_log.uploads.hint' : 'file_log.hint')}</p>
      <div className="kk-panel kk-padded">
        <Tabs
          activeKey={kind}
          onChange={(key) => setParams(key === 'uploads' ? { kind: key } : {})}
          destroyOnHidden
          items={[
            { key: 'logs', label: t('file_log.kinds.logs'), children: <Body /> },
            { key: 'uploads', label: t('file_log.kinds.uploads'), children: <Uploads /> },
          ]}
        />
      </div>
    </div>
  );
}
