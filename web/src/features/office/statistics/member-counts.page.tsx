import { memberCountsBy } from '@kaike/shared/contracts/office/statistics';
import { formatDuration, formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import { CountsPage, type CountsDefinition } from '../../../kit/pages/counts-page.tsx';
import { dayRange } from './day-range.ts';

const format = (value: number): string => formatNumber(value);

const listOf: CountsDefinition['listOf'] = ({ from, to, by }, row) => {
  if (row.key === '') return null;
  const query = new URLSearchParams(
    dayRange('created_at', by === 'day' ? { from: row.key, to: row.key } : { from, to }),
  );
  if (by === 'agency') query.set('where[agency_id]', row.key);
  return `/admin/members?${query.toString()}`;
};

/** New and studying members, by day or agency. */
export function MemberCountsPage() {
  const t = useT();
  return (
    <CountsPage
      definition={{
        name: 'member-counts',
        title: t('statistics.member_counts'),
        by: memberCountsBy,
        narrow: { agency_id: 'agencies' },
        listOf,
        figures: [
          { key: 'joined', format },
          { key: 'activated', format },
          { key: 'studying', format },
          { key: 'study_sec', format: formatDuration, in_chart: false },
          { key: 'lessons_done', format },
        ],
      }}
    />
  );
}
