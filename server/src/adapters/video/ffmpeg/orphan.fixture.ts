// Run as a separate process by run-ffmpeg.test.ts: begins endless work, reports it, and waits to be killed.
import { findFfmpeg } from './find-ffmpeg.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const output = process.argv[2] ?? '';
const ffmpeg = await findFfmpeg();
const args = [
  '-v',
  'error',
  '-y',
  '-progress',
  'pipe:1',
  '-re',
  '-f',
  'lavfi',
  '-i',
  'testsrc=s=64x64:r=50',
  '-c:v',
  'mpeg2video',
  '-flush_packets',
  '1',
  '-f',
  'mpegts',
  output,
];
process.on('message', () => undefined);
await runFfmpeg({ ffmpeg: ffmpeg?.path ?? '', args, timeout_ms: 60_000, on_time: () => process.send?.('working') });
