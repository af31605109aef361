import { leadOf, verbsFor } from '@kaike/shared/kit/rows/verbs';
import type { RowOffer } from '../actions/offers.ts';
import type { RowProps } from '../table/table-props.ts';
import { switchOf } from './row-switch.tsx';
import { titleOf } from './title-of.ts';

type Sources = Pick<RowProps, 'definition' | 'view' | 'may' | 'offers'>;

/** What comes next for a row; not what a switch in one of these columns does. */
export function leadVerb(sources: Sources, row: RowProps['row'], visibleKeys: readonly string[]): RowOffer | undefined {
  const lead = leadOf(sources.definition, verbsFor(sources.offers, row), row);
  const field = lead?.preset?.field;
  const isSwitched = field && visibleKeys.includes(field) && switchOf({ ...sources, name: field }, row);
  return isSwitched ? undefined : lead;
}

/** The button of what comes next, under the pointer and on the row in use. */
export function LeadVerb(
  props: Sources & Pick<RowProps, 'onVerb' | 'row' | 'isActive'> & { visibleKeys: readonly string[] },
) {
  const { definition, row, isActive, onVerb, visibleKeys } = props;
  const lead = leadVerb(props, row, visibleKeys);
  return lead ? (
    <button
      type="button"
      className={lead.action.danger ? 'kk-lead is-danger' : 'kk-lead'}
      aria-label={`${lead.label} ${titleOf(definition, row)}`}
      tabIndex={isActive ? 0 : -1}
      onClick={() => onVerb(lead, row)}
    >
      {lead.label}
    </button>
  ) : null;
}
