import type { ResourceView } from '../../kit/resource-view.ts';
import { AgencyPanel } from './agency-panel.tsx';
import { CreateAgency } from './create-agency.tsx';

export const resourceView: ResourceView = {
  create: CreateAgency,
  panels: [
    { key: 'overview', wording: 'resources.agencies.overview', panel: AgencyPanel, permission: 'show', first: true },
  ],
};
