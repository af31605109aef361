import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find-ffmpeg.ts';
import { designScene, DIGIT, PLACES, RING, type Disc, type Scene } from './generate-scene.ts';
import { chordLoop } from './generate-sound.ts';
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts';

export type LessonVideo = {
  output: string;
  duration_sec: number;
  /** 0 to 359. */
  hue: number;
  seed: string;
  /** Digits and dashes, such as `03` or `2-1`; anything else is not drawn. */
  label?: string;
};

const FRAMES_PER_SEC = 10;
const KEY_FRAME_SEC = 3;
/** Flat shapes gain nothing from a thorough motion search, which would take twice the time. */
const QUICK = 'rc-lookahead=0:mbtree=0:subme=0:me=dia:weightp=0:aq-mode=0:ref=1:bframes=0';
const TIMEOUT_MS = 10 * 60_000;

/**
 * Creates a lesson clip for the demo school: drifting discs, a progress ring, a running clock and soft chords, 720p,
 * H.264 and AAC. The same arguments give the same picture. False when there is no ffmpeg.
 */
export async function generateLessonVideo(
  video: LessonVideo,
  find: () => Promise<Ffmpeg | null> = findFfmpeg,
): Promise<boolean> {
  const ffmpeg = await find();
  if (ffmpeg === null) return false;
  const folder = await mkdtemp(join(tmpdir(), 'kaike-clip-'));
  try {
    const inputs = await draw(folder, designScene(video.hue, video.seed, video.label ?? ''), video);
    await runFfmpeg({
      ffmpeg: ffmpeg.path,
      args: [...inputs.args, ...encodeArgs(inputs.graph, video)],
      timeout_ms: TIMEOUT_MS,
    });
    await rename(`${video.output}.partial`, video.output);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${video.output}.partial`, { force: true });
  }
}

type Inputs = { args: string[]; graph: string };

async function draw(folder: string, scene: Scene, video: LessonVideo): Promise<Inputs> {
  const svgs = [scene.background, ...scene.discs.map((disc) => disc.svg), scene.digits, scene.ring, scene.bar];
  const paths = svgs.map((_, index) => join(folder, `${index}.png`));
  await Promise.all(
    svgs.map((svg, index) =>
      sharp(Buffer.from(svg))
        .png({ compressionLevel: 1 })
        .toFile(paths[index] ?? ''),
    ),
  );
  const sound = join(folder, 'sound.wav');
  await writeFile(sound, chordLoop(Math.round(video.hue / 40) - 4));
  const pictures = paths.flatMap((path) => ['-framerate', String(FRAMES_PER_SEC), '-i', path]);
  return {
    args: ['-v', 'error', '-y', ...pictures, '-stream_loop', '-1', '-i', sound],
    graph: filterGraph(scene, video.duration_sec),
  };
}

/** Every picture is decoded once and repeated by reference; only moving parts are overlaid, so a frame costs little. */
function filterGraph(scene: Scene, duration: number): string {
  const [first, second, third] = [1, 2, 3].map((index) => still(index, `disc${index}`));
  const digit = (name: string, value: string): string =>
    `[${name}]crop=${DIGIT.width}:${DIGIT.height}:'${DIGIT.width}*${value}':0[${name}_now]`;
  const step = `min(${RING.steps - 1},floor(t*${RING.steps}/${duration}))`;
  const ring = `crop=${RING.size}:${RING.size}:'${RING.size}*mod(${step},${RING.columns})':'${RING.size}*floor(${step}/${RING.columns})'`;
  const { clock_x: x, clock_y: y, colon_width: colon, ring_x, ring_y, bar_x, bar_y, bar_width } = PLACES;
  const places = [x, x + DIGIT.width, x + 2 * DIGIT.width + colon, x + 3 * DIGIT.width + colon];
  return [
    still(0, 'base', 'yuv420p'),
    first,
    second,
    third,
    `${still(4, 'digits')};[digits]split=4[d0][d1][d2][d3]`,
    digit('d0', 'mod(floor(t/600),10)'),
    digit('d1', 'mod(floor(t/60),10)'),
    digit('d2', 'mod(floor(t/10),6)'),
    digit('d3', 'mod(floor(t),10)'),
    `${still(5, 'rings')};[rings]${ring}[ring]`,
    still(6, 'bar'),
    ...scene.discs.map(({ drift }, index) => over(`v${index}`, `disc${index + 1}`, `v${index + 1}`, driftPlace(drift))),
    over('v3', 'ring', 'v4', `${ring_x}:${ring_y}`),
    ...places.map((left, index) => over(`v${index + 4}`, `d${index}_now`, `v${index + 5}`, `${left}:${y}`)),
    `[bar]crop=${bar_width}:6:'${bar_width}*(1-t/${duration})':0[bar_now]`,
    over('v8', 'bar_now', 'out', `${bar_x}:${bar_y}`),
  ]
    .join(';')
    .replace('[base]', '[v0]');
}

function still(input: number, name: string, format = 'yuva420p'): string {
  return `[${input}:v]format=${format},loop=loop=-1:size=1,setpts=N[${name}]`;
}

function over(under: string, upper: string, result: string, place: string): string {
  return `[${under}][${upper}]overlay=${place}:format=yuv420[${result}]`;
}

function driftPlace({ x, y, reach_x, reach_y, period_sec: period, phase }: Disc): string {
  const turn = (6.2832 / period).toFixed(5);
  const at = phase.toFixed(3);
  return `'${x.toFixed(1)}+${reach_x.toFixed(1)}*sin(${turn}*t+${at})':'${y.toFixed(1)}+${reach_y}*cos(${turn}*t*1.3+${at})'`;
}

function encodeArgs(graph: string, { duration_sec: duration, output }: LessonVideo): string[] {
  return [
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    graph,
    '-map',
    '[out]',
    '-map',
    '7:a',
    '-t',
    String(duration),
    '-r',
    String(FRAMES_PER_SEC),
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-crf',
    '28',
    '-x264-params',
    QUICK,
    '-threads',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-g',
    String(FRAMES_PER_SEC * KEY_FRAME_SEC),
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-b:a',
    '40k',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `${output}.partial`,
  ];
}
