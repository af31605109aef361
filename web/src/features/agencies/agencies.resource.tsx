import type { agencies } from '@kaike/shared/resources/agencies';
import type { ResourceView } from '../../kit/resource-view.ts';
import { AgencyPanel } from './agency-panel.tsx';
import { CreateAgency } from './create-agency.tsx';

export const resourceView: ResourceView<typeof agencies> = {
  create: CreateAgency,
  panels: [
    { key: 'overview', wording: 'resources.agencies.overview', panel: AgencyPanel, permission: 'show', first: true },
  ],
};
