import * as configs from '@kaike/shared/contracts/office/configs';
import { isOfSchool, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getConfigs } from './get-configs.ts';
import { getConfigHistory } from './get-config-history.ts';
import { updateConfigs } from './update-configs.ts';
import { rollBackConfig } from './roll-back-config.ts';
import { testConfig } from './test-config.ts';

/** The settings of the school: read, save, roll back, test. */
export const settingsFeature: Feature = {
  routes: [
    route.admin(configs.getConfigs, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: getConfigs,
    }),
    route.admin(configs.updateConfigs, {
      permission: 'admin.configs.update',
      admits: isOfSchool,
      handler: updateConfigs,
    }),
    route.admin(configs.getConfigHistory, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: getConfigHistory,
    }),
    route.admin(configs.rollBackConfig, {
      permission: 'admin.configs.update',
      admits: isOfSchool,
      handler: rollBackConfig,
    }),
    route.admin(configs.testConfig, {
      permission: 'admin.configs.test',
      admits: isOfSchool,
      limit: { by: 'user', max: 10, seconds: 600 },
      handler: testConfig,
    }),
  ],
};
