import { aiCountsBy } from '@kaike/shared/contracts/office/statistics';
import { formatDuration, formatMoney, formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import { CountsPage, type CountTable, type CountsDefinition } from '../../../kit/pages/counts-page.tsx';
import { Alert } from '../../../kit/widgets.ts';
import { AiSpeedTable } from './ai-speeds.tsx';
import { dayRange } from './day-range.ts';

const format = (value: number): string => formatNumber(value);
const formatYuan = (value: number): string => formatMoney(value * 100, { decimals: 4 });
const orNone =
  (write: (value: number) => string) =>
  (value: number): string =>
    value === 0 ? '–' : write(value);

const fieldOf: Record<string, string> = { vendor: 'provider', purpose: 'purpose' };

const listOf: CountsDefinition['listOf'] = ({ from, to, by }, row) => {
  if (by === 'agency') return null;
  const query = new URLSearchParams(
    dayRange('created_at', by === 'day' ? { from: row.key, to: row.key } : { from, to }),
  );
  if (by !== 'day') query.set(`where[${fieldOf[by]}]`, row.key);
  return `/admin/ai-usage?${query.toString()}`;
};

/** What a minute costs beside what it is sold for. */
function Margin({ counts: { totals, sold } }: { counts: CountTable }) {
  const t = useT();
  const cost = totals['cost_minute'] ?? 0;
  if (!sold || cost === 0) return null;
  const isLoss = sold.minute < cost;
  const params = { cost: formatYuan(cost), sold: formatYuan(sold.minute) };
  return (
    <Alert
      type={isLoss ? 'error' : 'info'}
      showIcon
      style={{ marginTop: 16 }}
      title={t(`statistics.ai.${sold.is_paid ? 'paid' : 'offer'}`, params)}
      description={isLoss ? t('statistics.ai.loss') : undefined}
    />
  );
}

/** The cost of the AI teacher by day, vendor, purpose or agency, and of a minute of talk. */
export function AiCountsPage() {
  const t = useT();
  return (
    <CountsPage
      definition={{
        name: 'ai-counts',
        title: t('statistics.ai_counts'),
        by: aiCountsBy,
        narrow: {},
        listOf,
        below: ({ from, to }) => <AiSpeedTable from={from} to={to} />,
        note: (counts) => <Margin counts={counts} />,
        figures: [
          { key: 'calls', format },
          { key: 'failures', format },
          { key: 'talk_sec', format: orNone(formatDuration), in_chart: false },
          { key: 'cost', format: formatYuan, in_chart: false },
          { key: 'cost_minute', format: orNone(formatYuan), in_chart: false },
        ],
      }}
    />
  );
}
