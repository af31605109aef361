export { useCamera, type Seen } from './entry/use-camera.ts';
