import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { call } from '../../../../api/client.ts';
import { useConfig } from '../../../../app/config.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { LoadError } from '../../../../kit/load-error.tsx';
import type { PanelProps } from '../../../../kit/resource-view.ts';
import { AgencyLink } from '../agency-link.tsx';

const WeekBars = lazy(async () => ({ default: (await loadChunk(() => import('./week-bars.tsx'))).WeekBars }));

/** How the agency's own cards went, week by week, and the address under which it wins learners. */
export function AgencyChart({ row }: PanelProps<typeof agencies>) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agencies', 'weeks', row.id],
    queryFn: () => call(agenciesApi.getAgencyWeeks, { params: { id: row.id }, quiet: true }),
  });
  const site = useConfig((state) => state.config?.app_url) || location.origin;
  return (
    <>
      {isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <Suspense>
          <WeekBars weeks={data.weeks} />
        </Suspense>
      ) : null}
      <AgencyLink link={`${site.replace(/\/$/, '')}/a/${encodeURIComponent(String(row.code))}`} />
    </>
  );
}
