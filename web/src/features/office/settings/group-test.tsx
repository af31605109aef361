import { useState } from 'react';
import { Link } from 'react-router';
import configWords from 'virtual:locale/configs';
import * as configs from '@kaike/shared/contracts/office/configs';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { Alert, Button } from '../../../kit/widgets.ts';
import css from './settings.module.css';

type Outcome = ResponseOf<typeof configs.testConfig> & { needs_contact?: boolean };

const alertTypes = { passed: 'success', local: 'info', failed: 'error' } as const;

function Description({ outcome, link }: { outcome: Outcome; link: string }) {
  const t = configWords.useT();
  const { text, url, needs_contact = false } = outcome;
  return (
    <>
      {text}
      {needs_contact ? <Link to="/admin/personage">{t('resources.configs.to_personage')}</Link> : null}
      {url ? (
        <>
          {' '}
          <a href={url} target="_blank" rel="noreferrer">
            {link}
          </a>
        </>
      ) : null}
    </>
  );
}

/** Tries the service of a group, or of a part of it, with the saved settings and shows the result. */
export function GroupTest({ group, isDirty, onDone }: { group: string; isDirty: boolean; onDone: () => void }) {
  const t = configWords.useT();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await call(configs.testConfig, { body: { group }, quiet: true }));
    } catch (error) {
      const [title, code] = error instanceof ApiError ? [error.message, error.code] : ['', null];
      setOutcome({ state: 'failed', title, text: '', url: null, needs_contact: code === 'config.no_receiver' });
    } finally {
      setBusy(false);
      onDone();
    }
  };
  return (
    <div className={css['test']} aria-live="polite">
      <Button loading={busy} disabled={isDirty} onClick={() => void run()}>
        {t(`resources.configs.test.${group}.action`)}
      </Button>
      {isDirty ? <span className="kk-muted">{t('resources.configs.save_first')}</span> : null}
      {outcome ? (
        <Alert
          type={alertTypes[outcome.state]}
          showIcon
          title={outcome.title}
          description={<Description outcome={outcome} link={t(`resources.configs.test.${group}.link`)} />}
        />
      ) : null}
    </div>
  );
}
