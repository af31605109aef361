import { Button } from 'antd';
import { useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ActionDialog } from '../list/action-dialog.tsx';
import { offersFor, rowOffers, type Offer } from '../list/offers.ts';
import type { LoadedRow } from '../use-resource.ts';
import { useUrlAction } from '../use-url-action.ts';
import type { Words } from '../words/use-words.ts';

type Props = { definition: ResourceDefinition; loaded: LoadedRow; words: Words; reload: () => void };

/** The actions available for the open row in its current state. */
export function RowActions({ definition, loaded, words, reload }: Props) {
  const [running, setRunning] = useState<Offer | null>(null);
  const offers = offersFor(
    rowOffers(definition, words, (name) => loaded.permissions.includes(name)),
    loaded.row,
  );
  useUrlAction((name) => {
    const match = offers.find((offer) => offer.name === name);
    if (match) setRunning(match);
    return match !== undefined;
  });
  if (offers.length === 0 && !running) return null;
  return (
    <div className="kk-buttons kk-row-actions">
      {offers.map((offer) => (
        <Button key={offer.key} size="small" danger={offer.action.danger ?? false} onClick={() => setRunning(offer)}>
          {offer.label}
        </Button>
      ))}
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
