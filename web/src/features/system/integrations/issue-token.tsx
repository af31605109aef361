import { useState } from 'react';
import * as apiTokens from '@kaike/shared/contracts/system/api-tokens';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Field } from '@kaike/shared/kit/field';
import { request } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import { Button, Modal } from '../../../kit/widgets.ts';
import { SecretOnce } from './secret-once.tsx';

const key = 'resources.api-tokens';
const usualDays = 90;
const inputs: Record<string, Field> = apiTokens.issueApiToken.body;
const initial: Record<string, unknown> = { name: '', access: 'read', scopes: [], days: usualDays };
const helped = new Set<string>(['name', 'scopes', 'days']);

/** A form for a new token, then the token, shown once. */
export function IssueToken({ close }: { close: () => void }) {
  const t = useT();
  const [token, setToken] = useState<string | null>(null);
  const form = useForm(inputs, {
    initial,
    label: (name) => t(`${key}.fields.${name}`),
    prefix: 'token-',
    onSubmit: async (body) => {
      const answer = (await request('POST', apiTokens.issueApiToken.path, { body })) as ResponseOf<
        typeof apiTokens.issueApiToken
      >;
      setToken(answer.token);
    },
  });
  return (
    <Modal open title={t(`${key}.actions.issue`)} onCancel={close} mask={{ closable: false }} footer={null}>
      {token === null ? (
        <form className="kk-form" noValidate onSubmit={form.onSubmit}>
          {Object.entries(inputs).map(([name, field]) => (
            <FieldRow
              key={name}
              {...form.bind(name)}
              name={name}
              field={field}
              choices={(field.choices ?? []).map((choice) => ({
                value: choice.value,
                label: t(`${key}.choices.${name}.${choice.key}`),
                tone: choice.tone ?? 'default',
              }))}
              help={helped.has(name) ? t(`${key}.form.help_${name}`) : null}
            />
          ))}
          <div className="kk-form-foot">
            <Button type="primary" htmlType="submit" loading={form.busy}>
              {t(`${key}.actions.issue`)}
            </Button>
          </div>
        </form>
      ) : (
        <SecretOnce secret={token} note={t(`${key}.form.once`)} done={close} />
      )}
    </Modal>
  );
}
