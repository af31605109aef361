import { Modal } from 'antd';
import { useMemo, useRef } from 'react';
import { neededFields } from '@kaike/shared/kit/rows/new-row';
import type { FormValues } from '../../../form/field-state.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldRow } from '../../form/field-row.tsx';
import { focusFirst } from '../focus-first.ts';
import { createRow } from '../../form/use-record-form.ts';
import { choicesOf } from '../../maps.ts';
import { useReload } from '../../use-resource.ts';
import { capital, createLabel, useWords } from '../../words/use-words.ts';
import type { NewRowProps } from './use-new-row.tsx';

const formId = 'new-row';

/** A new row of another resource, over the form that lacks it: its title, and what else it requires. */
export function NewRowDialog({ definition, title, close, created }: NewRowProps) {
  const words = useWords(definition);
  const reload = useReload(definition.name);
  const fields = useMemo(() => neededFields(definition), [definition]);
  const body = useRef<HTMLFormElement>(null);
  const form = useForm<FormValues>(Object.fromEntries(fields), {
    initial: Object.fromEntries(fields.map(([key]) => [key, key === definition.title ? title : null])),
    label: words.field,
    prefix: `${formId}-`,
    onSubmit: async (values, keyOf) => {
      const id = await createRow(definition, { values, keyOf });
      reload();
      created(id);
    },
  });
  return (
    <Modal
      open
      title={capital(createLabel(words))}
      okText={words.t('kit.actions.create')}
      cancelText={words.t('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      confirmLoading={form.busy}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst(body.current);
      }}
    >
      <form
        id={formId}
        ref={body}
        noValidate
        onSubmit={(event) => {
          // In React the form below is around this one, wherever the page draws it.
          event.stopPropagation();
          form.onSubmit(event);
        }}
      >
        {fields.map(([key, field]) => (
          <FieldRow
            key={key}
            {...form.bind(key)}
            name={key}
            field={field}
            help={words.help(key)}
            choices={choicesOf(field, { name: key, words })}
          />
        ))}
      </form>
    </Modal>
  );
}
