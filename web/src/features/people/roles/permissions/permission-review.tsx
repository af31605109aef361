import { Alert, Button, Empty, Modal } from '../../../../kit/widgets.ts';
import type { ReactNode } from 'react';
import type { RolePreview } from '@kaike/shared/contracts/people/roles';
import { useT } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import css from './permissions.module.css';

type Props = { preview: RolePreview; only_menu: boolean; busy: boolean; close: () => void; save: () => void };

function Titles({ title, look, titles }: { title: string; look: string; titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <section>
      <h3 className={css['heading']}>{title}</h3>
      <p className={css['tags']}>
        {titles.map((one) => (
          <span key={one} className={`kk-tag kk-tag-${look}`}>
            {one}
          </span>
        ))}
      </p>
    </section>
  );
}

/** The menu as a user with this role would see it, with the permissions on each page. */
function Sidebar({ preview }: { preview: RolePreview }) {
  const t = useT();
  if (preview.sidebar.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('resources.roles.rehearsal_empty')} />;
  return (
    <ul className={css['sidebar']}>
      {preview.sidebar.map((root) => (
        <li key={root.id}>
          <b>
            <KitIcon name={root.icons} /> {root.title}
          </b>
          <ul>
            {root.pages.map((page) => (
              <li key={page.id}>
                {page.title}
                <span className="kk-muted">{page.actions.join(' · ') || t('resources.roles.only_look')}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The consequences of saving, shown before it: who gains and loses what, and the resulting menu. */
export function PermissionReview({ preview, only_menu, busy, close, save }: Props) {
  const t = useT();
  const word = (key: string, params?: Record<string, string | number>): string => t(`resources.roles.${key}`, params);
  const { gained, lost, below, admins, is_blocked } = preview;
  const footer: ReactNode = only_menu
    ? null
    : [
        <Button key="cancel" onClick={close}>
          {word('cancel')}
        </Button>,
        <Button key="save" type="primary" loading={busy} disabled={is_blocked} onClick={save}>
          {word('confirm')}
        </Button>,
      ];
  return (
    <Modal open title={word(only_menu ? 'rehearsal' : 'review_title')} onCancel={close} footer={footer} width={640}>
      <div className={css['review']}>
        {only_menu ? null : (
          <>
            <p className="kk-muted">{admins > 0 ? word('admins_affected', { count: admins }) : word('admins_none')}</p>
            <Titles
              title={word('gained_title', { count: gained.length })}
              look="success"
              titles={gained.map(({ title }) => title)}
            />
            <Titles
              title={word('lost_title', { count: lost.length })}
              look="danger"
              titles={lost.map(({ title }) => title)}
            />
            {below.length > 0 ? (
              <Alert
                type={is_blocked ? 'error' : 'warning'}
                showIcon
                title={is_blocked ? word('blocked') : word('below_title', { count: below.length })}
                description={
                  <ul className={css['below']}>
                    {below.map((role) => (
                      <li key={role.id} title={role.lost.join('，')}>
                        {word('below_row', { name: role.name, admins: role.admins, count: role.lost.length })}
                      </li>
                    ))}
                  </ul>
                }
              />
            ) : null}
            <h3 className={css['heading']}>{word('rehearsal')}</h3>
          </>
        )}
        <Sidebar preview={preview} />
      </div>
    </Modal>
  );
}
