import talkWords from 'virtual:locale/talk';
import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import { useLocale } from '../../../../app/wording.ts';
import css from '../talk.module.css';

/** One square for each goal, with a red tick when it is done. */
export function Goals({ goals }: { goals: TalkChat['goals'] }) {
  const t = talkWords.useT();
  const isEnglish = useLocale() === 'en';
  const next = goals.findIndex(({ is_done }) => !is_done);
  return (
    <ol className={css['goals']} aria-label={t('talk.goals')}>
      {goals.map(({ text, zh, is_done }, index) => {
        const words = isEnglish ? text : zh;
        return (
          <li key={text} title={words} data-state={is_done ? 'done' : index === next ? 'next' : 'open'}>
            <span aria-hidden="true">{index + 1}</span>
            {is_done ? (
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m4 13 5 6L21 4" />
              </svg>
            ) : null}
            <span className="visually-hidden">
              {words} {t(is_done ? 'talk.goal_done' : 'talk.goal_open')}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
