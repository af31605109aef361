import { Alert, Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import transferWords from 'virtual:words/kit_transfer';
import { importChunkRows } from '@kaike/shared/domain/constants';
import type { Field } from '@kaike/shared/kit/field';
import { formatDateTime } from '@kaike/shared/kit/format';
import { rulesOf } from '@kaike/shared/kit/read-input';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { apiBase } from '../../../api/client.ts';
import { useConfig } from '../../../app/config.ts';
import { useSession } from '../../../app/session.ts';
import { KitIcon } from '../../kit-icon.tsx';
import { useUrlAction } from '../../use-url-action.ts';
import { urlOf, type ResourceIndex } from '../../use-resource.ts';
import type { Words } from '../../words/use-words.ts';
import { ImportPreview } from './import-preview.tsx';
import { transferPorts } from '../ports.ts';
import { maximumRows, readSheet, type Sheet, type SheetProblem } from './read-sheet.ts';
import { RecentImports } from './recent-imports.tsx';
import { runImport } from '../transfer-task.ts';
import { usePreview } from './use-preview.ts';
import { saveBlob } from '../xlsx.ts';

type Props = { definition: ResourceDefinition; words: Words; excel: ResourceIndex['excel']; done: () => void };

async function downloadTemplate(definition: ResourceDefinition, words: Words): Promise<void> {
  const response = await fetch(`${apiBase()}${urlOf(definition)}/import-template`, {
    credentials: 'same-origin',
    headers: { Language: document.documentElement.lang },
  });
  saveBlob(
    await response.blob(),
    words.t('transfer.template_file', { name: words.name, day: formatDateTime(new Date(), { format: 'yyyy-MM-dd' }) }),
  );
}

const isRequired = (field: Field | undefined): boolean => field !== undefined && rulesOf(field)[0] === 'required';

type SheetState = { sheet: Sheet | null; checked: Sheet['rows'] | null; problem: SheetProblem | null; edited: number };
const nothing: SheetState = { sheet: null, checked: null, problem: null, edited: 0 };

/** The selected sheet, with the cells edited since. */
function useSheet({ excel, definition }: Pick<Props, 'excel' | 'definition'>) {
  const [sheetState, setSheetState] = useState(nothing);
  const read = async (file: File): Promise<void> => {
    setSheetState(nothing);
    const required = (definition.transfer?.import ?? []).filter((key) => isRequired(definition.fields[key]));
    const result = await readSheet(file, {
      sheet: excel.sheet,
      fields: excel.importFields,
      exported: excel.exportFields,
      required,
    });
    setSheetState(
      'problem' in result
        ? { ...nothing, problem: result.problem }
        : { ...nothing, sheet: result.sheet, checked: result.sheet.rows },
    );
  };
  const editCell = (index: number, key: string, value: string): void =>
    setSheetState((now) => {
      if (!now.sheet) return now;
      const rows = now.sheet.rows.map((row, place) => (place === index ? { ...row, [key]: value } : row));
      return { ...now, sheet: { ...now.sheet, rows }, edited: now.edited + 1 };
    });
  const checkAgain = (): void => setSheetState((now) => ({ ...now, checked: now.sheet?.rows ?? null, edited: 0 }));
  return { ...sheetState, read, editCell, checkAgain, clear: () => setSheetState(nothing) };
}

/** Confirms the number of rows, then starts the task. */
function useStart({ definition, words, excel }: Props, close: () => void) {
  const perPage = useConfig((state) => state.config?.import_per_page);
  const owner = useSession((state) => state.user?.id ?? 0);
  return (sheet: Sheet, wrong: number): void => {
    Modal.confirm({
      title: words.t(wrong > 0 ? 'transfer.confirm_some' : 'transfer.confirm_import', {
        count: sheet.rows.length - wrong,
        wrong,
      }),
      okText: words.t('transfer.start_import'),
      cancelText: words.t('kit.cancel'),
      onOk: () => {
        close();
        void runImport(
          {
            kind: 'import',
            owner,
            title: words.name,
            resource: definition.name,
            sheet: excel.sheet,
            url: `${urlOf(definition)}/import`,
            run: crypto.randomUUID(),
            file_name: sheet.file_name,
            total: sheet.rows.length,
            chunk_rows: perPage || importChunkRows,
            keys: sheet.keys,
            labels: excel.importFields,
            sent: 0,
            success: 0,
            wrong: 0,
            import_id: null,
          },
          sheet.rows,
          transferPorts,
        );
      },
    });
  };
}

const plain = {
  only_xlsx: 'only_xlsx',
  too_many_rows: 'too_many_rows',
  plugin_missing: 'plugin_missing',
  unreadable: 'wrong_sheet',
  other_sheet: 'wrong_sheet',
  no_heads: 'wrong_sheet',
} as const;

/** Why a file was refused. */
function Problem({ problem, t, own }: { problem: SheetProblem; t: Words['t']; own: Words['t'] }) {
  const { kind, ...params } = problem;
  const detail =
    kind === 'other_sheet' || kind === 'no_heads' || kind === 'unreadable' ? own(`kit_transfer.${kind}`, params) : null;
  return (
    <Alert
      type="error"
      showIcon
      title={t(`transfer.${plain[kind]}`, { count: maximumRows })}
      {...(detail ? { description: detail } : {})}
    />
  );
}

function ImportDialog(props: Props & { close: () => void }) {
  const { definition, words, excel, done, close } = props;
  const { t } = words;
  const own = transferWords.useT();
  const file = useRef<HTMLInputElement>(null);
  const sheetState = useSheet(props);
  const { sheet, problem } = sheetState;
  const serverPreview = usePreview(urlOf(definition), sheetState.checked);
  const start = useStart(props, close);
  const preview = { ...serverPreview, check: async () => sheetState.checkAgain() };
  return (
    <Modal
      open
      width={960}
      title={t('transfer.import_title', { name: words.name })}
      onCancel={close}
      okText={t('transfer.start_import')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !sheet?.rows.length }}
      onOk={() => {
        if (sheet) start(sheet, serverPreview.rows.filter(({ state }) => state === 'wrong').length);
      }}
    >
      <div className="kk-buttons">
        <Button onClick={() => file.current?.click()}>{t('transfer.choose_file')}</Button>
        <Button type="link" onClick={() => void downloadTemplate(definition, words)}>
          {t('transfer.template')}
        </Button>
        <input
          ref={file}
          hidden
          type="file"
          accept=".xlsx"
          aria-label={t('transfer.choose_file')}
          onChange={(event) => {
            const [first] = event.target.files ?? [];
            event.target.value = '';
            if (first) void sheetState.read(first);
          }}
        />
      </div>
      {problem ? <Problem problem={problem} t={t} own={own} /> : null}
      {sheet && sheet.missing.length > 0 ? (
        <Alert type="warning" showIcon title={own('kit_transfer.missing_heads', { heads: sheet.missing.join('、') })} />
      ) : null}
      {sheet && sheet.ignored.length > 0 ? (
        <Alert type="info" showIcon title={own('kit_transfer.ignored_heads', { heads: sheet.ignored.join('、') })} />
      ) : null}
      {sheet ? (
        <ImportPreview
          key={sheetState.checked?.length ?? 0}
          sheet={sheet}
          labels={excel.importFields}
          preview={preview}
          own={own}
          onEdit={sheetState.editCell}
          edited={sheetState.edited}
        />
      ) : (
        <RecentImports resource={definition.name} own={own} done={done} />
      )}
    </Modal>
  );
}

/** Reads a sheet, checks that it belongs to this list, previews its changes and sends it in chunks. */
export function ImportButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useUrlAction((name) => {
    if (name === 'import') setIsOpen(true);
    return name === 'import';
  });
  return (
    <>
      <Button icon={<KitIcon name="upload" />} onClick={() => setIsOpen(true)}>
        {props.words.t('transfer.import')}
      </Button>
      {isOpen ? <ImportDialog {...props} close={() => setIsOpen(false)} /> : null}
    </>
  );
}
