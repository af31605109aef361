import talkWords from 'virtual:locale/talk';
import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import { formatNumber, formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import css from '../talk.module.css';

/** What was done, counted, and what it cost. */
export function Figures({ report }: { report: ChatReport }) {
  const t = talkWords.useT();
  const locale = useLocale();
  const { turns, member_words: words, unique_words: unique, hints, talk_sec: spent, charged_sec: charged } = report;
  const { words_minute: speed } = report;
  const figures = [
    ['turns', formatNumber(turns, { locale })],
    ['words', formatNumber(words, { locale })],
    ['unique', formatNumber(unique, { locale })],
    ['hints', formatNumber(hints, { locale })],
    ['time', formatSpan(spent, locale)],
    ...(speed === null ? [] : ([['speed', formatNumber(speed, { locale })]] as const)),
  ] as const;
  return (
    <section className={css['stack']}>
      <dl className={css['figures']}>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`talk.done.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{charged > 0 ? t('talk.done.cost', { time: formatSpan(charged, locale) }) : t('talk.done.cost_free')}</p>
      <p className={css['meta']}>{t('talk.done.counted')}</p>
    </section>
  );
}

/** The goals of the scene, done ones with a tick. */
export function GoalList({ goals }: Pick<ChatReport, 'goals'>) {
  const t = talkWords.useT();
  const isEnglish = useLocale() === 'en';
  if (goals.length === 0) return null;
  return (
    <section>
      <h2>{t('talk.goals')}</h2>
      <ul className={css['list']}>
        {goals.map(({ text, zh, is_done }) => (
          <li key={text} className={css['goalRow']}>
            <span className={is_done ? css['tick'] : css['meta']}>
              <Icon name={is_done ? 'check' : 'close'} label={t(is_done ? 'talk.goal_done' : 'talk.goal_open')} />
            </span>
            {isEnglish ? text : zh}
          </li>
        ))}
      </ul>
    </section>
  );
}
