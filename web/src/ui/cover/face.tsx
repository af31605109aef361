import { inkOn } from '@kaike/shared/domain/site/ink-on';
import { hairs, lookOf, type Clothes, type FaceGender, type FaceFeatures } from './looks.ts';
import { paletteOf } from './palettes.ts';

const [dark, blush, shadow] = ['#23242c', '#e0765f', '#7a3b22'];

function Dress({ clothes, cloth, deep }: { clothes: Clothes; cloth: string; deep: string }) {
  switch (clothes) {
    case 'plain':
      return <path d="M48 88q12 13 24 0" fill="none" stroke="#fff" strokeOpacity={0.5} strokeWidth={2.5} />;
    case 'shirt':
      return <path d="M47 85l13 14-9 10-9-21zM73 85 60 99l9 10 9-21z" fill="#fff" />;
    case 'blazer':
      return (
        <>
          <path d="M47 85 60 102 73 85l4 6-12 29H55L43 91z" fill="#fff" />
          <path d="M43 90 57 120H38l-6-24zM77 90 63 120h19l6-24z" fill={deep} />
        </>
      );
    case 'collar':
      return (
        <>
          <path d="M47 78h26v14q-13 7-26 0z" fill={cloth} />
          <path d="M47 92q13 7 26 0" fill="none" stroke={deep} strokeOpacity={0.5} strokeWidth={1.6} />
        </>
      );
    case 'hood':
      return (
        <path d="M42 89c2 10 10 16 18 16s16-6 18-16l6 4c-3 14-13 21-24 21S39 107 36 93z" fill={deep} opacity={0.55} />
      );
  }
}

function Eyes({ tone }: Pick<FaceFeatures, 'tone'>) {
  return (
    <>
      <ellipse cx={51} cy={54.5} rx={2.3} ry={2.9} fill={dark} />
      <ellipse cx={69} cy={54.5} rx={2.3} ry={2.9} fill={dark} />
      <path
        d="M46.5 47.5q4-2.6 8 0M65.5 47.5q4-2.6 8 0"
        fill="none"
        stroke={tone}
        strokeWidth={1.9}
        strokeLinecap="round"
      />
    </>
  );
}

const Glasses = () => (
  <g fill="#fff" fillOpacity={0.16} stroke={dark} strokeWidth={1.7}>
    <circle cx={51} cy={54.5} r={7.2} />
    <circle cx={69} cy={54.5} r={7.2} />
    <path d="M58.2 54q1.8-1.4 3.6 0M43.8 53l-5-1.5M76.2 53l5-1.5" fill="none" />
  </g>
);

function Head({ skin, tone, beard }: FaceFeatures) {
  return (
    <>
      <circle cx={38} cy={55} r={5} fill={skin} />
      <circle cx={82} cy={55} r={5} fill={skin} />
      <path d="M38 48c0-16 9-24 22-24s22 8 22 24c0 20-8 33-22 33S38 68 38 48z" fill={skin} />
      <circle cx={46.5} cy={63} r={4.5} fill={blush} opacity={0.28} />
      <circle cx={73.5} cy={63} r={4.5} fill={blush} opacity={0.28} />
      {beard ? (
        <path
          d="M38 54c0 20 9 30 22 30s22-10 22-30c-2 7-5 9-10 8-4-2-8-3-12-2-4-1-8 0-12 2-5 1-8-1-10-8z"
          fill={tone}
        />
      ) : null}
      <Eyes tone={tone} />
      <path
        d="M60 56.5c-1.2 2.6-1.8 4.2-1.2 5 .5.5 1.3.5 2.2.4"
        fill="none"
        stroke={shadow}
        strokeOpacity={0.55}
        strokeWidth={1.5}
        strokeLinecap="round"
      />
      {beard ? (
        <path d="M54.5 69q5.5 4.6 11 0z" fill="#fff" />
      ) : (
        <path d="M54 68.5q6 5.4 12 0" fill="none" stroke="#a2432f" strokeWidth={2} strokeLinecap="round" />
      )}
    </>
  );
}

type FaceOwner = { name: string; gender: FaceGender };

function shadesOf({ color }: FaceFeatures) {
  const { ground, deep, tint } = paletteOf(color);
  return inkOn(ground) === '#ffffff' ? { ground: tint, deep, cloth: ground } : { ground, deep, cloth: deep };
}

/** A person down to the shoulders, in a square of 120; on a coloured ground dressed so that they stand out from it. */
export function PortraitBust({ name, gender, dress }: FaceOwner & { dress?: { cloth: string; deep: string } }) {
  const look = lookOf(name, gender);
  const { deep, cloth } = dress ?? shadesOf(look);
  const [behind, over] = hairs[look.hair];
  return (
    <>
      <path d={behind} fill={look.tone} />
      <path d="M12 122c0-23 17-31 36-36h24c19 5 36 13 36 36z" fill={cloth} />
      <path d="M50 70h20v17q-10 11-20 0z" fill={look.skin} />
      <path d="M50 78q10 8 20 0v5q-10 8-20 0z" fill={shadow} opacity={0.16} />
      <Dress clothes={look.clothes} cloth={cloth} deep={deep} />
      <Head {...look} />
      <path d={over} fill={look.tone} />
      {look.glasses ? <Glasses /> : null}
    </>
  );
}

/** A person in the practice square, drawn from the name. */
export function Face(person: FaceOwner) {
  const { ground, deep } = shadesOf(lookOf(person.name, person.gender));
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <rect width={120} height={120} fill={ground} />
      <path d="M60 0v120M0 60h120" stroke={deep} strokeOpacity={0.16} strokeDasharray="4 4" />
      <PortraitBust {...person} />
    </svg>
  );
}
