import type { ComponentType } from 'react';
import type { FilterProps } from '../filter-props.ts';
import { LabelledControl } from './labelled-control.tsx';
import { Popover } from './popover.tsx';

type Props = Omit<FilterProps, 'id' | 'done'> & {
  control: ComponentType<FilterProps> | undefined;
  close: (how: { returns: boolean }) => void;
};

/** The control of a chip, in a box under it. */
export function OpenedFilter({ close, ...props }: Props) {
  return (
    <Popover label={props.words.field(props.name)} close={close}>
      <LabelledControl
        {...props}
        isLabelHidden
        done={() => {
          // Who has already gone elsewhere stays there.
          const here = document.activeElement;
          close({ returns: here === document.body || here?.closest('.kk-popover') !== null });
        }}
      />
    </Popover>
  );
}
