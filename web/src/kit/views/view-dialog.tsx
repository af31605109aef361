import { Checkbox, Input, Modal, Select } from 'antd';
import type { SavedView, SavedViews } from '@kaike/shared/contracts/office/saved-views';
import * as savedViews from '@kaike/shared/contracts/office/saved-views';
import { useForm } from '../../form/use-form.ts';
import { FieldBox } from '../fields/field-box.tsx';
import type { ResourceWording } from '../words/use-words.ts';

export type NamedView = { name: string; role_id: number | null; is_default: boolean; key: string };
type Props = {
  words: ResourceWording;
  roles: SavedViews['roles'];
  view: SavedView | null;
  close: () => void;
  save: (view: NamedView) => Promise<void>;
};

const maxNameLength = 40;
const fields = { name: savedViews.createSavedView.body.name, role_id: savedViews.createSavedView.body.role_id };

/** The name of a view and who sees it. */
export function ViewDialog({ words, roles, view, close, save }: Props) {
  const { t } = words;
  const form = useForm(fields, {
    initial: { name: view?.name ?? '', role_id: view?.role_id ?? null, is_default: false },
    label: (key) => t(key === 'name' ? 'lists.views.name' : 'lists.views.role'),
    prefix: 'kk-view-',
    onSubmit: ({ name, role_id: role, is_default }, keyOf) =>
      save({ name: name.trim(), role_id: role, is_default, key: keyOf([name.trim(), role]) }),
  });
  const [name, role] = [form.text('name'), form.bind('role_id')];
  const isNamed = name.value.trim() !== '';
  const submit = (): void => {
    if (isNamed) void form.submit();
  };
  // The role it was shared with is offered even if the user no longer has that role.
  const roleOptions =
    view?.role_id && !roles.some(({ id }) => id === view.role_id)
      ? [...roles, { id: view.role_id, name: view.role_name }]
      : roles;
  return (
    <Modal
      open
      title={t(view ? 'lists.views.edit' : 'lists.views.create')}
      okText={t('kit.save')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !isNamed }}
      confirmLoading={form.busy}
      onOk={submit}
      onCancel={close}
      destroyOnHidden
    >
      <FieldBox id={name.id} label={name.label} error={name.error} help={view ? '' : t('lists.views.kept')}>
        <Input
          id={name.id}
          autoFocus
          maxLength={maxNameLength}
          value={name.value}
          placeholder={t('lists.views.name_hint')}
          status={name.error ? 'error' : ''}
          onChange={(event) => name.onChange(event.target.value)}
          onBlur={name.onBlur}
          onPressEnter={submit}
        />
      </FieldBox>
      <FieldBox id={role.id} label={role.label} error={role.error} help={t('lists.views.role_hint')}>
        <Select
          id={role.id}
          aria-label={role.label}
          value={role.value}
          onChange={(roleId: number | null) => role.onChange(roleId)}
          style={{ width: '100%' }}
          options={[
            { value: null, label: t('lists.views.only_me') },
            ...roleOptions.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      </FieldBox>
      {view ? null : (
        <Checkbox checked={form.values.is_default} onChange={(event) => form.set('is_default', event.target.checked)}>
          {t('lists.views.open_with')}
        </Checkbox>
      )}
    </Modal>
  );
}
