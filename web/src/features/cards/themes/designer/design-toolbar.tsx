import designWords from 'virtual:locale/card_design';
import { cardSides, elementKinds, type CardSide, type ElementKind } from '@kaike/shared/domain/cards/faces/card-layout';
import { Button, Dropdown } from '../../../../kit/widgets.ts';
import css from '../card-design.module.css';

export const zooms = [1, 1.5, 2, 3] as const;
type Props = {
  side: CardSide;
  zoom: number;
  disabled: boolean;
  canUndo: boolean;
  canRedo: boolean;
  setSide: (side: CardSide) => void;
  setZoom: (zoom: number) => void;
  undo: () => void;
  redo: () => void;
  add: (kind: ElementKind) => void;
  reset: () => void;
};

/** Side switch, add buttons, undo and redo. */
export function DesignToolbar(props: Props) {
  const t = designWords.useT();
  const { side, zoom, disabled, setSide, setZoom } = props;
  const at = zooms.findIndex((one) => one === zoom);
  const step = (by: 1 | -1): void => setZoom(zooms[at + by] ?? zoom);
  return (
    <div className={css['toolbar']} role="toolbar" aria-label={t('card_design.tools')}>
      <div className={css['sides']} role="group" aria-label={t('card_design.side')}>
        {cardSides.map((one) => (
          <button key={one} type="button" aria-pressed={side === one} onClick={() => setSide(one)}>
            {t(`card_design.sides.${one}`)}
          </button>
        ))}
      </div>
      {disabled ? null : (
        <>
          <Dropdown
            trigger={['click']}
            menu={{
              items: elementKinds.map((kind) => ({ key: kind, label: t(`card_design.kinds.${kind}`) })),
              onClick: ({ key }) => {
                const kind = elementKinds.find((one) => one === key);
                if (kind) props.add(kind);
              },
            }}
          >
            <Button>{t('card_design.add')}</Button>
          </Dropdown>
          <Button disabled={!props.canUndo} onClick={props.undo} title="Ctrl+Z">
            {t('card_design.undo')}
          </Button>
          <Button disabled={!props.canRedo} onClick={props.redo} title="Ctrl+Shift+Z">
            {t('card_design.redo')}
          </Button>
          <Button onClick={props.reset}>{t('card_design.reset')}</Button>
        </>
      )}
      <span className={css['zoom']}>
        <Button aria-label={t('card_design.zoom_out')} disabled={at <= 0} onClick={() => step(-1)}>
          −
        </Button>
        <output aria-label={t('card_design.zoom')}>{Math.round(zoom * 100)}%</output>
        <Button aria-label={t('card_design.zoom_in')} disabled={at >= zooms.length - 1} onClick={() => step(1)}>
          +
        </Button>
      </span>
    </div>
  );
}
