export { endOtherDevices, endOwnDevice, listOwnDevices } from './devices.ts';
