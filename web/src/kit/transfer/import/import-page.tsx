import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import transferWords from 'virtual:locale/kit_transfer';
import { importChunkRows } from '@kaike/shared/domain/constants';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { nestingOf, parentsFirst } from '@kaike/shared/kit/rows/sheet-nesting';
import type { Translate } from '@kaike/shared/kit/wording';
import { apiBase } from '../../../api/client.ts';
import { useConfig } from '../../../app/config.ts';
import { useSession } from '../../../app/session.ts';
import { KitIcon } from '../../kit-icon.tsx';
import { LoadError } from '../../load-error.tsx';
import { PageTitle } from '../../pages/page-title.tsx';
import { restoreRow } from '../../trash/restore-row.ts';
import { urlOf, useReload } from '../../use-resource.ts';
import { useWords, type ResourceWording } from '../../words/use-words.ts';
import { transferPorts } from '../ports.ts';
import { closeOutcome, useTransfer } from '../transfer-state.ts';
import { runImport } from '../transfer-task.ts';
import type { CellFault, Worksheet } from '../workbook/workbook.ts';
import { saveBlob } from '../xlsx.ts';
import { CheckTable, countStates } from './check/check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { rememberHeads, useImportColumns, type ImportColumns } from './import-columns.ts';
import { saveWrong } from './import-result.tsx';
import { countRows, decisionsOf, isSettled, matchColumns, meantSheet, recordsOf, type Match } from './match-columns.ts';
import { MatchStep } from './match-step.tsx';
import type { Book } from './open-workbook.ts';
import { RecentImports } from './recent-imports.tsx';
import { ResultStep } from './result-step.tsx';
import { SheetNotes, SheetStep } from './sheet-step.tsx';
import { editRecord, useCheck, type ImportCheck, type SheetRecord } from './check/use-check.ts';
import '../../list/list.css';
import css from './wizard.module.css';

/** Cells that were edited, by line and field; they stay when other rows of the sheet are included. */
type Edits = Map<number, Record<string, string>>;
type Sheet = { book: Book; sheet: Worksheet; match: Match; with_hidden: boolean; edits: Edits };
type Step =
  | { step: 'choose' }
  | { step: 'sheet'; book: Book }
  | ({ step: 'match' } & Sheet)
  | ({ step: 'check' } & Sheet)
  | { step: 'result'; total: number };
const steps = ['choose', 'match', 'check', 'result'] as const;

type Props = { definition: ResourceDefinition; words: ResourceWording; own: Translate; columns: ImportColumns };

async function downloadTemplate(definition: ResourceDefinition, words: ResourceWording): Promise<void> {
  const response = await fetch(`${apiBase()}${urlOf(definition)}/import-template`, {
    credentials: 'same-origin',
    headers: { Language: document.documentElement.lang },
  });
  saveBlob(
    await response.blob(),
    words.t('transfer.template_file', { name: words.name, day: formatDateTime(new Date(), { format: 'yyyy-MM-dd' }) }),
  );
}

