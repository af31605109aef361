import { Alert, Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../api/client.ts';
import { useConfig } from '../../app/config.ts';
import { KitIcon } from '../kit-icon.tsx';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import { transferPorts } from './ports.ts';
import { runImport, type Cell, type ImportAnswer } from './transfer-task.ts';
import { readXlsxFile, saveBlob, saveXlsx, sheetName } from './xlsx.ts';

type Props = { definition: ResourceDefinition; words: Words; excel: ResourceIndex['excel']; done: () => void };
type Sheet = { keys: string[]; rows: Record<string, unknown>[] };

const previewRows = 8;
const maximumRows = 50_000;

/** Rows of a sheet as objects: row 1 holds the keys, row 2 the labels. */
export function sheetRows(rows: Cell[][]): Sheet {
  const keys = (rows[0] ?? []).map((cell) => String(cell ?? ''));
  const data = rows.slice(2).filter((row) => row.some((cell) => cell !== null && cell !== ''));
  return { keys, rows: data.map((row) => Object.fromEntries(keys.map((key, index) => [key, row[index] ?? null]))) };
}

async function downloadTemplate(definition: ResourceDefinition, words: Words): Promise<void> {
  const response = await fetch(`/web-api${urlOf(definition)}/import-template`, { credentials: 'same-origin', headers: { Language: document.documentElement.lang } });
  saveBlob(await response.blob(), `${words.name}.xlsx`);
}

/** Reads a sheet, checks that it is the right one, shows what it holds and sends it in chunks. */
export function ImportButton({ definition, words, excel, done }: Props) {
  const { t } = words;
  const file = useRef<HTMLInputElement>(null);
  const perPage = useConfig((state) => state.config?.import_per_page);
  const [isOpen, setIsOpen] = useState(false);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [problem, setProblem] = useState('');
  const read = async (chosen: File): Promise<void> => {
    setProblem('');
    setSheet(null);
    if (!chosen.name.toLowerCase().endsWith('.xlsx')) return setProblem(t('transfer.only_xlsx'));
    try {
      const found = await readXlsxFile(chosen);
      const next = sheetRows(found.rows);
      const isRight = found.sheet === sheetName(excel.sheet) && next.keys.some((key) => key in excel.importFields);
      if (!isRight) return setProblem(t('transfer.wrong_sheet'));
      if (next.rows.length > maximumRows) return setProblem(t('transfer.too_many_rows', { count: maximumRows }));
      setSheet(next);
    } catch {
      setProblem(t('transfer.wrong_sheet')); // Not a readable workbook at all.
    }
  };
  const offerWrong = (success: number, errors: Record<string, unknown>[]): void => {
    done();
    if (errors.length === 0) return;
    Modal.confirm({
      title: t('transfer.import_partial', { success_number: success, error_number: errors.length }), okText: t('transfer.download_wrong'), cancelText: t('kit.close'),
      onOk: () => {
        const keys = [...(sheet?.keys ?? []), 'error'];
        const labels = keys.map((key) => (key === 'error' ? t('transfer.error_column') : (excel.importFields[key] ?? key)));
        return saveXlsx({ sheet: excel.sheet, file_name: `${t('transfer.wrong_file')}.xlsx`, rows: [keys, labels, ...errors.map((row) => keys.map((key) => (row[key] ?? null) as Cell))] });
      },
    });
  };
  const start = (): void => {
    if (!sheet) return;
    const run = crypto.randomUUID();
    const send = async (rows: Record<string, unknown>[], chunk: number): Promise<ImportAnswer> =>
      (await request('POST', `${urlOf(definition)}/import`, { body: { datas: rows }, quiet: true, timeout_ms: 120_000, headers: { 'X-Idempotency-Key': `${run}-${chunk}` } })) as ImportAnswer;
    Modal.confirm({
      title: t('transfer.confirm_import', { count: sheet.rows.length }), okText: t('transfer.start_import'), cancelText: t('kit.cancel'),
      onOk: () => {
        setIsOpen(false);
        void runImport({ title: words.name, rows: sheet.rows, ...(perPage ? { chunk_rows: perPage } : {}), send, done: offerWrong }, transferPorts);
      },
    });
  };
  return (
    <>
      <Button icon={<KitIcon name="upload" />} onClick={() => { setSheet(null); setProblem(''); setIsOpen(true); }}>{t('transfer.import')}</Button>
      <Modal open={isOpen} width={760} title={t('transfer.import_title', { name: words.name })} onCancel={() => setIsOpen(false)} okText={t('transfer.start_import')} cancelText={t('kit.cancel')} okButtonProps={{ disabled: !sheet?.rows.length }} onOk={start}>
        <div className="kk-buttons">
          <Button onClick={() => file.current?.click()}>{t('transfer.choose_file')}</Button>
          <Button type="link" onClick={() => void downloadTemplate(definition, words)}>{t('transfer.template')}</Button>
          <input
            ref={file} hidden type="file" accept=".xlsx" aria-label={t('transfer.choose_file')}
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              event.target.value = '';
              if (chosen) void read(chosen);
            }}
          />
        </div>
        {problem ? <Alert type="error" showIcon title={problem} /> : null}
        {sheet ? (
          <>
            <p>{t('transfer.preview', { count: sheet.rows.length, shown: Math.min(previewRows, sheet.rows.length) })}</p>
            <div className="kk-preview"><table>
              <thead><tr>{sheet.keys.map((key) => <th key={key}>{excel.importFields[key] ?? key}</th>)}</tr></thead>
              <tbody>{sheet.rows.slice(0, previewRows).map((row, index) => <tr key={index}>{sheet.keys.map((key) => <td key={key}>{String(row[key] ?? '')}</td>)}</tr>)}</tbody>
            </table></div>
          </>
        ) : null}
      </Modal>
    </>
  );
}
