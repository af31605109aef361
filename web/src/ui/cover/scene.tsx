import type { ScenePicture } from '@kaike/shared/domain/ai/scene/scene-picture';
import { PortraitBust } from './face.tsx';
import type { FaceGender } from './looks.ts';
import { paletteOf } from './palettes.ts';
import { sceneThings } from './scene-things.tsx';

const stripe = 24;
const [width, height, counter] = [360, 112, 98];
/** Drawn beyond both sides as well, for frames that are wider than the middle part. */
const [left, drawnWidth] = [-480, 1320];

/** Under the awning of a shop, or a window with daylight. */
function Backdrop({ pop, tint, hasAwning }: { pop: string; tint: string; hasAwning: boolean }) {
  if (!hasAwning)
    return (
      <g fill={tint} fillOpacity={0.34}>
        <path d="M28 18h64v52H28z" />
        <path d="M58 18h4v52h-4zM28 42h64v4H28z" fillOpacity={0.5} />
      </g>
    );
  return Array.from({ length: drawnWidth / stripe }, (_, at) => (
    <path
      key={at}
      d={`M${left + at * stripe} 0h${stripe}v16a${stripe / 2} ${stripe / 2} 0 0 1-${stripe} 0z`}
      fill={at % 2 === 0 ? pop : '#fffaf0'}
    />
  ));
}

/** The thing that stands for a scene, on its colour. */
export function SceneThing({ picture }: { picture: ScenePicture }) {
  const { color, draw } = sceneThings[picture];
  const palette = paletteOf(color);
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true">
      <rect width={96} height={96} fill={palette.ground} />
      <rect y={80} width={96} height={16} fill={palette.deep} />
      <g transform="translate(18 20)">{draw(palette)}</g>
    </svg>
  );
}

type Teacher = { name: string; gender: FaceGender; avatar: string | null };

/** As the school shows the teacher, or drawn. */
const TeacherFigure = ({ name, gender, avatar }: Teacher) =>
  avatar === null ? (
    <g transform="translate(127 6) scale(.88)">
      <PortraitBust name={name} gender={gender} />
    </g>
  ) : (
    <foreignObject x={140} y={12} width={80} height={80}>
      <img src={avatar} alt="" style={{ width: 80, height: 80, borderRadius: 40, objectFit: 'cover' }} />
    </foreignObject>
  );

/** The place of a talk with the teacher in it, whatever the width of its frame. */
export function SceneBand({ picture, teacher }: { picture: ScenePicture; teacher: Teacher }) {
  const { color, draw, has_awning = false } = sceneThings[picture];
  const palette = paletteOf(color);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMax meet" overflow="visible" aria-hidden="true">
      <rect x={left} width={drawnWidth} height={height} fill={palette.ground} />
      <Backdrop pop={palette.pop} tint={palette.tint} hasAwning={has_awning} />
      <TeacherFigure {...teacher} />
      <rect x={left} y={counter} width={drawnWidth} height={height - counter} fill={palette.deep} />
      <g transform="translate(256 46) scale(.88)">{draw(palette)}</g>
    </svg>
  );
}
