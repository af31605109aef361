import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { lazy } from 'react';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { AgencyButtons } from './agency-buttons.tsx';
import { AgencyChart } from './weeks/agency-chart.tsx';

const CreateAgency = lazy(async () => ({ default: (await import('./create-agency.tsx')).CreateAgency }));

export const resourceView: ResourceView<typeof agencies> = {
  create: CreateAgency,
  buttons: AgencyButtons,
  chart: AgencyChart,
};
