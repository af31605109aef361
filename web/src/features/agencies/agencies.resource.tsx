import type { agencies } from '@kaike/shared/resources/agencies';
import type { ResourceView } from '../../kit/resource-view.ts';
import { AgencyButtons } from './agency-buttons.tsx';
import { CreateAgency } from './create-agency.tsx';
import { AgencyChart } from './weeks/agency-chart.tsx';

export const resourceView: ResourceView<typeof agencies> = {
  create: CreateAgency,
  buttons: AgencyButtons,
  chart: AgencyChart,
};
