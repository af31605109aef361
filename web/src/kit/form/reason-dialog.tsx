import { Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { field } from '@kaike/shared/kit/field';
import { useT } from '../../app/wording.ts';
import { useForm } from '../../form/use-form.ts';
import { FieldBox } from '../fields/field-box.tsx';

type Props = {
  title: string;
  text: ReactNode;
  label: string;
  hint?: string;
  ok: string;
  danger?: boolean;
  close: () => void;
  run: (reason: string) => Promise<void>;
};

const longest = 200;
const fields = { reason: field.text({ rules: `required|max:${longest}` }) };

/** Asks for a reason before a logged action; stays open while it runs, so that nothing typed is lost on failure. */
export function ReasonDialog({ title, text, label, hint = '', ok, danger = false, close, run }: Props) {
  const t = useT();
  const form = useForm(fields, {
    initial: { reason: '' },
    label: () => label,
    prefix: 'dialog-',
    onSubmit: ({ reason }) => run(reason.trim()),
  });
  const { id, value, error, onChange, onBlur } = form.text('reason');
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('kit.cancel')}
      onCancel={close}
      onOk={() => void form.submit()}
      confirmLoading={form.busy}
      destroyOnHidden
      okButtonProps={{ danger }}
      mask={{ closable: false }}
    >
      <p>{text}</p>
      <FieldBox id={id} label={label} error={error} isRequired>
        <Input
          id={id}
          autoFocus
          value={value}
          maxLength={longest}
          placeholder={hint}
          disabled={form.busy}
          status={error ? 'error' : ''}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onPressEnter={() => void form.submit()}
        />
      </FieldBox>
    </Modal>
  );
}
