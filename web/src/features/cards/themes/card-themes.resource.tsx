import type { cardThemes } from '@kaike/shared/resources/cards/card-themes';
import { Link } from 'react-router';
import { apiBase } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import type { PanelProps, ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './card-design.module.css';

type Row = ShownRowOf<typeof cardThemes>;

/** The version changes the URL whenever the theme changes. */
const pictureOf = ({ id, version, updated_at: changed }: Row, side: 'front' | 'back', width: number): string =>
  `${apiBase()}/admin/card-themes/${id}/picture?side=${side}&width=${width}&v=${String(version ?? changed ?? '')}`;

function DesignPanel({ row, permissions }: PanelProps<typeof cardThemes>) {
  const t = useT();
  const label = permissions.includes('update')
    ? 'resources.card-themes.design.draw'
    : 'resources.card-themes.design.view';
  return (
    <>
      <div className={css['faces']}>
        {(['front', 'back'] as const).map((side) => (
          <figure key={side}>
            <img src={pictureOf(row, side, 600)} alt={t(`resources.card-themes.design.${side}`)} loading="lazy" />
            <figcaption>{t(`resources.card-themes.design.${side}`)}</figcaption>
          </figure>
        ))}
      </div>
      <Link to={`/admin/card-themes/${row.id}/design`}>
        <Button type="primary" tabIndex={-1}>
          {t(label)}
        </Button>
      </Link>
    </>
  );
}

export const resourceView: ResourceView<typeof cardThemes> = {
  panels: [
    {
      key: 'design',
      wording: 'resources.card-themes.design.title',
      panel: DesignPanel,
      permission: 'show',
      first: true,
    },
  ],
  cells: {
    cover_front: (row) => (
      <img className={css['thumb']} src={pictureOf(row, 'front', 180)} alt="" loading="lazy" width={72} height={45} />
    ),
  },
};
