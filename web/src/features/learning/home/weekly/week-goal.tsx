import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import weekWords from 'virtual:locale/week';
import * as account from '@kaike/shared/contracts/auth/account';
import { dailyGoals } from '@kaike/shared/domain/learning/daily-goal';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import css from './week.module.css';

/** How many minutes a day the learner means to study from now on. Arrow keys pass others on the way: the last one chosen counts. */
export function WeekGoal({ minutes }: { minutes: number }) {
  const t = weekWords.useT();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const latest = useRef<number | null>(null);
  const save = async (first: number): Promise<void> => {
    try {
      for (let goal: number | null = first; goal !== null; goal = latest.current === goal ? null : latest.current) {
        await call(account.updateDailyGoal, { body: { daily_goal_min: goal } });
        if (latest.current !== goal) continue;
        toast('success', t('week.goal_saved', { count: goal }));
        await Promise.all([['home'], ['account']].map((queryKey) => client.invalidateQueries({ queryKey })));
      }
    } finally {
      latest.current = null;
      setChosen(null);
    }
  };
  const choose = (goal: number): void => {
    const isSaving = latest.current !== null;
    latest.current = goal;
    setChosen(goal);
    if (!isSaving) void save(goal).catch(() => undefined);
  };
  return (
    <fieldset className={css['goal']}>
      <legend>
        <h2>{t('week.goal')}</h2>
      </legend>
      {dailyGoals.map((goal) => (
        <label key={goal}>
          <input
            type="radio"
            name="goal"
            className="visually-hidden"
            checked={goal === (chosen ?? minutes)}
            onChange={() => choose(goal)}
          />
          <span>{t('week.minutes', { count: goal })}</span>
        </label>
      ))}
    </fieldset>
  );
}
