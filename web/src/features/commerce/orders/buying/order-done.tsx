import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import payWords from 'virtual:locale/payment';
import type { MyOrder } from '@kaike/shared/contracts/commerce/pay-orders';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { HelpWays } from '../../../../app/components/help-ways.tsx';
import { useDates } from '../../../../app/dates.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Square } from '../../../../ui/paper/square.tsx';
import css from './order-done.module.css';

/** Shown once after a payment: what was opened, and the way there. */
export function OrderDone({ order, onDetails }: { order: MyOrder; onDetails: () => void }) {
  const t = payWords.useT();
  const dates = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [first] = order.courses;
  return (
    <div className={css['done']}>
      <span className={css['mark']}>
        <Square state="done" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(order.payable > 0 ? 'orders.done.title' : 'orders.done.title_free')}
      </h1>
      <p role="status">{t('orders.notes.delivered')}</p>
      <p className={css['paid']}>
        {order.title}
        {order.payable > 0 ? ` · ${formatPrice(order.payable)}` : ''}
      </p>
      {order.courses.length > 0 ? (
        <ul className={css['courses']} aria-label={t('orders.included')}>
          {order.courses.map((course) => (
            <li key={course.id}>
              <Link to={`/home/courses/${course.id}`}>{course.title}</Link>
              <span>{course.end_at ? t('orders.until', { day: dates.day(course.end_at) }) : t('orders.forever')}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={css['ways']}>
        <Link className={buttonClass('primary', true)} to={first ? `/home/courses/${first.id}` : '/home/index'}>
          {t('orders.learn')}
        </Link>
        <Button look="ghost" block onClick={onDetails}>
          {t('orders.done.details')}
        </Button>
        <HelpWays topic="orders" />
      </div>
    </div>
  );
}
