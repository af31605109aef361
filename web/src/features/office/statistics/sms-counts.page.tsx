import { smsCountsBy } from '@kaike/shared/contracts/office/statistics';
import { smsPurposes, smsStateChoices, smsVendors } from '@kaike/shared/domain/messaging/sms-state';
import { formatMoney, formatNumber } from '@kaike/shared/kit/format';
import { smsMessages } from '@kaike/shared/resources/messaging/sms-messages';
import { useT } from '../../../app/wording.ts';
import { CountsPage, type CountsDefinition } from '../../../kit/pages/counts-page.tsx';
import { useWords } from '../../../kit/words/use-words.ts';
import { dayRange } from './day-range.ts';

const format = (value: number): string => formatNumber(value);
const formatYuan = (value: number): string => formatMoney(value * 100, { decimals: 3 });

const listOf: CountsDefinition['listOf'] = ({ from, to, by, narrow }, row) => {
  const query = new URLSearchParams(
    dayRange('created_at', by === 'day' ? { from: row.key, to: row.key } : { from, to }),
  );
  for (const [name, value] of Object.entries(narrow)) query.set(`where[${name}]`, value);
  if (by !== 'day') query.set(`where[${by}]`, row.key);
  return `/admin/sms-messages?${query.toString()}`;
};

/** Text messages and their cost by day, vendor or purpose. */
export function SmsCountsPage() {
  const t = useT();
  const words = useWords(smsMessages);
  const choice = (field: string, options: readonly { value: string | number; key: string }[]) => ({
    label: words.field(field),
    options: options.map(({ value, key }) => ({
      value: String(value),
      label: t(`resources.sms-messages.choices.${field}.${key}`),
    })),
  });
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));
  return (
    <CountsPage
      definition={{
        name: 'sms-counts',
        title: t('statistics.sms_counts'),
        by: smsCountsBy,
        narrow: {},
        choices: {
          vendor: choice('vendor', named(smsVendors)),
          purpose: choice('purpose', named(smsPurposes)),
          state: choice('state', smsStateChoices),
        },
        listOf,
        figures: [
          { key: 'messages', format },
          { key: 'delivered', format },
          { key: 'failed', format },
          { key: 'cost', format: formatYuan, in_chart: false },
        ],
      }}
    />
  );
}
