import * as configs from '@kaike/shared/contracts/configs';
import { isOfSchool, route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { readConfigHistory, readConfigs } from './configs.read.ts';
import { rollBack, saveConfigs } from './save-configs.ts';
import { testGroup } from './test-group.ts';

/** The settings of the school: read, save, roll back, test. */
export const configsFeature: Feature = {
  routes: [
    route.admin(configs.getConfigs, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: readConfigs,
    }),
    route.admin(configs.updateConfigs, {
      permission: 'admin.configs.update',
      admits: isOfSchool,
      handler: (call) => saveConfigs(call, call.body),
    }),
    route.admin(configs.getConfigHistory, {
      permission: 'admin.configs.list',
      by_token: false,
      admits: isOfSchool,
      handler: (call) => readConfigHistory(call, call.query.key),
    }),
    route.admin(configs.rollBackConfig, {
      permission: 'admin.configs.update',
      admits: isOfSchool,
      handler: (call) => rollBack(call, call.body.id),
    }),
    route.admin(configs.testConfig, {
      permission: 'admin.configs.test',
      admits: isOfSchool,
      limit: { by: 'user', max: 10, seconds: 600 },
      handler: (call) => testGroup(call, call.body.group),
    }),
  ],
};
