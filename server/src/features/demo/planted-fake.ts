export { startWechat } from '../../../test/fakes/wechat.ts';
