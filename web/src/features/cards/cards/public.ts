export { useCamera, type ScanState } from './entry/use-camera.ts';
