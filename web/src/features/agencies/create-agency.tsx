import { useState } from 'react';
import agencyWords from 'virtual:words/agencies';
import { openAgency } from '@kaike/shared/contracts/agencies';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { readInput } from '@kaike/shared/kit/read-input';
import { agencies } from '@kaike/shared/resources/agencies';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { request } from '../../api/client.ts';
import { useSession } from '../../app/session.ts';
import { FieldRow } from '../../kit/form/field-row.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { Button } from '../../kit/widgets.ts';
import { PasswordNote } from './password-note.tsx';
import { useSend } from './use-send.ts';

type Opened = AnswerOf<typeof openAgency>;
type Errors = Record<string, string[]>;

const groups = agencies.form ?? [];
const inputs = Object.fromEntries(
  groups.flatMap(({ fields }) => fields.map((name) => [name, agencies.fields[name]] as const)),
);
const initial = Object.fromEntries(
  Object.entries(inputs).map(([name, field]) => [name, ('initial' in field ? field.initial : null) as unknown]),
);

/** Creates an agency with its login: one form, then the initial password, shown once. */
export function CreateAgency({ created }: { close: () => void; created: (id: number) => void }) {
  const t = agencyWords.useT();
  const words = useWords(agencies);
  const [values, setValues] = useState<Record<string, unknown>>(initial);
  const [wrong, setWrong] = useState<Errors>({});
  const [createdAgency, setOpened] = useState<Opened | null>(null);
  const { busy, errors, send } = useSend();
  const isSchool = useSession((state) => state.user?.admin?.is_super ?? false);
  if (createdAgency)
    return <PasswordNote title={t('agencies.created')} login={createdAgency} done={() => created(createdAgency.id)} />;
  const submit = (): void => {
    const { failures } = readInput(inputs, values);
    const messages = Object.fromEntries(
      Object.entries(failures).map(([name, list]) => [
        name,
        list.map((one) => failureMessage(words.t, one, words.field(name))),
      ]),
    );
    setWrong(messages);
    if (Object.keys(messages).length > 0) return;
    void send(async () => setOpened((await request('POST', openAgency.path, { body: values })) as Opened));
  };
  return (
    <form
      className="kk-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {groups.map(({ group, fields }) => (
        <fieldset key={group} className="kk-group">
          <legend>{words.group(group)}</legend>
          <div className="kk-grid">
            {fields
              .filter((name) => isSchool || name !== 'parent_id')
              .map((name) => (
                <FieldRow
                  key={name}
                  name={name}
                  field={agencies.fields[name]}
                  words={words}
                  choices={[]}
                  value={values[name]}
                  errors={wrong[name] ?? errors[name] ?? []}
                  disabled={busy}
                  onChange={(value) => {
                    setValues((old) => ({ ...old, [name]: value }));
                    setWrong((old) => ({ ...old, [name]: [] }));
                  }}
                  onBlur={() => undefined}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <div className="kk-form-foot">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('agencies.create')}
        </Button>
      </div>
    </form>
  );
}
