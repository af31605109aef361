import marksWords from 'virtual:locale/talk_marks';
import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import { isModelCode } from '@kaike/shared/domain/ai/learner/model-corrections';
import { useLocale } from '../../../../app/wording.ts';
import css from './marks.module.css';

/** What was wrong more than once comes first. */
export function Mistakes({ mistakes }: Pick<ChatReport, 'mistakes'>) {
  const t = marksWords.useT();
  const isEnglish = useLocale() === 'en';
  return (
    <section>
      <h2>{t('talk_marks.kinds')}</h2>
      <ul className={css['kinds']}>
        {mistakes.map(({ code, times, span, fix, reason }) => (
          <li key={code}>
            <span lang="en">
              <del>{span}</del> {fix ? <ins>{fix}</ins> : null}
            </span>{' '}
            {times > 1 ? t('talk_marks.times', { count: times }) : null}
            <p>
              {isEnglish ? reason.en : reason.zh}
              {isModelCode(code) ? <span className={css['made']}>{t('talk_marks.ai_made')}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
