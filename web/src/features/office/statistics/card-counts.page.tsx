import { cardCountsBy } from '@kaike/shared/contracts/office/statistics';
import { formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import { CountsPage, type CountsDefinition } from '../../../kit/pages/counts-page.tsx';
import { dayRange } from './day-range.ts';

const format = (value: number): string => formatNumber(value);
const filterOf: Record<string, string> = { agency: 'agency_id', product: 'product_id', theme: 'theme_id' };

const listOf: CountsDefinition['listOf'] = ({ from, to, by }, row) => {
  if (row.key === '') return null;
  const query = new URLSearchParams(
    dayRange('activated_at', by === 'day' ? { from: row.key, to: row.key } : { from, to }),
  );
  if (by !== 'day') query.set(`where[${filterOf[by]}]`, row.key);
  return `/admin/cards?${query.toString()}`;
};

/** Card statistics by day, agency, product or theme. */
export function CardCountsPage() {
  const t = useT();
  return (
    <CountsPage
      definition={{
        name: 'card-counts',
        title: t('statistics.card_counts'),
        by: cardCountsBy,
        narrow: { agency_id: 'agencies', product_id: 'products' },
        listOf,
        figures: [
          { key: 'made', format },
          { key: 'issued', format },
          { key: 'activated', format },
        ],
      }}
    />
  );
}
