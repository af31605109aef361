import { useT } from '../../../../../app/wording.ts';
import { PopMenu } from './pop-menu.tsx';
import { speedsUpTo } from '../preferences.ts';

type Props = { rate: number; maximum: number; onRate: (rate: number) => void };

/** The speeds the course allows. */
export function SpeedMenu({ rate, maximum, onRate }: Props) {
  const t = useT();
  const options = [...speedsUpTo(maximum)].reverse().map((value) => ({ value, label: `${value}×` }));
  return (
    <PopMenu
      label={t('watching.speed_now', { rate })}
      text={rate === 1 ? t('watching.speed') : `${rate}×`}
      title={t('watching.speed')}
      options={options}
      chosen={rate}
      onChoose={onRate}
    />
  );
}
