import { lazy, type ComponentType } from 'react';
import type { FilterProps } from './filter-props.ts';

/** Selects and their option lists load when a filter is opened. */
const FilterControl = lazy(async () => ({ default: (await import('./filter-controls.tsx')).FilterControl }));

/** The control of a filter, a feature's own or that of its kind, with its label. */
export function LabelledControl({
  control: Control = FilterControl,
  is_label_hidden: isLabelHidden = false,
  ...props
}: Omit<FilterProps, 'id'> & { control: ComponentType<FilterProps> | undefined; is_label_hidden?: boolean }) {
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
