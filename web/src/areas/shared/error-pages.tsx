import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { ChunkLoadError } from '../../app/load-chunk.ts';
import { loadWording, useT } from '../../app/wording.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/parts.tsx';
import type { IconName } from '../../ui/icon.tsx';

function Message({ kind, icon }: { kind: '403' | '404' | '500' | '503'; icon: IconName }) {
  const t = useT();
  // An error may come before the area has loaded its words.
  useEffect(() => void loadWording('open'), []);
  const title = t(`common.pages.${kind}.title`);
  useEffect(() => { document.title = title; }, [title]);
  return (
    <main style={{ minHeight: '70vh', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        icon={icon} title={title} text={t(`common.pages.${kind}.text`)}
        action={kind === '500' || kind === '503'
          ? <Button look="primary" onClick={() => location.reload()}>{t('common.reload')}</Button>
          : <Link className={buttonClass('primary')} to="/">{t('common.to_home')}</Link>}
      />
    </main>
  );
}

export const Forbidden = () => <Message kind="403" icon="lock" />;
export const NotFound = () => <Message kind="404" icon="search" />;
export const ServerError = () => <Message kind="500" icon="alert" />;
export const Maintenance = () => <Message kind="503" icon="settings" />;

function ChunkFailed() {
  const t = useT();
  return (
    <main style={{ minHeight: '70vh', display: 'grid', placeItems: 'center' }}>
      <EmptyState icon="offline" title={t('common.chunk_failed')} text={t('common.chunk_failed_hint')} action={<Button look="primary" onClick={() => location.reload()}>{t('common.reload')}</Button>} />
    </main>
  );
}

/** What an area shows when a page of it cannot be shown. */
export function AreaError() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError) return <ChunkFailed />;
  const status = isRouteErrorResponse(error) || error instanceof Response ? error.status : 500;
  if (status === 403) return <Forbidden />;
  if (status === 404) return <NotFound />;
  return <ServerError />;
}
