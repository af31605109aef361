import { useEffect, useRef } from 'react';
import aiWords from 'virtual:locale/site_ai';
import type { TrialStart, TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import { maxTrialAnswerLength } from '@kaike/shared/domain/ai/scene/trial';
import { Avatar } from '../../../../app/components/portrait.tsx';
import { AnswerForm } from '../../../../ui/answer-form.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useChineseLang, useLocale } from '../../../../app/wording.ts';
import { speakNow, useCanRead } from '../../../ai/talk/public.ts';
import css from '../site.module.css';
import ai from './ai.module.css';
import { TrialHint } from './trial-hint.tsx';
import type { useTrial } from './use-trial.ts';

type Props = { trial: ReturnType<typeof useTrial>; start: TrialStart; step: TrialStep; isOver: boolean };

/** Read by the browser's voice only: a trial costs the school nothing. */
const byBrowser = { provider: 'browser' };
const noServer = () => Promise.reject(new Error('a trial is read by the browser'));

function Teacher({ line, teacher, at }: { line: TrialStep['line']; teacher: TrialStart['teacher']; at: number }) {
  const t = aiWords.useT();
  const chinese = useChineseLang();
  const { name, avatar, gender, language, speech_rate: rate } = teacher;
  const canRead = useCanRead(language, byBrowser);
  const read = (): void => speakNow({ message_id: -at, text: line.en, language, rate, ask: noServer });
  return (
    <li className={ai['teacher']}>
      <Avatar name={name} src={avatar} gender={gender} size={32} />
      <div>
        <p lang="en">{line.en}</p>
        <p className={css['quiet']} lang={chinese}>
          {line.zh}
        </p>
      </div>
      {canRead ? (
        <button type="button" className={ai['read']} aria-label={t('site_ai.trial.read')} onClick={read}>
          <Icon name="volume" />
        </button>
      ) : null}
    </li>
  );
}

function Goals({ goals }: { goals: TrialStep['goals'] }) {
  const t = aiWords.useT();
  const isEnglish = useLocale() === 'en';
  return (
    <ul className={ai['goals']} aria-label={t('site_ai.scenes.goals')}>
      {goals.map(({ text, zh, is_done }) => (
        <li key={text} data-done={is_done}>
          {is_done ? <Icon name="check" size={16} /> : <i aria-hidden="true" />}
          {isEnglish ? text : zh}
          {is_done ? <span className="visually-hidden">{t('site_ai.trial.goal_done')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** Words that were not played: they were refused, or somebody should help. */
function Refused({ refused }: { refused: NonNullable<TrialStep['refused']> }) {
  const t = aiWords.useT();
  if (!refused.is_care) return <p role="alert">{t('site_ai.trial.refused')}</p>;
  return (
    <div className={ai['care']} role="alert">
      <strong>{t('site_ai.trial.care_title')}</strong>
      <p>{t('site_ai.trial.care')}</p>
      {refused.help_lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The lines of a trial, its goals and what is left of the minute. */
export function TrialTalk({ trial, start, step, isOver }: Props) {
  const t = aiWords.useT();
  const isEnglish = useLocale() === 'en';
  const list = useRef<HTMLOListElement>(null);
  const { exchanges, isBusy } = trial;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [exchanges]);
  return (
    <>
      <p className={css['quiet']}>{isEnglish ? start.intro.en : start.intro.zh}</p>
      <Goals goals={step.goals} />
      <ol className={ai['lines']} ref={list} aria-live="polite" aria-busy={isBusy}>
        <Teacher line={start.line} teacher={start.teacher} at={1} />
        {exchanges.map(({ answer, line }, index) => [
          <li key={`answer-${index}`} className={ai['answer']} lang="en">
            {answer}
          </li>,
          <Teacher key={`line-${index}`} line={line} teacher={start.teacher} at={index + 2} />,
        ])}
      </ol>
      {isOver ? null : (
        <>
          {step.refused ? <Refused refused={step.refused} /> : null}
          {step.hint ? <TrialHint key={exchanges.length} hint={step.hint} /> : null}
          <AnswerForm
            className={ai['form']}
            longest={maxTrialAnswerLength}
            words={{ answer: t('site_ai.trial.answer'), placeholder: t('site_ai.trial.placeholder') }}
            isBusy={isBusy}
            send={trial.send}
          >
            <Button look="primary" type="submit" busy={isBusy}>
              {t('site_ai.trial.send')}
            </Button>
          </AnswerForm>
          <p className={css['quiet']}>{t('site_ai.trial.left', { seconds: step.sec_left })}</p>
        </>
      )}
    </>
  );
}
