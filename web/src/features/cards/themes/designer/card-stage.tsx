import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import designWords from 'virtual:locale/card_design';
import { drawCard, type CardData, type CardCovers } from '@kaike/shared/domain/cards/faces/card-drawing';
import {
  cardSize,
  type CardElement,
  type CardLayout,
  type CardSide,
} from '@kaike/shared/domain/cards/faces/card-layout';
import {
  arrowStep,
  changeElement,
  handles,
  moveBox,
  type LayoutBox,
  type Guide,
  type Handle,
} from '@kaike/shared/domain/cards/faces/card-layout-edit';
import { svgNodes, viewBoxOf } from '@kaike/shared/domain/cards/faces/card-svg';
import type { Glyphs } from '@kaike/shared/domain/cards/faces/card-text';
import css from '../card-design.module.css';
import { SvgTree } from './svg-tree.tsx';
import { useDrag } from './keys/use-drag.ts';

type Props = {
  layout: CardLayout;
  covers: CardCovers;
  side: CardSide;
  data: CardData;
  glyphs: Glyphs;
  scale: number;
  selected: string | null;
  isFixed: boolean;
  nameOf: (element: CardElement) => string;
  select: (id: string | null) => void;
  place: (id: string, box: LayoutBox, name?: string) => void;
  remove: (id: string) => void;
};

/** One side as printed. */
function Drawing({
  layout,
  covers,
  side,
  data,
  glyphs,
  scale,
}: Pick<Props, 'layout' | 'covers' | 'side' | 'data' | 'glyphs' | 'scale'>) {
  const nodes = useMemo(
    () => svgNodes(drawCard({ layout, side, covers, data, glyphs }), glyphs, (src) => src),
    [layout, side, covers, data, glyphs],
  );
  const { bleed } = cardSize;
  return (
    <svg
      className={css['drawing']}
      viewBox={viewBoxOf(layout, true)}
      width={(layout.width + 2 * bleed) * scale}
      height={(layout.height + 2 * bleed) * scale}
      aria-hidden="true"
    >
      <SvgTree nodes={nodes} />
    </svg>
  );
}

const px = (box: LayoutBox, scale: number) => ({
  left: (box.x + cardSize.bleed) * scale,
  top: (box.y + cardSize.bleed) * scale,
  width: box.width * scale,
  height: box.height * scale,
});

function GuideLines({ guides, scale }: { guides: readonly Guide[]; scale: number }) {
  return guides.map(({ axis, at }) => (
    <span
      key={axis}
      className={css[axis === 'x' ? 'guideX' : 'guideY']}
      style={{ [axis === 'x' ? 'left' : 'top']: (at + cardSize.bleed) * scale }}
    />
  ));
}

type Hold = {
  begin: (event: PointerEvent, element: CardElement, handle: Handle | null) => void;
  move: (event: PointerEvent) => void;
  end: () => void;
  cancel: () => void;
};

function Grip({ element, props, hold }: { element: CardElement; props: Props; hold: Hold }) {
  const t = designWords.useT();
  const { selected, select, place, remove, scale, layout, isFixed, nameOf } = props;
  const isSelected = selected === element.id;
  const onKey = (event: KeyboardEvent): void => {
    const step = arrowStep(event);
    if (event.key === 'Delete' || event.key === 'Backspace') remove(element.id);
    else if (event.key === 'Escape') select(null);
    else if (!step) return;
    else place(element.id, moveBox(element, step, layout), `keys-${element.id}`);
    event.preventDefault();
  };
  const moving = { onPointerMove: hold.move, onPointerUp: hold.end, onPointerCancel: hold.cancel };
  return (
    <>
      <button
        type="button"
        className={css['grip']}
        style={px(element, scale)}
        aria-pressed={isSelected}
        data-element={element.id}
        aria-label={t('card_design.element_at', { name: nameOf(element), x: element.x, y: element.y })}
        onFocus={() => select(element.id)}
        {...(isFixed
          ? {}
          : {
              onKeyDown: onKey,
              onPointerDown: (event: PointerEvent) => {
                select(element.id);
                hold.begin(event, element, null);
              },
              ...moving,
            })}
      />
      {isSelected && !isFixed ? (
        <span className={css['handles']} style={px(element, scale)}>
          {handles.map((handle) => (
            <span
              key={handle}
              className={css['handle']}
              data-handle={handle}
              onPointerDown={(event) => hold.begin(event, element, handle)}
              {...moving}
            />
          ))}
        </span>
      ) : null}
    </>
  );
}

/** The card to scale, with draggable elements. Dashed: the cut; dotted: the safe zone. */
export function CardStage(props: Props) {
  const t = designWords.useT();
  const { layout, side, scale, select, place } = props;
  const drag = useDrag({ layout, scale, done: (id, box) => place(id, box) });
  const visibleLayout = drag.dragged ? changeElement(layout, drag.dragged.id, drag.dragged.box) : layout;
  const { bleed, safe } = cardSize;
  const card = { x: 0, y: 0, width: layout.width, height: layout.height };
  return (
    <div
      className={css['stage']}
      style={{ width: (layout.width + 2 * bleed) * scale, height: (layout.height + 2 * bleed) * scale }}
      role="group"
      aria-label={t(`card_design.sides.${side}`)}
      onPointerDown={() => select(null)}
    >
      <Drawing {...props} layout={visibleLayout} />
      <span className={css['cut']} style={px(card, scale)} />
      <span
        className={css['safe']}
        style={px({ x: safe, y: safe, width: layout.width - 2 * safe, height: layout.height - 2 * safe }, scale)}
      />
      {visibleLayout.elements
        .filter((element) => element.side === side)
        .map((element) => (
          <Grip key={element.id} element={element} props={{ ...props, layout: visibleLayout }} hold={drag} />
        ))}
      {drag.dragged ? <GuideLines guides={drag.dragged.guides} scale={scale} /> : null}
    </div>
  );
}
