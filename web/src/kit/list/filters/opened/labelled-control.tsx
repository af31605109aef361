import type { ComponentType } from 'react';
import { FilterControl } from '../filter-controls.tsx';
import type { FilterProps } from '../filter-props.ts';

/** The control of a filter, a feature's own or that of its kind, with its label. */
export function LabelledControl({
  control: Control = FilterControl,
  isLabelHidden = false,
  ...props
}: Omit<FilterProps, 'id'> & { control: ComponentType<FilterProps> | undefined; isLabelHidden?: boolean }) {
  const { name, words } = props;
  const id = `kk-filter-${name}`;
  return (
    <div className="kk-filter">
      <label htmlFor={id} className={isLabelHidden ? 'kk-hidden' : undefined}>
        {words.field(name)}
      </label>
      <Control id={id} {...props} />
    </div>
  );
}
