import lessonWords from 'virtual:locale/lesson';
import { PopMenu } from '../player/menus/pop-menu.tsx';
import { setSleep, sleepChoices, useSleep } from './sleep-timer.ts';
import css from './sound.module.css';

/** After how long the sound ends by itself. */
export function SleepMenu() {
  const t = lessonWords.useT();
  const choice = useSleep((state) => state.choice);
  const nameOf = (value: (typeof sleepChoices)[number]): string =>
    value === 'off' || value === 'end'
      ? t(`lesson.sleep.${value}`)
      : t('lesson.sleep.minutes', { count: Number(value) });
  return (
    <div className={css['sleep']}>
      <PopMenu
        label={t('lesson.sleep.now', { now: nameOf(choice) })}
        text={choice === 'off' ? t('lesson.sleep.title') : nameOf(choice)}
        title={t('lesson.sleep.title')}
        options={sleepChoices.map((value) => ({ value, label: nameOf(value) }))}
        chosen={choice}
        onChoose={setSleep}
      />
    </div>
  );
}
