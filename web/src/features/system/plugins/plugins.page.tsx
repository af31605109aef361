import { useQuery, useQueryClient } from '@tanstack/react-query';
import words from 'virtual:locale/plugins';
import type { PluginEntry } from '@kaike/shared/contracts/system/plugins';
import * as pluginsApi from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { EmptyState } from '../../../ui/parts.tsx';
import { InstallPanel } from './install-panel.tsx';
import { PluginCard } from './plugin-card.tsx';
import css from './plugins.module.css';

type Listed = ResponseOf<typeof pluginsApi.listPlugins>;
const queryKey = ['plugins'];

function List({ plugins, may_install, boundary, onChange }: Listed & { onChange: () => void }) {
  const t = words.useT();
  if (plugins.length === 0)
    return (
      <EmptyState
        icon="grid"
        title={t('plugins.none')}
        text={t(may_install ? 'plugins.none_here' : 'plugins.none_text')}
      />
    );
  return plugins.map((plugin: PluginEntry) => (
    <PluginCard key={plugin.id} plugin={plugin} mayInstall={may_install} boundary={boundary} onChange={onChange} />
  ));
}

/** What is installed besides the product: its state, its settings, its log; and in the local environment, what could be. */
export function PluginsPage() {
  const t = words.useT();
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call(pluginsApi.listPlugins, { in_place: true }),
  });
  const reload = (): void => void client.invalidateQueries({ queryKey });
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return (
    <div className={css['office']}>
      <PageTitle title={t('pages.plugins')} />
      <p className="kk-muted">{t('plugins.hint')}</p>
      {data && !data.may_install ? <p className="kk-muted">{t('plugins.production')}</p> : null}
      {data ? (
        <>
          {data.may_install ? <InstallPanel offers={data.offers} onChange={reload} /> : null}
          <List {...data} onChange={reload} />
        </>
      ) : (
        <p aria-busy="true">…</p>
      )}
    </div>
  );
}
