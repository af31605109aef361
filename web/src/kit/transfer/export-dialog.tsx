import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { request } from '../../api/client.ts';
import { KitIcon } from '../kit-icon.tsx';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import { transferPorts } from './ports.ts';
import { runExport, type ExportPage } from './transfer-task.ts';

type Props = { definition: ResourceDefinition; words: Words; excel: ResourceIndex['excel']; search: string };

/** Exports what the list shows now, with the ticked fields; at least one. */
export function ExportButton({ definition, words, excel, search }: Props) {
  const { t } = words;
  const all = Object.keys(excel.exportFields);
  const [isOpen, setIsOpen] = useState(false);
  const [fields, setFields] = useState(all);
  const start = (): void => {
    setIsOpen(false);
    const fetchPage = async (page: number, id: number): Promise<ExportPage> => {
      const query = new URLSearchParams([...new URLSearchParams(search)].filter(([key]) => key.startsWith('where')));
      for (const field of fields) query.append('fields[]', field);
      query.set('page', String(page));
      query.set('id', String(id));
      return (await request('GET', `${urlOf(definition)}/export`, { query, quiet: true, timeout_ms: 60_000 })) as ExportPage;
    };
    void runExport({ title: words.name, sheet: excel.sheet, file_name: excel.fileName, fetchPage }, transferPorts);
  };
  return (
    <>
      <Button icon={<KitIcon name="download" />} onClick={() => setIsOpen(true)}>{t('transfer.export')}</Button>
      <Modal open={isOpen} title={t('transfer.export_title', { name: words.name })} onCancel={() => setIsOpen(false)} okText={t('transfer.start')} cancelText={t('kit.cancel')} okButtonProps={{ disabled: fields.length === 0 }} onOk={start}>
        <p>{t('transfer.choose_fields')}</p>
        <Checkbox checked={fields.length === all.length} indeterminate={fields.length > 0 && fields.length < all.length} onChange={(event) => setFields(event.target.checked ? all : [])}>{t('kit.all')}</Checkbox>
        <Checkbox.Group className="kk-checks" value={fields} onChange={(next) => setFields(all.filter((key) => next.includes(key)))} options={all.map((key) => ({ value: key, label: excel.exportFields[key] ?? key }))} />
        {fields.length === 0 ? <p className="kk-error" role="alert">{t('transfer.at_least_one')}</p> : null}
      </Modal>
    </>
  );
}
