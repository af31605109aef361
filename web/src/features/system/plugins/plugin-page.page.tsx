import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import words from 'virtual:locale/plugins';
import * as plugins from '@kaike/shared/contracts/system/plugins';
import { call } from '../../../api/client.ts';
import { areaOf } from '../../../api/area-of.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { ErrorState, Skeleton } from '../../../ui/parts.tsx';
import { PluginFrame } from './plugin-frame.tsx';
import css from './plugins.module.css';

/** A page that a plugin brings. Whatever becomes of it, the pages around it go on. */
export function PluginPage() {
  const t = words.useT();
  const { plugin = '', page = '' } = useParams();
  const area = areaOf(window.location.pathname);
  const [isBroken, setIsBroken] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) => call(plugins.openPluginPage, { params: { area, plugin, page }, signal, quiet: true }),
    [area, plugin, page],
  );
  const { data, failed, error, reload } = useLoad(load);
  const breakDown = useCallback(() => setIsBroken(true), []);
  useTitle(data?.title ?? t('plugins.page'));
  const retry = (): void => {
    setIsBroken(false);
    reload();
  };
  if (failed) return <LoadFailure error={error} retry={retry} />;
  if (isBroken)
    return (
      <ErrorState
        title={t('plugins.broken')}
        text={t('plugins.broken_text')}
        retryLabel={t('plugins.again')}
        retry={retry}
      />
    );
  if (!data) return <Skeleton height={320} />;
  return (
    <div className={css['page']}>
      <h1>{data.title}</h1>
      <PluginFrame key={data.frame} page={data} base={`/${area}/plugins/${plugin}`} onBroken={breakDown} />
    </div>
  );
}
