import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { leadOf, verbsFor } from '@kaike/shared/kit/rows/verbs';
import { KitIcon } from '../kit-icon.tsx';
import { ActionDialog } from '../list/action-dialog.tsx';
import { rowOffers, type RowOffer } from '../list/offers.ts';
import type { LoadedRow } from '../use-resource.ts';
import { useUrlAction } from '../use-url-action.ts';
import type { Words } from '../words/use-words.ts';

type Props = { definition: ResourceDefinition; loaded: LoadedRow; words: Words; reload: () => void };

/** Verbs shown as buttons; the others are behind one. */
const shownVerbs = 3;

/** What comes next first, then the rest in the order of the definition, the dangerous last. */
function inOrder(offers: readonly RowOffer[], lead: RowOffer | undefined): RowOffer[] {
  const rest = offers.filter((offer) => offer !== lead);
  const isLate = ({ verb, action }: RowOffer): boolean => action.danger === true || verb === 'remark';
  return [...(lead ? [lead] : []), ...rest.filter((offer) => !isLate(offer)), ...rest.filter(isLate)];
}

/** The verbs of the open row in its current state, of which one may lead. */
export function RowActions({ definition, loaded, words, reload }: Props) {
  const [running, setRunning] = useState<RowOffer | null>(null);
  const possible = verbsFor(
    rowOffers(definition, words, (name) => loaded.permissions.includes(name)),
    loaded.row,
  );
  const lead = leadOf(definition, possible, loaded.row);
  const offers = inOrder(possible, lead);
  useUrlAction((name) => {
    const match = offers.find((offer) => offer.name === name || offer.verb === name);
    if (match) setRunning(match);
    return match !== undefined;
  });
  if (offers.length === 0 && !running) return null;
  // One verb alone behind the button would save no room.
  const count = offers.length === shownVerbs + 1 ? offers.length : shownVerbs;
  const more = offers.slice(count);
  return (
    <div className="kk-buttons">
      {offers.slice(0, count).map((offer) => (
        <Button
          key={offer.key}
          size="small"
          type={offer === lead ? 'primary' : 'default'}
          danger={offer.action.danger ?? false}
          onClick={() => setRunning(offer)}
        >
          {offer.label}
        </Button>
      ))}
      {more.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ key, label, action }) => ({ key, label, danger: action.danger ?? false })),
            onClick: ({ key }) => setRunning(more.find((offer) => offer.key === key) ?? null),
          }}
        >
          <Button size="small" icon={<KitIcon name="more" />} aria-label={words.t('kit.more_verbs')} />
        </Dropdown>
      ) : null}
      {running ? (
        <ActionDialog
          definition={definition}
          name={running.name}
          action={running.action}
          preset={running.preset}
          target={{ rows: [loaded.row], matching: null }}
          words={words}
          maps={loaded.maps}
          close={() => setRunning(null)}
          done={reload}
        />
      ) : null}
    </div>
  );
}
