import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import words from 'virtual:locale/plugins';
import type { PluginBoundary, PluginEntry } from '@kaike/shared/contracts/system/plugins';
import * as plugins from '@kaike/shared/contracts/system/plugins';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useDates } from '../../../app/dates.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Tag } from '../../../ui/parts.tsx';
import { PluginFacts } from './plugin-facts.tsx';
import { PluginSettings } from './plugin-settings.tsx';
import css from './plugins.module.css';

const tones = { on: 'success', off: 'default', faulty: 'danger', removed: 'default' } as const;

function Log({ id }: { id: string }) {
  const t = words.useT();
  const dates = useDates();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['plugins', 'log', id],
    queryFn: () => call(plugins.getPluginLog, { params: { plugin: id }, in_place: true }),
    gcTime: 0,
  });
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <p aria-busy="true">…</p>;
  if (data.lines.length === 0) return <p className="kk-muted">{t('plugins.no_log')}</p>;
  return (
    <ol className={css['log']}>
      {data.lines.map(({ id: number, level, message, created_at: at }) => (
        <li key={number} className={css[level]}>
          <time>{dates.minute(at)}</time>
          <span>{t(`plugins.levels.${level}`)}</span>
          <pre>{message}</pre>
        </li>
      ))}
    </ol>
  );
}

type Props = { plugin: PluginEntry; onChange: () => void };

function Removal({ plugin, onChange, onClose }: Props & { onClose: () => void }) {
  const t = words.useT();
  const [withData, setWithData] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(plugins.deletePlugin, { params: { plugin: plugin.id }, body: { with_data: withData } });
      toast('success', t('plugins.removed'));
      onClose();
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
    }
  };
  return (
    <Sheet
      open
      title={t('plugins.remove_title', { name: plugin.name })}
      closeLabel={t('plugins.cancel')}
      onClose={onClose}
    >
      <p>{t('plugins.remove_text')}</p>
      <label className={css['check']}>
        <input type="checkbox" checked={withData} onChange={(event) => setWithData(event.target.checked)} />
        {t('plugins.with_data')}
      </label>
      <div className={css['buttons']}>
        <Button look="danger" busy={busy} onClick={() => void remove()}>
          {t('plugins.remove')}
        </Button>
        <Button onClick={onClose}>{t('plugins.cancel')}</Button>
      </div>
    </Sheet>
  );
}

function Switch({ plugin, onChange }: Props) {
  const t = words.useT();
  const [busy, setBusy] = useState(false);
  const isOn = plugin.state === 'on';
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(plugins.switchPlugin, { params: { plugin: plugin.id }, body: { on: !isOn } });
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void change()}>
      {t(isOn ? 'plugins.switch_off' : 'plugins.switch_on')}
    </Button>
  );
}

/** One plugin: what it is, may and does, and what an administrator can change of it. */
type CardProps = Props & { mayInstall: boolean; boundary: PluginBoundary };

export function PluginCard({ plugin, mayInstall, boundary, onChange }: CardProps) {
  const t = words.useT();
  const [isRemoving, setIsRemoving] = useState(false);
  const [hasLog, setHasLog] = useState(plugin.state === 'faulty');
  const { id, name, description, version, author, state, settings } = plugin;
  return (
    <section className="kk-panel kk-padded" aria-labelledby={`plugin-${id}`}>
      <div className={css['head']}>
        <h2 id={`plugin-${id}`}>{name}</h2>
        <Tag tone={tones[state]}>{t(`plugins.states.${state}`)}</Tag>
        <span className="kk-muted">
          {[t('plugins.version', { version }), author ? t('plugins.by', { author }) : ''].filter(Boolean).join(' · ')}
        </span>
        <div className={css['buttons']}>
          {state === 'removed' ? null : <Switch plugin={plugin} onChange={onChange} />}
          {mayInstall ? <Button onClick={() => setIsRemoving(true)}>{t('plugins.remove')}</Button> : null}
        </div>
      </div>
      <p>{description}</p>
      {plugin.is_full ? <p className={css['problem']}>{t('plugins.full', { size: plugin.used_mb })}</p> : null}
      <PluginFacts plugin={plugin} boundary={boundary} />
      {settings.length > 0 && state !== 'removed' ? (
        <details>
          <summary>{t('plugins.settings')}</summary>
          <PluginSettings plugin={plugin} onChange={onChange} />
        </details>
      ) : null}
      <details open={hasLog} onToggle={(event) => setHasLog(event.currentTarget.open)}>
        <summary>{t('plugins.log')}</summary>
        {hasLog ? <Log id={id} /> : null}
      </details>
      {isRemoving ? <Removal plugin={plugin} onChange={onChange} onClose={() => setIsRemoving(false)} /> : null}
    </section>
  );
}
