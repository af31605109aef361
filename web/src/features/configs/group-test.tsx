import { useState } from 'react';
import configWords from 'virtual:words/configs';
import { testConfig } from '@kaike/shared/contracts/configs';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Alert, Button } from '../../kit/widgets.ts';
import css from './configs.module.css';

type Outcome = ResponseOf<typeof testConfig>;

const alertTypes = { passed: 'success', local: 'info', failed: 'error' } as const;

function Description({ outcome: { text, url }, link }: { outcome: Outcome; link: string }) {
  return (
    <>
      {text}
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
export function GroupTest({
  group,
  is_dirty: isDirty,
  onDone,
}: {
  group: string;
  is_dirty: boolean;
  onDone: () => void;
}) {
  const t = configWords.useT();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await call(testConfig, { body: { group }, quiet: true }));
    } catch (error) {
      setOutcome({ state: 'failed', title: error instanceof ApiError ? error.message : '', text: '', url: null });
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
