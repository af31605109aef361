import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { genderChoices, type Gender } from '@kaike/shared/domain/people/people';
import { call } from '../../../../api/client.ts';
import { loadUser } from '../../../../app/session.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Card } from '../../../../ui/parts.tsx';
import { useChanged } from '../member-account.queries.ts';

/** What members say of themselves. */
export function ProfileCard({ account }: { account: Account }) {
  const t = accountWords.useT();
  const changed = useChanged();
  const { nickname, gender, birthday, birthday_locked: isLocked, school, grade, version } = account;
  const form = useForm(accountApi.accountFields, {
    initial: { nickname, gender, birthday: birthday ?? '', school, grade },
    label: (key) => t(`account.fields.${key}`),
    onSubmit: async (values) => {
      changed(
        await call(accountApi.updateAccount, {
          body: { ...values, gender: values.gender as Gender, birthday: values.birthday || null, version },
        }),
      );
      await loadUser(true);
    },
  });
  const genders = genderChoices.map(({ value, key }) => ({ value: String(value), label: t(`account.genders.${key}`) }));
  return (
    <Card>
      <form noValidate onSubmit={form.onSubmit}>
        <TextField {...form.text('nickname')} autoComplete="nickname" />
        <SelectField
          label={t('account.fields.gender')}
          value={String(form.values.gender)}
          options={genders}
          onChange={(value) => form.set('gender', Number(value))}
        />
        <TextField
          {...form.text('birthday')}
          type="date"
          autoComplete="bday"
          disabled={isLocked}
          hint={isLocked ? t('account.birthday_locked') : ''}
        />
        <TextField {...form.text('school')} autoComplete="organization" />
        <TextField {...form.text('grade')} />
        <Button type="submit" look="primary" block busy={form.busy}>
          {t('account.save')}
        </Button>
      </form>
    </Card>
  );
}
