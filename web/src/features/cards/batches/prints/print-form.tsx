import printWords from 'virtual:locale/card_prints';
import type { PrintKind } from '@kaike/shared/contracts/cards/card-prints';
import * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import {
  cardsPerSheet,
  flips,
  imposeCards,
  sheetFormatNames,
  sheetFormats,
  sheetRange,
  type Imposition,
  type SheetOptions,
} from '@kaike/shared/domain/cards/faces/card-sheet';
import type { RequestKeys } from '../../../../api/request-key.ts';
import { useForm, type Form } from '../../../../form/use-form.ts';
import { FieldBox } from '../../../../kit/fields/field-box.tsx';
import { NumberField } from '../../../../kit/editors/number-field.tsx';
import { Button, Input, Select } from '../../../../kit/widgets.ts';
import css from '../print-cards.module.css';
import { SheetPreview } from './sheet-preview.tsx';

export type PrintOrder = SheetOptions & { kind: PrintKind; reason: string };
type Props = {
  count: number;
  card: { width: number; height: number };
  run: (order: PrintOrder, keyOf: RequestKeys['keyOf']) => Promise<void>;
};

const start: PrintOrder = {
  kind: 'pdf',
  format: 'a4',
  ...sheetFormats.a4,
  gap: 0,
  flip: 'long_edge',
  is_duplex: true,
  reason: '',
};

function Choice<V extends string>({
  label,
  value,
  values,
  wording,
  onChange,
}: {
  label: string;
  value: V;
  values: readonly V[];
  wording: (value: V) => string;
  onChange: (value: V) => void;
}) {
  return (
    <div className="kk-field">
      <span className="kk-label">{label}</span>
      <Select
        aria-label={label}
        value={value}
        style={{ width: '100%' }}
        options={values.map((one) => ({ value: one, label: wording(one) }))}
        onChange={onChange}
      />
    </div>
  );
}

const millimetres = { step: 1, precision: 1, unit: 'mm' };

function SheetFields({ order, set }: { order: PrintOrder; set: Form<PrintOrder>['set'] }) {
  const t = printWords.useT();
  return (
    <>
      <Choice
        label={t('card_prints.format')}
        value={order.format}
        values={sheetFormatNames}
        wording={(one) => t(`card_prints.formats.${one}`)}
        onChange={(value) => set('format', value)}
      />
      {order.format === 'custom' ? (
        <>
          <NumberField
            {...millimetres}
            label={t('card_prints.width')}
            value={order.width}
            {...sheetRange}
            onChange={(value) => set('width', value)}
          />
          <NumberField
            {...millimetres}
            label={t('card_prints.height')}
            value={order.height}
            {...sheetRange}
            onChange={(value) => set('height', value)}
          />
        </>
      ) : null}
      <NumberField
        {...millimetres}
        label={t('card_prints.gap')}
        value={order.gap}
        min={0}
        max={20}
        onChange={(value) => set('gap', value)}
      />
      {order.is_duplex ? (
        <Choice
          label={t('card_prints.flip')}
          value={order.flip}
          values={flips}
          wording={(one) => t(`card_prints.flips.${one}`)}
          onChange={(value) => set('flip', value)}
        />
      ) : null}
    </>
  );
}

function Outcome({ imposition, count, card }: { imposition: Imposition | null; count: number; card: Props['card'] }) {
  const t = printWords.useT();
  if (!imposition)
    return (
      <p role="alert" className={css['problem']}>
        {t('card_prints.too_small')}
      </p>
    );
  const { columns, rows, width, height } = imposition;
  const perSheet = cardsPerSheet(imposition);
  const perFile = Math.max(perSheet, Math.floor(cardPrints.cardsPerFile.pdf / perSheet) * perSheet);
  const words = {
    columns,
    rows,
    count: perSheet,
    orientation: t(width > height ? 'card_prints.landscape' : 'card_prints.portrait'),
    sheets: Math.ceil(count / perSheet),
    files: Math.ceil(count / perFile),
  };
  return (
    <>
      <SheetPreview imposition={imposition} card={card} />
      <p className="kk-muted">{t('card_prints.layout', words)}</p>
    </>
  );
}

/** What to print, with a preview, and the reason. */
export function PrintForm({ count, card, run }: Props) {
  const t = printWords.useT();
  const form = useForm(cardPrints.createPrint.body, {
    initial: start,
    label: (key) => t(`card_prints.${key}`),
    prefix: 'print-',
    onSubmit: (values, keyOf) => run({ ...values, reason: values.reason.trim() }, keyOf),
  });
  const { values: order, set } = form;
  const reason = form.text('reason');
  const imposition = imposeCards(card, order);
  const isPossible = order.kind === 'pdf' ? imposition !== null : count <= cardPrints.maximumPictures;
  return (
    <form className={css['form']} noValidate onSubmit={form.onSubmit}>
      <div className={css['fields']}>
        <Choice
          label={t('card_prints.kind')}
          value={order.kind}
          values={cardPrints.printKinds}
          wording={(one) => t(`card_prints.kinds.${one}`)}
          onChange={(value) => set('kind', value)}
        />
        <Choice
          label={t('card_prints.is_duplex')}
          value={order.is_duplex ? 'both' : 'fronts_only'}
          values={['both', 'fronts_only']}
          wording={(one) => t(`card_prints.${one}`)}
          onChange={(value) => set('is_duplex', value === 'both')}
        />
        {order.kind === 'pdf' ? <SheetFields order={order} set={set} /> : null}
        <FieldBox id={reason.id} label={reason.label} error={reason.error} isWide>
          <Input
            id={reason.id}
            value={reason.value}
            maxLength={200}
            placeholder={t('card_prints.reason_hint')}
            status={reason.error ? 'error' : ''}
            onChange={(event) => reason.onChange(event.target.value)}
            onBlur={reason.onBlur}
          />
        </FieldBox>
        <p className={`kk-muted ${css['wide']}`}>{t('card_prints.secrets_note')}</p>
        <Button
          className={css['go'] ?? ''}
          type="primary"
          htmlType="submit"
          loading={form.busy}
          disabled={order.reason.trim() === '' || !isPossible}
        >
          {t('card_prints.make')}
        </Button>
      </div>
      <div className={css['outcome']}>
        {order.kind === 'pdf' ? (
          <Outcome imposition={imposition} count={count} card={card} />
        ) : (
          <p className="kk-muted">{t('card_prints.png_note', { limit: cardPrints.maximumPictures })}</p>
        )}
      </div>
    </form>
  );
}
