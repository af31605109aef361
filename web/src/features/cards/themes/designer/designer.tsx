import { useCallback, useMemo, useState } from 'react';
import designWords from 'virtual:locale/card_design';
import type { CardData } from '@kaike/shared/domain/cards/faces/card-drawing';
import {
  isText,
  makeElement,
  minimumQr,
  roundMm,
  type CardElement,
  type CardLayout,
  type CardSide,
  type ElementKind,
} from '@kaike/shared/domain/cards/faces/card-layout';
import { checkLayout } from '@kaike/shared/domain/cards/faces/card-layout-check';
import { changeElement, shiftLayer, type LayoutBox } from '@kaike/shared/domain/cards/faces/card-layout-edit';
import { sizeWithBleed, resizeCard } from '@kaike/shared/domain/cards/faces/card-size';
import { CardPanel } from '../card-panel.tsx';
import { CardStage } from './card-stage.tsx';
import css from '../card-design.module.css';
import { ErrorList, ProblemList } from './parts/design-parts.tsx';
import { DesignToolbar } from './design-toolbar.tsx';
import { ElementPanel } from './parts/element-panel.tsx';
import { LayersPanel } from './parts/layers-panel.tsx';
import { layoutOf, type Design, type DesignData } from './use-design.ts';
import { useGlyphs } from './use-glyphs.ts';
import { useQr } from './use-qr.ts';
import { useStageWidth } from './use-stage-width.ts';

type Props = { data: DesignData; design: Design; isFixed: boolean };

/** Space for the stage's frame, in pixels. */
const framePx = 2;
/** Maximum height in pixels of an upright card before zooming. */
const tallestPx = 600;

function newElement(
  kind: ElementKind,
  side: CardSide,
  { card, ...content }: { id: string; text: string; card: CardLayout },
): CardElement {
  const size =
    kind === 'qr'
      ? { width: minimumQr + 5, height: minimumQr + 5 }
      : kind === 'box' || kind === 'picture'
        ? { width: 25, height: 15 }
        : { width: 40, height: 6 };
  const place = { x: roundMm((card.width - size.width) / 2), y: roundMm((card.height - size.height) / 2) };
  return makeElement({
    ...content,
    kind,
    side,
    ...place,
    ...size,
    ...(side === 'front' && isText(kind) ? { color: '#ffffff' } : {}),
    ...(kind === 'box' ? { color: '#ffffff', opacity: 80 } : {}),
  });
}

function useNames(): (element: CardElement) => string {
  const t = designWords.useT();
  return useCallback(
    ({ kind, text }) =>
      kind === 'text' && text !== ''
        ? `${t('card_design.kinds.text')}「${text.length > 12 ? `${text.slice(0, 12)}…` : text}」`
        : t(`card_design.kinds.${kind}`),
    [t],
  );
}

function useEdits(design: Design, side: CardSide, select: (id: string | null) => void) {
  const t = designWords.useT();
  const { drawn, change } = design;
  const set = (id: string, value: Partial<Omit<CardElement, 'id'>>, name?: string): void =>
    change({ ...drawn, layout: changeElement(drawn.layout, id, value) }, name);
  return {
    set,
    place: (id: string, box: LayoutBox, name?: string) => set(id, box, name),
    remove: (id: string) => {
      change({
        ...drawn,
        layout: { ...drawn.layout, elements: drawn.layout.elements.filter((element) => element.id !== id) },
      });
      select(null);
    },
    shift: (id: string, by: 1 | -1) => change({ ...drawn, layout: shiftLayer(drawn.layout, id, by) }),
    add: (kind: ElementKind) => {
      const id = `${kind}-${crypto.randomUUID().slice(0, 8)}`;
      const created = newElement(kind, side, {
        id,
        text: kind === 'text' ? t('card_design.new_text') : '',
        card: drawn.layout,
      });
      change({ ...drawn, layout: { ...drawn.layout, elements: [...drawn.layout.elements, created] } });
      select(id);
    },
  };
}

/** The card to scale, between the layers and the element panel. */
export function Designer({ data, design, isFixed }: Props) {
  const t = designWords.useT();
  const [side, setSide] = useState<CardSide>('front');
  const [selected, select] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1);
  const [product, setProduct] = useState(data.sample.product);
  const [width, measure] = useStageWidth();
  const { drawn } = design;
  const { layout, covers } = drawn;
  const nameOf = useNames();
  const { set, place, remove, shift, add } = useEdits(design, side, select);
  const words = [product, data.sample.school, data.sample.validity, ...layout.elements.map(({ text }) => text)].join(
    '',
  );
  const { glyphs, unprintable } = useGlyphs(words);
  const qr = useQr(data.sample.link);
  const card = useMemo<CardData>(() => ({ ...data.sample, product, qr }), [data.sample, product, qr]);
  const problems = useMemo(() => checkLayout(layout, covers), [layout, covers]);
  const element = layout.elements.find((one) => one.id === selected && one.side === side);
  const bled = sizeWithBleed(layout);
  const scale = Math.max(1, Math.min((width - framePx) / bled.width, tallestPx / bled.height)) * zoom;
  const turn = (next: CardSide): void => {
    setSide(next);
    select(null);
  };
  return (
    <div className={css['designer']}>
      <DesignToolbar
        side={side}
        zoom={zoom}
        disabled={isFixed}
        canUndo={design.can_undo}
        canRedo={design.can_redo}
        undo={design.undo}
        redo={design.redo}
        add={add}
        setSide={turn}
        setZoom={setZoom}
        reset={() => {
          design.change({ ...drawn, layout: resizeCard(layoutOf(data.plain), layout) });
          select(null);
        }}
      />
      <section className={css['layersBox']}>
        <h2>{t('card_design.layers')}</h2>
        <LayersPanel
          elements={layout.elements}
          side={side}
          selected={element?.id ?? null}
          problems={problems}
          nameOf={nameOf}
          select={select}
        />
      </section>
      <div className={css['middle']}>
        <div className={css['view']} ref={measure}>
          {width > 0 ? (
            <CardStage
              layout={layout}
              covers={covers}
              side={side}
              data={card}
              glyphs={glyphs}
              scale={scale}
              selected={element?.id ?? null}
              isFixed={isFixed}
              nameOf={nameOf}
              select={select}
              place={place}
              remove={remove}
            />
          ) : null}
        </div>
        <p className={css['hint']}>{t('card_design.keys')}</p>
        <ErrorList
          problems={problems}
          layout={layout}
          nameOf={nameOf}
          open={(one) => {
            setSide(one.side);
            select(one.id);
          }}
        />
        <ProblemList problems={[]} missing={unprintable(words)} />
      </div>
      <section className={css['panel']}>
        <h2>{element ? nameOf(element) : t('card_design.whole')}</h2>
        {element ? (
          <ElementPanel
            element={element}
            layout={layout}
            disabled={isFixed}
            change={(value, name) => set(element.id, value, name)}
            remove={() => remove(element.id)}
            shift={(by) => shift(element.id, by)}
            hints={<ProblemList problems={problems.filter((problem) => problem.element === element.id)} missing={[]} />}
          />
        ) : (
          <CardPanel
            design={drawn}
            side={side}
            disabled={isFixed}
            product={product}
            change={design.change}
            setProduct={setProduct}
          />
        )}
      </section>
    </div>
  );
}
