import { rename, rm } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathTarget,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  WavOutputFormat,
  type InputAudioTrack,
  type OutputFormat,
} from 'mediabunny';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { CutRequest } from '../port.ts';
import { openSound } from './probe-sound.ts';

let runs = 0;

function formatOf(path: string): OutputFormat {
  if (path.endsWith('.mp3')) return new Mp3OutputFormat();
  return path.endsWith('.wav') ? new WavOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
}

/** Copies whole packets from the beginning; the last one may exceed the limit by a few hundredths of a second. */
async function copy(track: InputAudioTrack, output: Output, seconds: number): Promise<void> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (codec === null || config === null) throw new AdapterError('rejected', { reason: 'not_a_sound' });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp >= seconds) break;
    await source.add(packet.timestamp < 0 ? packet.clone({ timestamp: 0 }) : packet, { decoderConfig: config });
  }
  await output.finalize();
}

/** Copies the first seconds of a sound to a new file. Of two concurrent runs the later one replaces an identical file. */
export async function cutSound({ input: path, output: target, seconds }: CutRequest): Promise<void> {
  const scratch = `${target}.${process.pid}-${(runs += 1)}.partial`;
  const input = openSound(path);
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new AdapterError('rejected', { reason: 'not_a_sound' });
    await copy(track, new Output({ format: formatOf(target), target: new FilePathTarget(scratch) }), seconds);
    await rename(scratch, target);
  } finally {
    input.dispose();
    await rm(scratch, { force: true });
  }
}
