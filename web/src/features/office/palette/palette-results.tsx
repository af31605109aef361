import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import paletteWords from 'virtual:locale/palette';
import type { RecordMatch } from '@kaike/shared/contracts/office/palette';
import * as palette from '@kaike/shared/contracts/office/palette';
import { call } from '../../../api/client.ts';
import { useDebounced } from '../../../kit/fields/use-debounced.ts';
import { findCommands, type PaletteCommand, type SearchableCommand } from './commands/find-commands.ts';
import { recordCommands } from './commands/palette-actions.ts';
import { listId, optionId } from './palette-state.ts';
import styles from './palette.module.css';
import { loadRecent, recentKeys } from './commands/recent-choices.ts';
import { useCommands } from './commands/use-commands.ts';
import { isAbout, useSplit } from './commands/use-split.ts';
import { useWholeMenu } from './commands/use-whole-menu.ts';

const shortest = 2;

/** Verbs shown below the one record that a text means. */
const shownVerbs = 6;

function useResults(text: string, owner: number) {
  const t = paletteWords.useT();
  const menu = useWholeMenu();
  const { menus } = menu;
  const commands = useCommands(t, menu);
  const query = useDebounced(text.trim());
  const records = useQuery({
    queryKey: ['palette', 'records', query],
    enabled: query.length >= shortest,
    staleTime: 10_000,
    gcTime: 10_000,
    retry: false,
    queryFn: () => call(palette.searchRecords, { body: { text: query.slice(0, 100) } }),
  });
  // `退款 马静怡`: when the whole finds nothing, one word may be what is to be done, and the others the record.
  const split = useSplit(query, records.data?.data.length === 0);
  const deferredText = useDeferredValue(text);
  const isBusy = menu.is_loading || records.isFetching || split.busy;
  return useMemo(() => {
    const matching = records.data?.data.length ? records.data.data : (split.rows ?? []);
    const rows = query.length >= shortest && text.trim() !== '' ? matching : [];
    const matches = rows.map((row): PaletteCommand => ({
      key: `${row.resource}:${row.id}`,
      group: 'records',
      label: row.title || `#${row.id}`,
      url: row.url,
      note: [t(`resources.${row.resource}.name`), row.exact ? t('palette.exact') : row.note]
        .filter(Boolean)
        .join(' · '),
    }));
    const [only] = rows;
    const ofRow = (row: RecordMatch): SearchableCommand[] =>
      recordCommands({ t, menus }, { ...row, title: row.title || `#${row.id}` });
    // What a text with a verb asks for, of each record; otherwise what follows the only one, or the first person.
    const forVerb = split.verb === '' ? [] : rows.flatMap(ofRow).filter(({ keys }) => isAbout(split.verb, keys));
    const acts = rows.length === 1 && only ? ofRow(only).slice(0, only.exact ? undefined : shownVerbs) : [];
    const localResults =
      deferredText.trim() === ''
        ? loadRecent(owner, commands)
        : findCommands(commands, deferredText, recentKeys(owner));
    const ofRecords = split.verb === '' ? [...matches, ...acts] : [...forVerb, ...matches];
    return {
      results: only?.exact || split.verb !== '' ? [...ofRecords, ...localResults] : [...localResults, ...ofRecords],
      busy: isBusy,
      failed: records.isError,
    };
  }, [commands, records.data, records.isError, isBusy, split, query, text, deferredText, owner, t, menus]);
}

function Options({
  results,
  active,
  choose,
  setActive,
  isRecent,
}: {
  results: readonly PaletteCommand[];
  isRecent: boolean;
  active: number;
  choose: (command: PaletteCommand) => void;
  setActive: (index: number) => void;
}) {
  const own = paletteWords.useT();
  // Some browsers return a promise from scrolling, which an effect must not return.
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div id={listId} role="listbox" aria-label={own('palette.title')} className={styles['list']}>
      {results.map((command, index) => (
        <div
          key={command.key}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles['option']}
          onPointerMove={() => setActive(index)}
          onClick={() => choose(command)}
        >
          <span>{command.label}</span>
          <small>{command.note || own(`palette.${isRecent ? 'recent' : command.group}`)}</small>
        </div>
      ))}
    </div>
  );
}

type Props = {
  text: string;
  owner: number;
  /** The chosen one's place. */
  active: number;
  setActive: (index: number) => void;
  choose: (command: PaletteCommand) => void;
  /** Tells the field what its keys choose from. */
  onResults: (results: readonly PaletteCommand[]) => void;
};

/** What the text of the palette finds: pages, records and actions. */
export function PaletteResults({ text, owner, active, setActive, choose, onResults }: Props) {
  const own = paletteWords.useT();
  const { results, busy, failed } = useResults(text, owner);
  useEffect(() => onResults(results), [results, onResults]);
  const isEmpty = results.length === 0 && !busy;
  return (
    <>
      <Options isRecent={text.trim() === ''} results={results} active={active} choose={choose} setActive={setActive} />
      {isEmpty ? (
        <p className={styles['empty']}>
          {text.trim() === '' ? own('palette.start') : own('palette.none', { text: text.trim() })}
          {text.trim() === '' ? null : <small>{own('palette.none_hint')}</small>}
        </p>
      ) : null}
      {failed ? (
        <p className={styles['empty']} role="alert">
          {own('palette.failed')}
        </p>
      ) : null}
      <p className={styles['keys']} role="status">
        {busy ? own('palette.searching') : own('palette.results', { count: results.length })}
        <span aria-hidden="true">{[own('palette.move'), own('palette.go'), own('palette.close')].join('　')}</span>
      </p>
    </>
  );
}
