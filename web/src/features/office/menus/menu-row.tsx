import type { ReactNode } from 'react';
import type { MenuNode } from '@kaike/shared/contracts/office/menus';
import { useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { Button } from '../../../kit/widgets.ts';
import css from './menus.module.css';

type Act = ((node: MenuNode) => void) | null;
/** The actions on an entry; null when not allowed. */
export type RowActions = { toggle: Act; edit: Act; add: Act; remove: Act };

type Props = { node: MenuNode; depth: number; title: string; handle: ReactNode; actions: RowActions; busy: boolean };

/** One entry: name, type and actions. */
export function MenuRow({ node, depth, title, handle, actions, busy }: Props) {
  const t = useT();
  const word = (key: string, params?: Record<string, string | number>): string => t(`resources.menus.${key}`, params);
  const isHidden = node.status !== 1;
  const button = (act: Act, text: string) =>
    act ? (
      <Button size="small" type="text" disabled={busy} aria-label={`${text} ${title}`} onClick={() => act(node)}>
        {text}
      </Button>
    ) : null;
  return (
    <div className={css['row']} data-depth={depth}>
      {handle}
      <KitIcon name={node.icons} />
      <div className={css['text']}>
        <span className={depth === 0 ? css['heading'] : undefined}>{title}</span>
        <span className="kk-muted">
          {[
            node.url,
            node.plugin,
            depth === 0 || node.is_custom ? '' : word('facts', { actions: node.actions, roles: node.roles }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <span className={css['tags']}>
        {node.is_enabled ? null : <span className="kk-tag kk-tag-warning">{word('disabled')}</span>}
        {node.env.length + node.middleware.length > 0 ? (
          <span className="kk-tag kk-tag-warning">{word('limited')}</span>
        ) : null}
        {isHidden ? <span className="kk-tag kk-tag-warning">{word('hidden')}</span> : null}
        <span className="kk-tag kk-tag-default">{word(`types.${node.type}`)}</span>
      </span>
      <span className={css['actions']}>
        {depth === 0 ? button(actions.add, word('new_link')) : null}
        {button(actions.edit, word('edit'))}
        {node.is_protected ? (
          <span className={`kk-muted ${css['needed']}`}>{word('protected')}</span>
        ) : (
          button(actions.toggle, word(isHidden ? 'show' : 'hide'))
        )}
        {node.is_custom ? button(actions.remove, word('delete')) : null}
      </span>
    </div>
  );
}
