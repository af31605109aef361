import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState, type KeyboardEvent } from 'react';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { useT } from '../../app/wording.ts';
import css from './date-span.module.css';
import { daySpans, daysOfSpan, type DaySpan } from '../list/filters/day-spans.ts';

type Days = [from: string, to: string];
type Props = {
  id: string;
  /** What an adjacent label does not say already. */
  label?: string;
  /** Days as yyyy-MM-dd; '' where the range is open. */
  from: string;
  to: string;
  onChange: (days: Days) => void;
  /** One end may be open, and the whole range may be cleared. */
  isOptional?: boolean;
  /** The last day that can be selected. */
  max?: string;
  /** The days are there at once: the range has just been opened by something else. */
  opens?: boolean;
};

const dayFormat = 'YYYY-MM-DD';
const dayOrNone = (text: string): dayjs.Dayjs | null => (text ? dayjs(text) : null);
const textOf = (day: dayjs.Dayjs | null | undefined): string => day?.format(dayFormat) ?? '';

function daysOf(span: DaySpan, max: string | undefined): Days {
  const [from, to] = daysOfSpan(span, dayOf(new Date()));
  const within = (day: string): string => (max !== undefined && day > max ? max : day);
  return [within(from), within(to)];
}

/** The arrow keys move through the presets while the focus stays in the field, as days may be typed there. */
function useSpanKeys({ isOpen, choose }: { isOpen: boolean; choose: (span: DaySpan) => void }) {
  const [marked, setMarked] = useState(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const span = daySpans[marked];
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : daySpans.length - (marked < 0 ? 0 : 1);
      setMarked((marked + step) % daySpans.length);
    } else if (isOpen && event.key === 'Enter' && span) {
      event.preventDefault();
      choose(span);
    } else setMarked(-1);
  };
  return { marked, unmark: () => setMarked(-1), onKeyDown };
}

/** A range of days, typed or picked, with presets that end on the school's today. */
export function DateSpan({ id, label, from, to, onChange, isOptional = false, max, opens = false }: Props) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(opens);
  const choose = (span: DaySpan): void => {
    onChange(daysOf(span, max));
    setIsOpen(false);
    keys.unmark();
  };
  const keys = useSpanKeys({ isOpen, choose });
  const optionId = (index: number): string => `${id}-span-${index}`;
  const spans = (
    <div className={css['spans']} role="listbox" aria-label={t('statistics.spans.label')}>
      {daySpans.map((span, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field's own keys select it
        <div
          key={span}
          id={optionId(index)}
          role="option"
          aria-selected={index === keys.marked}
          onClick={() => choose(span)}
        >
          {t(`lists.spans.${span}`)}
        </div>
      ))}
    </div>
  );
  const field = (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      className={css['field'] ?? ''}
      classNames={{ popup: { root: css['popup'] ?? '' } }}
      placeholder={[t('kit.from'), t('kit.to')]}
      allowClear={isOptional}
      allowEmpty={[isOptional, isOptional]}
      value={[dayOrNone(from), dayOrNone(to)]}
      {...(max ? { maxDate: dayjs(max) } : {})}
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        keys.unmark();
      }}
      onKeyDown={keys.onKeyDown}
      {...(keys.marked >= 0 ? { 'aria-activedescendant': optionId(keys.marked) } : {})}
      panelRender={(panel) => (
        <div className={css['layout']}>
          {spans}
          {panel}
        </div>
      )}
      onChange={(range) => onChange([textOf(range?.[0]), textOf(range?.[1])])}
    />
  );
  return label ? (
    <div role="group" aria-label={label} className={css['group']}>
      {field}
    </div>
  ) : (
    field
  );
}
