import { useState } from 'react';
import { createMenu, updateMenu, type MenuNode } from '@kaike/shared/contracts/menus';
import { locales } from '@kaike/shared/domain/constants';
import { field } from '@kaike/shared/kit/field';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { FieldRow } from '../../kit/form/field-row.tsx';
import type { Words } from '../../kit/words/use-words.ts';
import { Modal } from '../../kit/widgets.ts';

/** A new folder, a new link in one, or an existing entry. */
export type MenuTarget = { kind: 'folder' } | { kind: 'link'; parent_id: number } | { kind: 'edit'; node: MenuNode };
type Props = { target: MenuTarget; words: Words; close: () => void; saved: () => void };
type Values = Record<string, string>;

const nameField = field.text({ rules: 'max:30' });
const neededName = field.text({ rules: 'required|max:30' });
const iconField = field.icon();
const urlField = field.text({ rules: 'required|max:500' });

function valuesOf(target: MenuTarget): Values {
  if (target.kind !== 'edit') return {};
  const { node } = target;
  return {
    ...Object.fromEntries(locales.map((locale) => [`name_${locale}`, node.names[locale] ?? ''])),
    icons: node.icons,
    url: node.url,
  };
}

/** Names in every language, an icon, and the URL of a link. */
export function MenuDialog({ target, words, close, saved }: Props) {
  const { t } = words;
  const [values, setValues] = useState(() => valuesOf(target));
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const [busy, setBusy] = useState(false);
  const isOwn = target.kind !== 'edit' || target.node.is_custom;
  const isLink =
    target.kind === 'link' || (target.kind === 'edit' && target.node.is_custom && target.node.type !== 'folder');
  const word = (key: string, params?: Record<string, string>): string => t(`resources.menus.${key}`, params);
  const save = async (): Promise<void> => {
    setBusy(true);
    const body = { ...values, ...(isLink ? {} : { url: '' }) };
    try {
      if (target.kind === 'edit') await call(updateMenu, { params: { id: target.node.id }, body });
      else await call(createMenu, { body: target.kind === 'link' ? { ...body, parent_id: target.parent_id } : body });
      toast('success', word('saved'));
      saved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.errors);
      if (!error.handled && Object.keys(error.errors).length === 0) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  const input = (name: string, kind: typeof nameField | typeof iconField) => (
    <FieldRow
      key={name}
      name={name}
      prefix="menu"
      field={kind}
      words={words}
      choices={[]}
      value={values[name] ?? ''}
      errors={errors[name] ?? []}
      disabled={busy}
      onChange={(value) => setValues((before) => ({ ...before, [name]: String(value ?? '') }))}
      onBlur={() => undefined}
    />
  );
  const title = target.kind === 'edit' ? word('edit') : word(target.kind === 'link' ? 'new_link' : 'new_folder');
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => void save()}
      okText={word('save')}
      cancelText={word('cancel')}
      confirmLoading={busy}
    >
      {target.kind === 'edit' && !target.node.is_custom ? (
        <p className="kk-muted">
          {word('product_name', { name: t(target.node.wording ?? '') })} · {word('name_hint')}
        </p>
      ) : null}
      {locales.map((locale) => input(`name_${locale}`, isOwn && locale === 'zh-CN' ? neededName : nameField))}
      {input('icons', iconField)}
      {isLink ? (
        <>
          {input('url', urlField)}
          <p className="kk-muted">{word('url_hint')}</p>
        </>
      ) : null}
    </Modal>
  );
}
