import { Button, Dropdown, Space } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { RowCheck } from '@kaike/shared/kit/rows/checks';
import { leadOf, verbsFor } from '@kaike/shared/kit/rows/verbs';
import { KitIcon } from '../kit-icon.tsx';
import { ActionDialog } from '../list/actions/action-dialog.tsx';
import { rowOffers, type RowOffer } from '../list/actions/offers.ts';
import { useChecks } from '../record/use-checks.ts';
import type { LoadedRow } from '../use-resource.ts';
import { useHasDetailPane } from '../use-narrow.ts';
import { useUrlAction } from '../use-url-action.ts';
import type { ResourceWording } from '../words/use-words.ts';

type Props = {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  words: ResourceWording;
  /** What the leading verb waits for stands beside the record from the start, where there is room. */
  listsChecks: boolean;
  reload: () => void;
  /** Buttons of the feature, before what is behind one. */
  children?: ReactNode;
};

const CheckList = lazy(async () => ({ default: (await import('../record/check-list.tsx')).CheckList }));

/** How many things a verb waits for. */
function Musts({ checks, words }: { checks: readonly RowCheck[]; words: ResourceWording }) {
  const count = checks.filter(({ level }) => level === 'must').length;
  return count === 0 ? null : (
    <span className="kk-count" aria-label={words.t('kit.checks.count', { count })}>
      {count}
    </span>
  );
}

/** Verbs shown as buttons; the others are behind one. */
const shownVerbs = 3;

/** What comes next first, then the rest in the order of the definition, the dangerous last. */
function inOrder(offers: readonly RowOffer[], lead: RowOffer | undefined): RowOffer[] {
  const rest = offers.filter((offer) => offer !== lead);
  const isLate = ({ verb, action }: RowOffer): boolean => action.danger === true || verb === 'remark';
  return [...(lead ? [lead] : []), ...rest.filter((offer) => !isLate(offer)), ...rest.filter(isLate)];
}

/** Verbs that differ by a shade, each with what it means. */
function VerbMenu({
  offers,
  words,
  primary,
  run,
}: {
  offers: readonly RowOffer[];
  words: ResourceWording;
  primary: boolean;
  run: (offer: RowOffer | null) => void;
}) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: offers.map(({ key, verb, label, action }) => ({
          key,
          danger: action.danger ?? false,
          label: (
            <span className="kk-about-verb">
              <b>{label}</b>
              <small>{words.about(verb)}</small>
            </span>
          ),
        })),
        onClick: ({ key }) => run(offers.find((offer) => offer.key === key) ?? null),
      }}
    >
      <Button
        size="small"
        type={primary ? 'primary' : 'default'}
        icon={<KitIcon name="down" />}
        aria-label={words.t('kit.more_of_menu')}
      />
    </Dropdown>
  );
}

/** The verb whose list stands beside the record from the start, where there is room. */
function useStanding(
  { definition, listsChecks }: Pick<Props, 'definition' | 'listsChecks'>,
  offers: readonly RowOffer[],
): RowOffer | undefined {
  const hasRoom = useHasDetailPane();
  return listsChecks && hasRoom ? offers.find(({ verb }) => definition.status?.checked?.includes(verb)) : undefined;
}

/** The verbs of the open row in its current state, of which one may lead. */
export function RowActions({ definition, loaded, words, listsChecks, reload, children }: Props) {
  const [running, setRunning] = useState<RowOffer | null>(null);
  const [checked, setChecked] = useState<RowOffer | null>(null);
  const [isListClosed, setIsListClosed] = useState(false);
  const checksOf = useChecks(definition, loaded.row.id);
  const start = (offer: RowOffer): void => {
    const checks = checksOf(offer.verb);
    // A press before they are known waits for them in the list.
    const lacksNothing = checks === null || checks?.length === 0;
    if (lacksNothing) setRunning(offer);
    else setChecked(offer);
  };
  const possible = verbsFor(
    rowOffers(definition, words, (name) => loaded.permissions.includes(name)),
    loaded.row,
  );
  const lead = leadOf(definition, possible, loaded.row);
  const offers = inOrder(possible, lead);
  useUrlAction((name) => {
    const match = offers.find((offer) => offer.name === name || offer.verb === name);
    if (match) start(match);
    return match !== undefined;
  });
  const standing = useStanding({ definition, listsChecks }, offers);
  const hasStanding = standing && !isListClosed && checksOf(standing.verb) !== null;
  const listed = checked ?? (hasStanding ? standing : null);
  if (offers.length === 0 && !running && !children) return null;
  const inMenu = offers.filter(({ verb }) => definition.status?.menu?.includes(verb));
  const [first, ...others] = inMenu.length > 1 ? inMenu : [];
  const single = offers.filter((offer) => !others.includes(offer));
  // One verb alone behind the button would save no room.
  const count = single.length === shownVerbs + 1 ? single.length : shownVerbs;
  const more = single.slice(count);
  return (
    <div className="kk-buttons" data-lists-checks={listed ? true : undefined}>
      {single.slice(0, count).map((offer) => {
        const button = (
          <Button
            key={offer.key}
            size="small"
            type={offer === lead ? 'primary' : 'default'}
            danger={offer.action.danger ?? false}
            onClick={() => start(offer)}
          >
            {offer.label}
            <Musts checks={checksOf(offer.verb) ?? []} words={words} />
          </Button>
        );
        return offer === first ? (
          <Space.Compact key={offer.key}>
            {button}
            <VerbMenu offers={others} words={words} primary={offer === lead} run={setRunning} />
          </Space.Compact>
        ) : (
          button
        );
      })}
      {children}
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
      {listed ? (
        <Suspense>
          <CheckList
            checks={checksOf(listed.verb)}
            verb={listed.label}
            words={words}
            isCalled={checked !== null}
            close={() => {
              setChecked(null);
              setIsListClosed(true);
            }}
            run={() => setRunning(listed)}
          />
        </Suspense>
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
          isChecked={running.key === listed?.key}
          close={() => setRunning(null)}
          done={() => {
            setChecked(null);
            reload();
          }}
        />
      ) : null}
    </div>
  );
}
