import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import trialWords from 'virtual:locale/ai_admin';
import { scriptLevels, type ScriptLine } from '@kaike/shared/domain/ai/scene-script';
import { useLocale } from '../../../app/wording.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import { AnswerForm } from '../../../ui/answer-form.tsx';
import { TrialHint } from './trial-hint.tsx';
import css from './trial-panel.module.css';
import { useTrial, type TemplateTrial } from './use-trial.ts';

const maxAnswerLength = 500;

function Teacher({ line }: { line: ScriptLine }) {
  return (
    <li className={css['teacher']}>
      <p lang="en">{line.en}</p>
      <p className="kk-muted" lang="zh-CN">
        {line.zh}
      </p>
    </li>
  );
}

function Goals({ goals }: { goals: TemplateTrial['goals'] }) {
  const t = trialWords.useT();
  const isEnglish = useLocale() === 'en';
  return (
    <ul className={css['goals']} aria-label={t('ai_admin.trial.goals')}>
      {goals.map(({ text, zh, is_done }) => (
        <li key={text} className={is_done ? css['done'] : ''}>
          <i aria-hidden="true" />
          {isEnglish ? text : zh}{' '}
          <span className="visually-hidden">{t(`ai_admin.trial.${is_done ? 'done' : 'open'}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `scene` is played in place of the stored one. */
export function TrialTalk({ templateId, scene = null }: { templateId: number; scene?: unknown }) {
  const t = trialWords.useT();
  const locale = useLocale();
  const { level, opening, trial, exchanges, isBusy, hasFailed, isOld, send, start } = useTrial(templateId, scene);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [exchanges]);
  if (hasFailed) return <Button onClick={() => start(level)}>{t('ai_admin.trial.again')}</Button>;
  return (
    <>
      <div className={css['bar']}>
        <span className="kk-tag kk-tag-muted">{t('ai_admin.trial.label')}</span>
        <fieldset className={css['levels']}>
          <legend className="visually-hidden">{t('ai_admin.trial.level')}</legend>
          {scriptLevels.map((one) => (
            <label key={one}>
              <input type="radio" name="trial-level" checked={one === level} onChange={() => start(one)} />
              {one}
            </label>
          ))}
        </fieldset>
        <Button onClick={() => start(level)}>{t('ai_admin.trial.restart')}</Button>
      </div>
      {isOld ? <p role="status">{t('ai_admin.trial.old')}</p> : null}
      {trial ? <p className="kk-muted">{locale === 'en' ? trial.intro.en : trial.intro.zh}</p> : null}
      {trial ? <Goals goals={trial.goals} /> : null}
      <ol className={css['lines']} ref={list} aria-live="polite" aria-busy={isBusy}>
        {opening ? <Teacher line={opening} /> : null}
        {exchanges.map(({ answer, line, intent }, index) => [
          <li key={`answer-${index}`} className={css['answer']} lang="en">
            <p>{answer}</p>
            <p className="kk-muted">
              {intent === null ? t('ai_admin.trial.unclear') : t('ai_admin.trial.intent', { intent })}
            </p>
          </li>,
          <Teacher key={`line-${index}`} line={line} />,
        ])}
      </ol>
      {trial?.ended ? (
        <p role="status">{t('ai_admin.trial.ended')}</p>
      ) : (
        <>
          {trial?.hint ? <TrialHint key={`${level}-${exchanges.length}`} hint={trial.hint} /> : null}
          <AnswerForm
            className={css['form']}
            longest={maxAnswerLength}
            words={{ answer: t('ai_admin.trial.answer'), placeholder: t('ai_admin.trial.placeholder') }}
            isBusy={isBusy}
            send={send}
          >
            <Button type="primary" htmlType="submit" loading={isBusy}>
              {t('ai_admin.trial.send')}
            </Button>
          </AnswerForm>
        </>
      )}
    </>
  );
}

const hasScript = (scene: unknown): boolean => typeof scene === 'object' && scene !== null && 'script' in scene;

/** A trial talk with the stored version of a scene, and the way to its editor. */
export function TrialPanel({ row, permissions }: PanelProps<typeof aiPromptTemplates>) {
  const t = trialWords.useT();
  return (
    <section className={css['panel']}>
      {permissions.includes('update') ? (
        <p>
          <Link to={`/admin/ai-prompt-templates/${row.id}/scene`}>{t('ai_admin.trial.edit')}</Link>
        </p>
      ) : null}
      {hasScript(row.scene) ? (
        <TrialTalk key={`${row.id}-${row.version ?? 0}`} templateId={row.id} />
      ) : (
        <p className="kk-muted">{t('ai_admin.trial.none')}</p>
      )}
    </section>
  );
}
