import { useEffect } from 'react';
import { Link } from 'react-router';
import labWords from 'virtual:locale/ai_admin';
import {
  isSameCase,
  labState,
  labStateChoices,
  type LabResult,
  type LabState,
} from '@kaike/shared/domain/ai/lab/lab-state';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { useT } from '../../../app/wording.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import css from './lab-panel.module.css';

type Run = {
  state: LabState;
  provider: string;
  people_name: string | null;
  results: LabResult[];
  tokens_in: number;
  tokens_out: number;
  cost: number;
  created_at: string;
  /** Cases, and attacks where the run has them. */
  total?: number;
};
type Lab = { case_count: number; run: Run | null; published: Run | null };

const pollMs = 2000;

function Verdict({ result }: { result: LabResult | undefined }) {
  const t = labWords.useT();
  if (!result) return t('ai_admin.lab.missing');
  return (
    <>
      <Checked result={result} />
      {result.verdict ? (
        <p className="kk-muted">
          {t(`ai_admin.lab.${result.verdict.passes ? 'judge_passed' : 'judge_failed'}`)} {result.verdict.reason}
        </p>
      ) : null}
    </>
  );
}

function Checked({ result }: { result: LabResult }) {
  const t = labWords.useT();
  if (result.failures.length === 0) return <span className={css['passed']}>{t('ai_admin.lab.passed')}</span>;
  return (
    <ul className={css['failed']}>
      {result.failures.map((name) => (
        <li key={name}>{t(`ai_admin.lab.failures.${name}`)}</li>
      ))}
    </ul>
  );
}

function Results({ run, published }: { run: Run; published: Run | null }) {
  const t = labWords.useT();
  return (
    <div className={css['scroll']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ai_admin.lab.case')}</th>
            <th scope="col">{t('ai_admin.lab.result')}</th>
            {published ? <th scope="col">{t('ai_admin.lab.published')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {run.results.map((result) => (
            <tr key={result.case_id ?? result.name}>
              <th scope="row">
                {result.case_id === null ? (
                  <span lang="en">{result.name}</span>
                ) : (
                  <Link to={`/admin/ai-lab-cases/${result.case_id}`}>{result.name}</Link>
                )}
                <details>
                  <summary>{t('ai_admin.lab.replies')}</summary>
                  <ol lang="en">
                    {result.replies.map((text, index) => (
                      <li key={index}>{text}</li>
                    ))}
                  </ol>
                </details>
              </th>
              <td>
                <Verdict result={result} />
              </td>
              {published ? (
                <td>
                  <Verdict result={published.results.find((one) => isSameCase(one, result))} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last run of the scene's cases beside that of the published version; it grows while a run goes on. */
export function LabPanel({ row, reload }: PanelProps<typeof aiPromptTemplates, { lab: Lab }>) {
  const t = labWords.useT();
  const area = useT();
  const { case_count: count, run, published } = row.lab ?? { case_count: 0, run: null, published: null };
  const isRunning = row.lab_state === labState.running;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const state = labStateChoices.find(({ value }) => value === row.lab_state);
  const name =
    run &&
    (run.provider === 'script'
      ? t('ai_admin.lab.script')
      : area(`resources.ai-usage.choices.provider.${run.provider}`));
  return (
    <section className={css['panel']}>
      <p className={css['facts']} role="status">
        <span className={`kk-tag kk-tag-${state?.tone ?? 'default'}`}>
          {area(`resources.ai-prompt-templates.choices.lab_state.${state?.key ?? 'untested'}`)}
        </span>
        {isRunning && run ? (
          <span>{t('ai_admin.lab.done', { done: run.results.length, total: run.total ?? count })}</span>
        ) : null}
        <Link to={`/admin/ai-lab-cases?where[_keyword]=${encodeURIComponent(String(row.key))}`}>
          {t('ai_admin.lab.cases', { count })}
        </Link>
      </p>
      {run ? (
        <>
          <p className="kk-muted">
            {[
              formatDateTime(new Date(run.created_at)).slice(0, 16),
              t('ai_admin.lab.by', { name }),
              ...(run.people_name === null ? [] : [t('ai_admin.lab.teacher', { name: run.people_name })]),
              ...(run.tokens_in > 0
                ? [
                    t('ai_admin.lab.usage', {
                      tokens_in: run.tokens_in,
                      tokens_out: run.tokens_out,
                      cost: run.cost.toFixed(4),
                    }),
                  ]
                : []),
            ].join(' · ')}
          </p>
          <Results run={run} published={published} />
        </>
      ) : (
        <p className="kk-muted">{t('ai_admin.lab.none')}</p>
      )}
    </section>
  );
}
