// Run as a separate process by package-video.test.ts: begins to package, reports progress, and waits to be killed.
import { createLocalVideo } from './local.ts';

const [input = '', outputDir = ''] = process.argv.slice(2);
const video = createLocalVideo({}, { log: { info: () => undefined } });
process.on('message', () => undefined);
await video.packageVideo({ input, output_dir: outputDir, on_progress: (fraction) => process.send?.(fraction) });
