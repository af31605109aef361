import { useQuery } from '@tanstack/react-query';
import storyWords from 'virtual:locale/order_story';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { call } from '../../../api/client.ts';
import css from './orders.module.css';

/** The payment channels offered to members, and why the others are not. */
export function ChannelSetups() {
  const t = storyWords.useT();
  const { data } = useQuery({
    queryKey: ['pay-orders', 'channels'],
    queryFn: ({ signal }) => call(payOrders.listChannelSetups, { signal }),
  });
  if (!data) return null;
  const names = (keys: readonly string[]): string =>
    keys.map((key) => t(`resources.configs.fields.${key}`)).join(t('common.list_separator'));
  return (
    <section className={`kk-panel ${css['setups'] ?? ''}`} aria-labelledby="setups">
      <h2 id="setups" className={css['heading']}>
        {t('order_story.setups.title')}
      </h2>
      <ul className={css['list']}>
        {data.channels.map(({ channel, is_ready, missing }) => (
          <li key={channel}>
            {t(`resources.pay-orders.choices.channel.${channel}`)}
            <span className="kk-muted">
              {is_ready ? t('order_story.setups.ready') : t('order_story.setups.missing', { settings: names(missing) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
