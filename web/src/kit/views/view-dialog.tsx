import { Checkbox, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { SavedView, SavedViews } from '@kaike/shared/contracts/saved-views';
import { createRequestKeys } from '../../api/request-key.ts';
import type { Words } from '../words/use-words.ts';

export type NamedView = { name: string; role_id: number | null; is_default: boolean; key: string };
type Props = {
  words: Words;
  roles: SavedViews['roles'];
  view: SavedView | null;
  close: () => void;
  save: (view: NamedView) => Promise<void>;
};

const longestName = 40;

/** The name of a view and who sees it. */
export function ViewDialog({ words, roles, view, close, save }: Props) {
  const { t } = words;
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState<number | null>(view?.role_id ?? null);
  const [isDefault, setIsDefault] = useState(false);
  const [keys] = useState(createRequestKeys);
  const isNamed = name.trim() !== '';
  const submit = (): void => {
    if (isNamed)
      void save({ name: name.trim(), role_id: role, is_default: isDefault, key: keys.keyOf([name.trim(), role]) });
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
      onOk={submit}
      onCancel={close}
      destroyOnHidden
    >
      <div className="kk-field">
        <label htmlFor="kk-view-name">{t('lists.views.name')}</label>
        <Input
          id="kk-view-name"
          autoFocus
          maxLength={longestName}
          value={name}
          placeholder={t('lists.views.name_hint')}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={submit}
        />
        <div className="kk-help">{view ? '' : t('lists.views.kept')}</div>
      </div>
      <div className="kk-field">
        <label htmlFor="kk-view-role">{t('lists.views.role')}</label>
        <Select
          id="kk-view-role"
          aria-label={t('lists.views.role')}
          value={role}
          onChange={(roleId: number | null) => setRole(roleId)}
          style={{ width: '100%' }}
          options={[
            { value: null, label: t('lists.views.only_me') },
            ...roleOptions.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <div className="kk-help">{t('lists.views.role_hint')}</div>
      </div>
      {view ? null : (
        <Checkbox checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)}>
          {t('lists.views.open_with')}
        </Checkbox>
      )}
    </Modal>
  );
}