function Steps({ at, own, file }: { at: Step['step']; own: Translate; file: string }) {
  const place = at === 'sheet' ? 0 : steps.indexOf(at);
  return (
    <header className={css['steps']}>
      <ol>
        {steps.map((step, index) => (
          <li key={step} data-state={index < place ? 'past' : index === place ? 'now' : 'next'}>
            <span aria-hidden="true">{index < place ? <KitIcon name="check" /> : index + 1}</span>
            <span aria-current={index === place ? 'step' : undefined}>{own(`kit_transfer.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      {file ? <span className="kk-muted">{file}</span> : null}
    </header>
  );
}

/** The headings and what they stand for, in one line. */
function MatchLine({
  match,
  columns,
  own,
  edit,
}: {
  match: Match;
  columns: ImportColumns;
  own: Translate;
  edit: () => void;
}) {
  const labels = new Map(columns.columns.map(({ key, label }) => [key, label]));
  const exported = new Set(columns.exported);
  const shown = match.heads
    .map((head, index) => ({ head, label: labels.get(match.keys[index] ?? '') }))
    .filter(({ head, label }) => head.trim() !== '' && (label !== undefined || !exported.has(head)));
  return (
    <div className={css['matched']}>
      <span className="kk-muted">
        {own('kit_transfer.summary.matched', { count: match.keys.filter(Boolean).length })}
      </span>
      {shown.map(({ head, label }, index) => (
        <span key={`${head}-${index}`} className={css['pair']}>
          {head}{' '}
          {label === undefined ? (
            <em>{own('kit_transfer.summary.skipped')}</em>
          ) : head === label ? null : (
            <>
              <i aria-hidden="true">→</i> {label}
            </>
          )}
        </span>
      ))}
      <Button type="link" size="small" onClick={edit}>
        {own('kit_transfer.summary.edit')}
      </Button>
    </div>
  );
}

type StartOptions = { records: readonly SheetRecord[]; check: ImportCheck; file_name: string; skip: boolean };

/** Starts the task with the rows that change something; wrong ones go into its result as they are. */
function useStart({ definition, words, columns }: Props): (options: StartOptions) => void {
  const perPage = useConfig((state) => state.config?.import_per_page);
  const owner = useSession((state) => state.user?.id ?? 0);
  return ({ records, check, file_name, skip }) => {
    const sent = records.flatMap(({ row }, index) => (isSent(check.checked[index]?.state, skip) ? [row] : []));
    const nesting = nestingOf(definition);
    const rows = nesting
      ? parentsFirst(sent, nesting).flatMap((places) => places.map((place) => sent[place] ?? {}))
      : sent;
    void runImport(
      {
        kind: 'import',
        owner,
        title: words.name,
        resource: definition.name,
        sheet: words.name,
        url: `${urlOf(definition)}/import`,
        run: crypto.randomUUID(),
        file_name,
        total: rows.length,
        chunk_rows: perPage || importChunkRows,
        keys: Object.keys(records[0]?.row ?? {}),
        labels: Object.fromEntries(columns.columns.map(({ key, label }) => [key, label])),
        sent: 0,
        success: 0,
        created: 0,
        updated: 0,
        unchanged: check.checked.filter((row) => row?.state === 'same').length,
        wrong: 0,
        import_id: null,
      },
      { rows, refused: refusedRows(check) },
      transferPorts,
    );
  };
}

const isSent = (state: string | undefined, skip: boolean): boolean => state === 'new' || (state === 'changed' && !skip);

const refusedRows = ({ records, checked }: ImportCheck): Record<string, unknown>[] =>
  records.flatMap(({ row }, index) => {
    const one = checked[index];
    return one?.state === 'wrong' ? [{ ...row, error: one.error }] : [];
  });

/** The records of the sheet with what was edited in them. */
const editedRecords = (sheet: Sheet, columns: ImportColumns): SheetRecord[] =>
  recordsOf(sheet, columns).map((record) =>
    Object.entries(sheet.edits.get(record.line) ?? {})
      .filter(([key]) => sheet.match.keys.includes(key))
      .reduce((edited, [key, value]) => editRecord(edited, key, value), record),
  );

type CheckProps = Props & { sheet: Sheet; notes: ReactNode; start: (total: number) => void; back: () => void };

function CheckStep({ sheet, notes, start, back, ...props }: CheckProps) {
  const { definition, words, own, columns } = props;
  const [initial] = useState(() => editedRecords(sheet, columns));
  const nesting = useMemo(() => nestingOf(definition), [definition]);
  const messageOf = useCallback(
    ({ kind, text }: CellFault) => own(`kit_transfer.faults.${kind}`, { value: text }),
    [own],
  );
  const check = useCheck(urlOf(definition), initial, { nesting, messageOf });
  const edit: ImportCheck['edit'] = (index, key, value) => {
    const line = check.records[index]?.line ?? 0;
    sheet.edits.set(line, { ...sheet.edits.get(line), [key]: value });
    check.edit(index, key, value);
  };
  const [skip, setSkip] = useState(false);
  const run = useStart(props);
  const counts = countStates(check);
  const isDone = check.is_done;
  const total = counts.new + (skip ? 0 : counts.changed);
  const left = counts.wrong;
  const used = new Set(sheet.match.keys);
  const shown = columns.columns.filter(({ key }) => used.has(key));
  const byKey = shown.find(({ key }) => key === columns.key);
  const { file_name } = sheet.book;
  const label =
    total === 0 && isDone
      ? own('kit_transfer.nothing_new')
      : own(left > 0 ? 'kit_transfer.go_skipping' : 'kit_transfer.go', { count: total, wrong: left });
  return (
    <>
      <MatchLine match={sheet.match} columns={columns} own={own} edit={back} />
      {notes}
      <CheckTable
        check={{ ...check, edit }}
        restore={(index, id) => restoreRow(definition.name, id).then(() => check.again(index))}
        columns={shown}
        existing={byKey && counts.changed > 0 ? { label: byKey.label, skip, set: setSkip } : null}
        own={own}
      />
      <footer className={css['foot']}>
        <Button onClick={back}>{own('kit_transfer.match.back')}</Button>
        <span className="kk-muted">
          {own('kit_transfer.edit_hint')}
          {isDone && left > 0 ? (
            <Button
              type="link"
              size="small"
              onClick={() =>
                void saveWrong(
                  {
                    job: {
                      sheet: words.name,
                      keys: shown.map(({ key }) => key),
                      labels: Object.fromEntries(shown.map(({ key, label: text }) => [key, text])),
                    },
                    errors: refusedRows(check),
                  },
                  words.t,
                )
              }
            >
              {own('kit_transfer.download_wrong', { count: left })}
            </Button>
          ) : null}
        </span>
        <span className={css['end']}>
          <span className="kk-muted">{own('kit_transfer.undo_note')}</span>
          <Button
            type="primary"
            disabled={!isDone || total === 0}
            onClick={() => {
              run({ records: check.records, check, file_name, skip });
              start(total);
            }}
          >
            {label}
          </Button>
        </span>
      </footer>
    </>
  );
}

/** The file of a step, with its rows and how many of them are hidden in it. */
function fileLine(at: Step, own: Translate): string {
  if (!('match' in at)) return '';
  const file = at.book.file_name;
  const { all, hidden } = countRows(at.sheet, at.match);
  return own(`kit_transfer.summary.${hidden > 0 ? 'file_hidden' : 'file'}`, { file, count: all, hidden });
}

function Wizard(props: Props) {
  const { definition, words, own, columns } = props;
  const [at, setAt] = useState<Step>({ step: 'choose' });
  const reload = useReload(definition.name);
  // The page shows the task itself.
  useEffect(() => {
    useTransfer.setState({ is_in_page: at.step === 'result' });
    return () => useTransfer.setState({ is_in_page: false });
  }, [at.step]);
  const openSheet = (book: Book, sheet: Worksheet): void => {
    const match = matchColumns(sheet, columns);
    const rows = countRows(sheet, match);
    // Where every row is hidden, they are meant.
    const with_hidden = rows.hidden === rows.all;
    setAt({ step: isSettled(match, columns) ? 'check' : 'match', book, sheet, match, with_hidden, edits: new Map() });
  };
  const open = (book: Book): void => {
    const sheet = meantSheet(book, columns);
    if (sheet) openSheet(book, sheet);
    else setAt({ step: 'sheet', book });
  };
  const again = (): void => {
    closeOutcome();
    setAt({ step: 'choose' });
  };
  const settle = ({ match, ...rest }: Sheet): void => {
    const decisions = decisionsOf(match, matchColumns(rest.sheet, columns));
    if (Object.keys(decisions).length > 0) void rememberHeads(definition, decisions);
    setAt({ ...rest, step: 'check', match: { ...match, keys: match.keys.map((key) => key ?? '') } });
  };
  return (
    <section className={`kk-panel ${css['wizard']}`} data-step={at.step} aria-label={words.name}>
      <Steps at={at.step} own={own} file={fileLine(at, own)} />
      {at.step === 'choose' ? (
        <>
          <ChooseStep t={words.t} own={own} onBook={open} download={() => void downloadTemplate(definition, words)} />
          <RecentImports resource={definition.name} own={own} done={reload} />
        </>
      ) : null}
      {at.step === 'sheet' ? (
        <SheetStep
          book={at.book}
          own={own}
          choose={(sheet) => openSheet(at.book, sheet)}
          back={() => setAt({ step: 'choose' })}
        />
      ) : null}
      {at.step === 'match' ? (
        <MatchStep
          fileName={at.book.file_name}
          sheet={at.sheet}
          match={at.match}
          columns={columns.columns}
          own={own}
          change={(keys) => setAt({ ...at, match: { ...at.match, keys } })}
          back={() => setAt({ step: 'choose' })}
          next={() => settle(at)}
        />
      ) : null}
      {at.step === 'check' ? (
        <CheckStep
          key={String(at.with_hidden)}
          {...props}
          sheet={at}
          notes={
            <SheetNotes
              book={at.book}
              sheet={at.sheet}
              hidden={countRows(at.sheet, at.match).hidden}
              withHidden={at.with_hidden}
              own={own}
              includeHidden={(with_hidden) => setAt({ ...at, with_hidden })}
              chooseSheet={() => setAt({ step: 'sheet', book: at.book })}
            />
          }
          start={(total) => setAt({ step: 'result', total })}
          back={() => setAt({ ...at, step: 'match' })}
        />
      ) : null}
      {at.step === 'result' ? (
        <ResultStep definition={definition} words={words} own={own} total={at.total} again={again} />
      ) : null}
    </section>
  );
}

/** Imports a sheet: choose, match its columns, check it as a difference, result. */
export function ImportPage({ definition }: { definition: ResourceDefinition }) {
  const words = useWords(definition);
  const own = transferWords.useT();
  const navigate = useNavigate();
  const { data, error, isError, refetch } = useImportColumns(definition);
  return (
    <>
      <PageTitle
        title={own('kit_transfer.title', { name: words.name })}
        extra={<Button onClick={() => void navigate(urlOf(definition))}>{words.t('kit.back')}</Button>}
      />
      {isError && !data ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <Wizard definition={definition} words={words} own={own} columns={data} />
      ) : isError ? null : (
        <section className={`kk-panel ${css['wizard']}`} aria-busy="true" />
      )}
    </>
  );
}
