import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import welcomeWords from 'virtual:locale/welcome';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import * as aiLevel from '@kaike/shared/contracts/ai/ai-level';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { dailyGoals } from '@kaike/shared/domain/learning/daily-goal';
import { cefrLevels, type Gender } from '@kaike/shared/domain/people/people';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { callNameOf } from '../../../../app/call-name.ts';
import { loadUser, useSession, type User } from '../../../../app/session.ts';
import { toast } from '../../../../app/toasts.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import css from './welcome.module.css';

type StepProps = { next: () => void };

/** The name that the school entered; empty for who registered by themselves, who is named by their login until now. */
const knownName = (user: User | null): string => (user && user.name !== user.username ? callNameOf('', user.name) : '');

/** How to be called. */
function Name({ next }: StepProps) {
  const t = welcomeWords.useT();
  const known = useSession(({ user }) => knownName(user));
  const form = useForm(
    { nickname: accountApi.accountFields.nickname },
    {
      initial: { nickname: known },
      label: () => t('welcome.name.field'),
      onSubmit: async ({ nickname }) => {
        const { account } = await call(accountApi.getAccount);
        const { gender, birthday, school, grade, version } = account;
        await call(accountApi.updateAccount, {
          body: { nickname, gender: gender as Gender, birthday, school, grade, version },
        });
        await loadUser(true);
        next();
      },
    },
  );
  return (
    <form className={css['name']} noValidate onSubmit={form.onSubmit}>
      <TextField {...form.text('nickname')} autoComplete="nickname" />
      <Button type="submit" look="primary" busy={form.busy}>
        {t('welcome.next')}
      </Button>
    </form>
  );
}

/** Choices of which one tap is the answer. */
function Choices<V extends string | number>({
  values,
  label,
  save,
  next,
}: StepProps & { values: readonly V[]; label: (value: V) => ReactNode; save: (value: V) => Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const choose = async (value: V): Promise<void> => {
    setIsBusy(true);
    try {
      await save(value);
      next();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message);
      setIsBusy(false);
    }
  };
  return (
    <div className={css['choices']}>
      {values.map((value) => (
        <Button key={value} disabled={isBusy} onClick={() => void choose(value)}>
          {label(value)}
        </Button>
      ))}
    </div>
  );
}

const steps = ['name', 'goal', 'level'] as const;

/** A newcomer's name, goal of a day and level: three taps, each of which can be skipped. The level is what talks with the AI teacher begin with. */
export function Welcome({ close }: { close: () => void }) {
  const t = welcomeWords.useT();
  const client = useQueryClient();
  const [place, setPlace] = useState(0);
  const step = steps[place] ?? 'name';
  const next = (): void => (place + 1 < steps.length ? setPlace(place + 1) : close());
  const saveGoal = async (minutes: number): Promise<void> => {
    await call(accountApi.updateDailyGoal, { body: { daily_goal_min: minutes } });
    // Not asked for anew: without a card the page would begin again, and this with it.
    client.setQueryData<Home>(['home', 'index'], (home) => home && { ...home, daily_goal_min: minutes });
  };
  return (
    <section className={css['welcome']} aria-label={t('welcome.title')} aria-live="polite">
      <p className={css['count']}>
        {t('welcome.title')} · {place + 1}/{steps.length}
      </p>
      <h2>{t(`welcome.${step}.title`)}</h2>
      {step === 'name' ? <Name next={next} /> : null}
      {step === 'goal' ? (
        <Choices
          key="goal"
          values={dailyGoals}
          label={(count) => t('welcome.goal.minutes', { count })}
          save={saveGoal}
          next={next}
        />
      ) : null}
      {step === 'level' ? (
        <Choices
          key="level"
          values={cefrLevels}
          label={(level) => t(`welcome.level.${level}`)}
          save={(level) => call(aiLevel.updateLevel, { body: { level }, quiet: true })}
          next={next}
        />
      ) : null}
      <Button look="ghost" onClick={next}>
        {t('welcome.skip')}
      </Button>
    </section>
  );
}
