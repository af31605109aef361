import type { MenuNode } from '@kaike/shared/contracts/office/menus';
import * as menus from '@kaike/shared/contracts/office/menus';
import { menuEnvironments, menuMiddleware } from '@kaike/shared/domain/office/menu-access';
import { locales } from '@kaike/shared/locales/languages';
import { field, type Field } from '@kaike/shared/kit/field';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import type { ResourceWording } from '../../../kit/words/use-words.ts';
import { Modal } from '../../../kit/widgets.ts';
import { CheckRow, MoreFields } from './more-fields.tsx';

/** A new folder, a new link in one, or an existing entry. */
export type MenuTarget = { kind: 'folder' } | { kind: 'link'; parent_id: number } | { kind: 'edit'; node: MenuNode };
type Props = { target: MenuTarget; words: ResourceWording; close: () => void; saved: () => void };
type Values = Record<string, unknown>;

const nameField = field.text({ rules: 'max:30' });
const neededName = field.text({ rules: 'required|max:30' });
const descriptionField = field.text({ rules: 'max:200' });
const iconField = field.icon();
const urlField = field.text({ rules: 'required|max:500' });
const { alias: aliasField, use: useField, is_enabled: enabledField } = menus.createMenu.body;
const {
  env: envField,
  middleware: middlewareField,
  params: paramsField,
  responses: responsesField,
} = menus.createMenu.body;

const isCustom = (target: MenuTarget): boolean => target.kind !== 'edit' || target.node.is_custom;
const isLink = (target: MenuTarget): boolean =>
  target.kind === 'link' || (target.kind === 'edit' && target.node.is_custom && target.node.type !== 'folder');

/** Names in every language, an icon, and the URL of a link. */
const firstFields = (target: MenuTarget): Record<string, Field> => ({
  ...Object.fromEntries(
    locales.map((locale) => [`name_${locale}`, isCustom(target) && locale === 'zh-CN' ? neededName : nameField]),
  ),
  icons: iconField,
  ...(isLink(target) ? { url: urlField } : {}),
});

/** Whom an entry lets pass, unless it is needed to undo that, and what it says of itself; the endpoint behind one of the product says its own. */
const furtherFields = (target: MenuTarget): Record<string, Field> => ({
  ...Object.fromEntries(locales.map((locale) => [`description_${locale}`, descriptionField])),
  ...(target.kind === 'edit' && target.node.is_protected
    ? {}
    : { is_enabled: enabledField, env: envField, middleware: middlewareField }),
  alias: aliasField,
  ...(isLink(target) ? { use: useField, params: paramsField, responses: responsesField } : {}),
});

/** What a new entry starts with. */
const blank: Pick<
  MenuNode,
  | 'names'
  | 'descriptions'
  | 'icons'
  | 'url'
  | 'is_enabled'
  | 'env'
  | 'alias'
  | 'use'
  | 'middleware'
  | 'params'
  | 'responses'
> = {
  names: {},
  descriptions: {},
  icons: '',
  url: '',
  is_enabled: true,
  env: [],
  alias: '',
  use: '',
  middleware: [],
  params: [],
  responses: [],
};

/** The values of a new entry, or those of an existing one. */
function valuesOf(target: MenuTarget): Values {
  const node = target.kind === 'edit' ? target.node : blank;
  const texts = (name: string, from: MenuNode['names']): [string, string][] =>
    locales.map((locale) => [`${name}_${locale}`, from[locale] ?? '']);
  const { icons, is_enabled, env, alias, use, middleware, params, responses } = node;
  return {
    ...Object.fromEntries([...texts('name', node.names), ...texts('description', node.descriptions)]),
    icons,
    url: isLink(target) ? node.url : '',
    is_enabled,
    env,
    alias,
    use: use || null,
    middleware,
    params,
    responses,
  };
}

/** A heading, a link or an entry of the product. */
export function MenuDialog({ target, words, close, saved }: Props) {
  const { t } = words;
  const word = (key: string, params?: Record<string, string>): string => t(`resources.menus.${key}`, params);
  const [first, further] = [firstFields(target), furtherFields(target)];
  const form = useForm(
    { ...first, ...further },
    {
      initial: valuesOf(target),
      label: words.field,
      prefix: 'menu-',
      onSubmit: async (body) => {
        if (target.kind === 'edit') await call(menus.updateMenu, { params: { id: target.node.id }, body });
        else
          await call(menus.createMenu, {
            body: target.kind === 'link' ? { ...body, parent_id: target.parent_id } : body,
          });
        toast('success', word('saved'));
        saved();
      },
    },
  );
  const title = target.kind === 'edit' ? word('edit') : word(target.kind === 'link' ? 'new_link' : 'new_folder');
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => void form.submit()}
      okText={word('save')}
      cancelText={word('cancel')}
      confirmLoading={form.busy}
    >
      {target.kind === 'edit' && !target.node.is_custom ? (
        <p className="kk-muted">
          {word('product_name', { name: t(target.node.wording ?? '') })} · {word('name_hint')}
        </p>
      ) : null}
      {Object.entries(first).map(([name, one]) => (
        <FieldRow key={name} {...form.bind(name)} name={name} field={one} help={words.help(name)} />
      ))}
      {isLink(target) ? <p className="kk-muted">{word('url_hint')}</p> : null}
      <MoreFields label={word('more')} isNeeded={Object.keys(further).some((name) => form.bind(name).error)}>
        {Object.entries(further).map(([name, one]) =>
          name === 'env' || name === 'middleware' ? (
            <CheckRow
              key={name}
              help={words.help(name)}
              names={name === 'env' ? menuEnvironments : menuMiddleware}
              textOf={(choice) => word(`choices.${name}.${choice}`)}
              {...form.bind(name)}
            />
          ) : (
            <FieldRow key={name} {...form.bind(name)} name={name} field={one} help={words.help(name)} />
          ),
        )}
      </MoreFields>
    </Modal>
  );
}
