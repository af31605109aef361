import { useState } from 'react';
import { testConfig } from '@kaike/shared/contracts/configs';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { Alert, Button } from '../../kit/widgets.ts';
import css from './configs.module.css';

type TestOutcome = { type: 'success' | 'info' | 'error'; title: string; text: string };

/** Sends a test message to the current user and shows the result. */
export function TestMessage({ channel, is_dirty: isDirty }: { channel: 'mail' | 'sms'; is_dirty: boolean }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const word = (key: string, params?: Record<string, string | number>): string =>
    t(`resources.configs.test.${key}`, params);
  const outcomeOf = (answer: AnswerOf<typeof testConfig>): TestOutcome => {
    if (!answer.is_sent)
      return { type: 'error', title: word('failed', { receiver: answer.receiver }), text: answer.reason };
    if (answer.driver === 'local')
      return { type: 'info', title: answer.reason, text: `${word('id')} ${answer.message_id}` };
    return {
      type: 'success',
      title: word('sent', { receiver: answer.receiver, ms: answer.cost_ms }),
      text: `${word('id')} ${answer.message_id}`,
    };
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(outcomeOf(await call(testConfig, { body: { channel }, quiet: true })));
    } catch (error) {
      setOutcome({ type: 'error', title: error instanceof ApiError ? error.message : '', text: '' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css['test']} aria-live="polite">
      <Button loading={busy} disabled={isDirty} onClick={() => void send()}>
        {word(channel)}
      </Button>
      {isDirty ? <span className="kk-muted">{t('resources.configs.save_first')}</span> : null}
      {outcome ? <Alert type={outcome.type} showIcon title={outcome.title} description={outcome.text} /> : null}
    </div>
  );
}
