import { useId, useState } from 'react';
import { useT } from '../../app/wording.ts';
import { Input, Modal } from '../../kit/widgets.ts';

type Props = {
  title: string;
  text: string;
  hint: string;
  ok: string;
  close: () => void;
  run: (reason: string) => Promise<void>;
};

const longest = 200;

/** Asks for a reason before a logged action; stays open while it runs, so that nothing typed is lost on failure. */
export function ReasonDialog({ title, text, hint, ok, close, run }: Props) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    await run(reason.trim());
    setBusy(false);
  };
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('card_batches.cancel')}
      onCancel={close}
      onOk={() => void submit()}
      confirmLoading={busy}
      destroyOnHidden
      okButtonProps={{ disabled: reason.trim() === '' }}
      mask={{ closable: false }}
    >
      <p>{text}</p>
      <div className="kk-field">
        <label htmlFor={id}>{t('card_batches.reason')}</label>
        <Input
          id={id}
          autoFocus
          value={reason}
          maxLength={longest}
          placeholder={hint}
          disabled={busy}
          onChange={(event) => setReason(event.target.value)}
          onPressEnter={() => {
            if (reason.trim() !== '') void submit();
          }}
        />
      </div>
    </Modal>
  );
}
