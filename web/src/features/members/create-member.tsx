import type { Field } from '@kaike/shared/kit/field';
import { writableFields } from '@kaike/shared/kit/resource';
import { members } from '@kaike/shared/resources/members';
import { request } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { useForm } from '../../form/use-form.ts';
import { FieldRow } from '../../kit/form/field-row.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { Button } from '../../kit/widgets.ts';

const writable = new Set(writableFields(members.fields, 'create').map(([name]) => name));
/** What a sheet of new learners holds; their numbers are the server's. */
const names = (members.transfer?.import ?? []).filter((name) => writable.has(name));
const inputs: Record<string, Field> = Object.fromEntries(names.map((name) => [name, members.fields[name]]));
const initial = Object.fromEntries<unknown>(
  Object.entries(inputs).map(([name, field]) => [name, 'initial' in field ? field.initial : null]),
);

/** Enters a learner, with what only a new one has: number and mailbox, products and the message. */
export function CreateMember({ created }: { close: () => void; created: (id: number) => void }) {
  const t = useT();
  const words = useWords(members);
  const form = useForm(inputs, {
    initial,
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values, keyOf) => {
      const headers = { 'X-Idempotency-Key': keyOf(values) };
      const { id } = (await request('POST', '/admin/members', { body: values, headers })) as { id: number };
      created(id);
    },
  });
  return (
    <form className="kk-form" noValidate onSubmit={form.onSubmit}>
      <div className="kk-grid">
        {names.map((name) => (
          <FieldRow key={name} {...form.bind(name)} name={name} field={members.fields[name]} help={words.help(name)} />
        ))}
      </div>
      <div className="kk-form-foot">
        <Button type="primary" htmlType="submit" loading={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
