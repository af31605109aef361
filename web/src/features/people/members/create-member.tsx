import type { Field } from '@kaike/shared/kit/field';
import { writableFields } from '@kaike/shared/kit/resource';
import { members } from '@kaike/shared/resources/people/members';
import { useEffect, useState } from 'react';
import { request } from '../../../api/client.ts';
import type { RequestKeys } from '../../../api/request-key.ts';
import { useSends } from '../../../app/config.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import { FormFoot } from '../../../kit/form/form-foot.tsx';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import type { CreateProps } from '../../../kit/resource-view.ts';
import { Alert } from '../../../kit/widgets.ts';
import { useWords } from '../../../kit/words/use-words.ts';

const writable = new Set(writableFields(members.fields, 'create').map(([name]) => name));
/** What a sheet of new learners holds; their numbers are the server's. */
const names = (members.transfer?.import ?? []).filter((name) => writable.has(name));
const inputs: Record<string, Field> = Object.fromEntries(names.map((name) => [name, members.fields[name]]));
const initial = Object.fromEntries<unknown>(
  Object.entries(inputs).map(([name, field]) => [name, 'initial' in field ? field.initial : null]),
);

async function enter(values: Record<string, unknown>, keyOf: RequestKeys['keyOf']): Promise<number> {
  const headers = { 'X-Idempotency-Key': keyOf(values) };
  const { id } = (await request('POST', '/admin/members', { body: values, headers })) as { id: number };
  return id;
}

/** Enters a learner, with what only a new one has: number and mailbox, products and the message. */
export function CreateMember({ created, onDirty, again, cancel }: CreateProps) {
  const words = useWords(members);
  const hasMail = useSends('reset', 'mail');
  const hasTexts = useSends('login');
  const isMute = !hasMail && !hasTexts;
  const add: typeof enter = async (values, keyOf) => {
    const id = await enter(values, keyOf);
    if (isMute && values['send_welcome'] === true) toast('warning', words.t('resources.members.mute.entered'));
    return id;
  };
  const [createdId, setCreatedId] = useState<number | null>(null);
  const form = useForm(inputs, {
    initial,
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values, keyOf) => setCreatedId(await add(values, keyOf)),
  });
  const isDirty = form.dirty && createdId === null;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // Once the guard below knows that nothing is left to lose.
  useEffect(() => {
    if (createdId !== null) created(createdId);
  }, [createdId, created]);
  return (
    <form className="kk-form" noValidate onSubmit={form.onSubmit}>
      <LeaveGuard dirty={isDirty} words={words} onLeave={form.reset} />
      <div className="kk-grid">
        {names.map((name) => (
          <FieldRow key={name} {...form.bind(name)} name={name} field={members.fields[name]} help={words.help(name)} />
        ))}
      </div>
      {isMute ? <Alert type="warning" showIcon title={words.t('resources.members.mute.form')} /> : null}
      <FormFoot
        busy={form.busy}
        saveAgain={
          again
            ? () =>
                void form.submit(async (values, keyOf) => {
                  await add(values, keyOf);
                  again();
                })
            : null
        }
        cancel={cancel}
      />
    </form>
  );
}
