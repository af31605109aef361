import { orderStatusChoices } from '@kaike/shared/domain/commerce/order-status';
import { useT } from '../../../../app/wording.ts';
import { Tag } from '../../../../ui/parts.tsx';

/** The state of an order, in words and colour. */
export function OrderTag({ status }: { status: number }) {
  const t = useT();
  const choice = orderStatusChoices.find(({ value }) => value === status);
  return choice ? <Tag tone={choice.tone ?? 'default'}>{t(`orders.status.${choice.key}`)}</Tag> : null;
}
