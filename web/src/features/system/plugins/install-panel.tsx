import { useState } from 'react';
import words from 'virtual:locale/plugins';
import type { PluginPreview } from '@kaike/shared/contracts/system/plugins';
import * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { PluginFacts } from './plugin-facts.tsx';
import css from './plugins.module.css';

type SourcedPreview = PluginPreview & { source: string };

/** Looks at a package, shows what it asks for, and installs exactly that. */
function useInstall(onChange: () => void) {
  const t = words.useT();
  const [preview, setPreview] = useState<SourcedPreview | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return {
    preview,
    problem,
    busy,
    close: () => setPreview(null),
    look: (source: string) =>
      run(async () => {
        setPreview(null);
        setPreview({ source, ...(await call(plugins.previewPlugin, { body: { source }, quiet: true })) });
      }),
    install: ({ source, hash }: SourcedPreview) =>
      run(async () => {
        const { plugin } = await call(plugins.installPlugin, {
          body: { source, hash },
          quiet: true,
          timeout_ms: 180_000,
        });
        setPreview(null);
        toast('success', t('plugins.installed', { name: plugin.name }));
        onChange();
      }),
  };
}

type Props = { offers: ResponseOf<typeof plugins.listPlugins>['offers']; onChange: () => void };

/** Installing and updating, on the developer's machine. */
export function InstallPanel({ offers, onChange }: Props) {
  const t = words.useT();
  const [source, setSource] = useState('');
  const { preview, problem, busy, close, look, install } = useInstall(onChange);
  return (
    <section className="kk-panel kk-padded" aria-labelledby="plugin-install">
      <h2 id="plugin-install">{t('plugins.install')}</h2>
      <form
        className={css['install']}
        onSubmit={(event) => {
          event.preventDefault();
          void look(source.trim());
        }}
      >
        <label htmlFor="plugin-source">{t('plugins.source')}</label>
        <input
          id="plugin-source"
          className={css['source']}
          value={source}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby="plugin-problem"
          onChange={(event) => setSource(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={source.trim() === ''}>
          {t('plugins.look')}
        </Button>
      </form>
      <p id="plugin-problem" className={css['problem']} role="alert">
        {problem}
      </p>
      {offers.length > 0 ? (
        <div className={css['offers']}>
          <span className="kk-muted">{t('plugins.offers')}</span>
          {offers.map(({ path, name, is_installed }) => (
            <Button
              key={path}
              onClick={() => {
                setSource(path);
                void look(path);
              }}
            >
              {is_installed ? t('plugins.offer_installed', { name }) : name}
            </Button>
          ))}
        </div>
      ) : null}
      {preview ? (
        <div className={css['preview']}>
          <h3>
            {preview.plugin.name}{' '}
            <span className="kk-muted">
              {preview.current
                ? t('plugins.from_to', { from: preview.current, to: preview.plugin.version })
                : preview.plugin.version}
            </span>
          </h3>
          <p>{preview.plugin.description}</p>
          <PluginFacts
            plugin={{ ...preview.plugin, state: 'off' }}
            boundary={preview.boundary}
            added={preview.current ? preview.added : []}
          />
          <div className={css['buttons']}>
            <Button look="primary" busy={busy} onClick={() => void install(preview)}>
              {t(preview.current ? 'plugins.confirm_update' : 'plugins.confirm')}
            </Button>
            <Button onClick={close}>{t('plugins.cancel')}</Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}
