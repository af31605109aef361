import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import transferWords from 'virtual:locale/kit_transfer';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { apiBase } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { KitIcon } from '../kit-icon.tsx';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import { useUrlAction } from '../use-url-action.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { exportQuery, newExport } from './export-job.ts';
import { transferPorts } from './ports.ts';
import { runExport } from './transfer-task.ts';

type Props = { definition: ResourceDefinition; words: ResourceWording; excel: ResourceIndex['excel']; search: string };

/** Exports what the list currently shows, with the ticked fields; at least one. */
export function ExportButton({ definition, words, excel, search }: Props) {
  const { t } = words;
  const all = Object.keys(excel.exportFields);
  const [isOpen, setIsOpen] = useState(false);
  const [fields, setFields] = useState(all);
  const own = transferWords.useT();
  const owner = useSession((state) => state.user?.id ?? 0);
  useUrlAction((name) => {
    if (name === 'export') setIsOpen(true);
    return name === 'export';
  });
  const query = exportQuery(search, fields);
  const start = (): void => {
    setIsOpen(false);
    void runExport(newExport({ definition, excel, title: words.name, query, owner, now: new Date() }), transferPorts);
  };
  return (
    <>
      <Button icon={<KitIcon name="download" />} onClick={() => setIsOpen(true)}>
        {t('transfer.export')}
      </Button>
      <Modal
        open={isOpen}
        title={t('transfer.export_title', { name: words.name })}
        onCancel={() => setIsOpen(false)}
        okText={t('transfer.start')}
        cancelText={t('kit.cancel')}
        okButtonProps={{ disabled: fields.length === 0 }}
        onOk={start}
      >
        <p>{t('transfer.choose_fields')}</p>
        <Checkbox
          checked={fields.length === all.length}
          indeterminate={fields.length > 0 && fields.length < all.length}
          onChange={(event) => setFields(event.target.checked ? all : [])}
        >
          {t('kit.all')}
        </Checkbox>
        <Checkbox.Group
          className="kk-checks"
          value={fields}
          onChange={(next) => setFields(all.filter((key) => next.includes(key)))}
          options={all.map((key) => ({ value: key, label: excel.exportFields[key] ?? key }))}
        />
        {fields.length === 0 ? null : (
          <p>
            <a href={`${apiBase()}${urlOf(definition)}/export.xlsx?${query}`} download>
              {own('kit_transfer.whole_file')}
            </a>
            <br />
            <span className="kk-muted">{own('kit_transfer.whole_file_hint')}</span>
          </p>
        )}
        {fields.length === 0 ? (
          <p className="kk-error" role="alert">
            {t('transfer.at_least_one')}
          </p>
        ) : null}
      </Modal>
    </>
  );
}
