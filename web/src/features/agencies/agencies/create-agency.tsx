import { useEffect, useState } from 'react';
import agencyWords from 'virtual:locale/agencies';
import * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { request } from '../../../api/client.ts';
import { useSession } from '../../../app/session.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import { FormFoot } from '../../../kit/form/form-foot.tsx';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import type { CreateProps } from '../../../kit/resource-view.ts';
import { useWords } from '../../../kit/words/use-words.ts';
import { PasswordNote } from './password-note.tsx';

type NewAgency = ResponseOf<typeof agenciesApi.openAgency>;

const groups = agencies.form ?? [];
const inputs = Object.fromEntries(
  groups.flatMap(({ fields }) => fields.map((name) => [name, agencies.fields[name]] as const)),
);
const initial = Object.fromEntries<unknown>(
  Object.entries(inputs).map(([name, field]) => [name, 'initial' in field ? field.initial : null]),
);

/** Creates an agency with its login: one form, then the initial password, shown once. */
export function CreateAgency({ created, onDirty, cancel }: CreateProps) {
  const t = agencyWords.useT();
  const words = useWords(agencies);
  const [createdAgency, setOpened] = useState<NewAgency | null>(null);
  const form = useForm(inputs, {
    initial,
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values) =>
      setOpened((await request('POST', agenciesApi.openAgency.path, { body: values })) as NewAgency),
  });
  const isDirty = form.dirty && createdAgency === null;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const isSchool = useSession((state) => state.user?.admin?.is_super ?? false);
  if (createdAgency)
    return <PasswordNote title={t('agencies.created')} login={createdAgency} done={() => created(createdAgency.id)} />;
  return (
    <form className="kk-form" noValidate onSubmit={form.onSubmit}>
      <LeaveGuard dirty={isDirty} words={words} onLeave={form.reset} />
      {groups.map(({ group, fields }) => (
        <fieldset key={group} className="kk-group">
          <legend>{words.group(group)}</legend>
          <div className="kk-grid">
            {fields
              .filter((name) => isSchool || name !== 'parent_id')
              .map((name) => (
                <FieldRow
                  key={name}
                  {...form.bind(name)}
                  name={name}
                  field={agencies.fields[name]}
                  help={words.help(name)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <FormFoot busy={form.busy} label={t('agencies.create')} cancel={cancel} />
    </form>
  );
}
