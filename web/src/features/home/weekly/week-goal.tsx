import { useQueryClient } from '@tanstack/react-query';
import weekWords from 'virtual:words/week';
import { putDailyGoal } from '@kaike/shared/contracts/account';
import { dailyGoals } from '@kaike/shared/domain/courses/daily-goal';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import css from './week.module.css';

/** How many minutes a day the learner means to study from now on. */
export function WeekGoal({ minutes }: { minutes: number }) {
  const t = weekWords.useT();
  const client = useQueryClient();
  const choose = async (goal: number): Promise<void> => {
    await call(putDailyGoal, { body: { daily_goal_min: goal } });
    toast('success', t('week.goal_saved', { count: goal }));
    await Promise.all([['home'], ['account']].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return (
    <fieldset className={css['goal']}>
      <legend>{t('week.goal')}</legend>
      {dailyGoals.map((goal) => (
        <label key={goal}>
          <input
            type="radio"
            name="goal"
            className="visually-hidden"
            checked={goal === minutes}
            onChange={() => void choose(goal).catch(() => undefined)}
          />
          <span>{t('week.minutes', { count: goal })}</span>
        </label>
      ))}
    </fieldset>
  );
}
