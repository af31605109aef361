export { listDevices } from './list-devices.ts';
export { endOtherDevices, endOwnDevice } from './devices.ts';
