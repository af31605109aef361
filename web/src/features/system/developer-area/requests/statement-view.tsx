import { useState } from 'react';
import words from 'virtual:locale/developments';
import type { StatementEntry } from '@kaike/shared/contracts/office/recent-requests';
import * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import { call } from '../../../../api/client.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import css from '../developer-area.module.css';

type Props = { request: number; index: number; statement: StatementEntry };

/** A statement, how often it ran and how long it took, and its plan when asked for. */
export function StatementView({ request, index, statement }: Props) {
  const t = words.useT();
  const locale = useLocale();
  const [plan, setPlan] = useState('');
  const [busy, setBusy] = useState(false);
  const { text, count, ms, slowest_ms: slowest, rows, failures, is_explainable } = statement;
  const number = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });
  const explain = async (): Promise<void> => {
    setBusy(true);
    try {
      setPlan(
        (await call(recentRequests.explainStatement, { params: { id: request }, query: { statement: index } })).plan,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <div className={css['facts']}>
        <span className={css['ms']}>{number(ms)} ms</span>
        {count > 1 ? (
          <span className="kk-tag kk-tag-warning">{t('developments.repeated', { count, ms: number(slowest) })}</span>
        ) : null}
        <span className="kk-muted">{t('developments.row_count', { count: rows })}</span>
        {failures > 0 ? (
          <span className={css['slow']}>{t('developments.failed_runs', { count: failures })}</span>
        ) : null}
        {is_explainable && plan === '' ? (
          <Button look="ghost" busy={busy} onClick={() => void explain()}>
            {t('developments.explain')}
          </Button>
        ) : null}
      </div>
      <pre className={css['sql']}>{text}</pre>
      {plan === '' ? null : (
        <pre className={`${css['sql']} ${css['plan']}`} aria-label={t('developments.plan')}>
          {plan}
        </pre>
      )}
    </li>
  );
}
