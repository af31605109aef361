const rate = 16_000;
const headBytes = 44;

function writeWav(samples: Float32Array): Blob {
  const bytes = new DataView(new ArrayBuffer(headBytes + samples.length * 2));
  const word = (at: number, text: string): void => {
    for (const [index, letter] of [...text].entries()) bytes.setUint8(at + index, letter.charCodeAt(0));
  };
  word(0, 'RIFF');
  bytes.setUint32(4, bytes.byteLength - 8, true);
  word(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  // PCM, one channel.
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries())
    bytes.setInt16(headBytes + index * 2, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  return new Blob([bytes.buffer], { type: 'audio/wav' });
}

/** A recording as WAV, 16 kHz mono, for services that take nothing else. A minute has less than 2 MB. */
export async function toWav(recording: Blob): Promise<Blob> {
  const decoding = new OfflineAudioContext(1, 1, rate);
  // Decoded at the rate of the context.
  const sound = await decoding.decodeAudioData(await recording.arrayBuffer());
  const mixing = new OfflineAudioContext(1, Math.max(1, Math.ceil(sound.duration * rate)), rate);
  const source = mixing.createBufferSource();
  source.buffer = sound;
  source.connect(mixing.destination);
  source.start();
  return writeWav((await mixing.startRendering()).getChannelData(0));
}
