import { withS } from './verbs.ts';

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Who may be the subject of everyday sentences. */
export const people =
  setOf(`aunt baby boss boy boyfriend brother child colleague cousin customer dad daughter doctor father friend girl girlfriend grandfather
grandma grandmother grandpa guest husband man manager mom mother mum neighbour neighbor parent person roommate sister son student teacher uncle wife woman`);
/** Trades and roles: after `be` they need an article. */
export const jobs =
  setOf(`accountant actor actress artist cashier chef child clerk cook dentist designer doctor driver editor engineer farmer girl boy
journalist lawyer manager mechanic musician nurse officer painter pilot policeman policewoman programmer reporter salesman scientist secretary singer
soldier student teacher tourist translator vet waiter waitress worker writer`);
const things =
  setOf(`airport animal apartment apple bag ball banana bank bathroom bed bedroom bike bird boat book bottle box bridge building bus cafe camera car card cat
chair city classroom club coat cocktail computer cookie corner country cup dictionary dish dog dollar door dress egg email exam eye factory farm film flat floor flower fork
game garden glass goal group guitar hand hat hobby holiday hospital hotel hour house idea island jacket job key kilometer kilometre kitchen lake laptop
lesson letter library magazine map market meal meeting menu message mile minute mistake mobile month mountain movie museum nation newspaper night office orange
page park party passport pen pencil pet phone photo piano picture place plan plane plate player problem programme project question
restaurant river road room sandwich school seat sentence shirt shoe shop shower skirt song sofa spoon star station stone store story street subject
suggestion suitcase supermarket sweater table taxi team test theatre ticket toilet town toy train tree trip umbrella university vegetable video village
wall watch way week weekend window word year yuan day`);
/** Nouns that are counted. */
export const nouns: ReadonlySet<string> = new Set([...people, ...jobs, ...things].filter((one) => one !== 'yuan'));
export const timeNouns = setOf('second minute hour day week month year weekend morning afternoon evening night');
const irregularPlurals: Readonly<Record<string, string>> = {
  child: 'children',
  man: 'men',
  woman: 'women',
  person: 'people',
  policeman: 'policemen',
  policewoman: 'policewomen',
  salesman: 'salesmen',
  wife: 'wives',
  knife: 'knives',
};
export const pluralOf = (word: string): string => irregularPlurals[word] ?? withS(word);
export const plurals: ReadonlyMap<string, string> = new Map([...nouns].map((word) => [pluralOf(word), word]));

/** Uncountable nouns that learners count. */
export const uncountable =
  setOf(`advice baggage bread equipment fun furniture homework housework information knowledge luggage milk money music news
progress research rice traffic water weather work software`);
/** Plurals that do not exist. */
export const wrongPlurals: ReadonlyMap<string, string> = new Map([
  ...`advice baggage equipment furniture homework housework information knowledge luggage traffic software`
    .split(' ')
    .map((word) => [`${word}s`, word] as const),
  ...Object.entries({ childs: 'children', childrens: 'children', womans: 'women', peoples: 'people', sheeps: 'sheep' }),
  ...Object.entries({
    mouses: 'mice',
    tooths: 'teeth',
    foots: 'feet',
    mans: 'men',
    persones: 'people',
    wifes: 'wives',
  }),
]);

/** Adjectives of one syllable, or two with -y: they compare by an ending. */
export const shortAdjectives =
  setOf(`big black bright brave busy cheap clean clever cold cool cute dark deep dirty early easy fast fat fine fresh friendly funny great
happy hard healthy heavy high hot hungry kind large late lazy light long loud lovely low lucky new nice noisy old poor pretty quick quiet rich sad safe
short sick slow small smart soft strong sunny sweet tall tasty thick thin thirsty tidy tight ugly warm weak wet wide windy young angry`);
const longAdjectives =
  setOf(`afraid alone amazing angry awful bad beautiful bored boring careful careless cloudy comfortable convenient crowded dangerous delicious
different difficult excited exciting expensive famous good glad handsome helpful honest ill important interested interesting nervous patient perfect polite
popular proud scared serious shy similar sorry special strange surprised terrible tired tiring traditional upset useful wonderful worried wrong`);
export const adjectives: ReadonlySet<string> = new Set([...shortAdjectives, ...longAdjectives]);
/** These are verbs, too, or mean something else behind a pronoun. */
export const notOnlyAdjectives = setOf(
  'clean cool dirty dry fast fine hard kind light long slow sweet tidy warm wet wrong fat late early well black',
);

const compare = (word: string, ending: 'er' | 'est'): string => {
  if (word.endsWith('y')) return `${word.slice(0, -1)}i${ending}`;
  if (word.endsWith('e')) return word + ending.slice(1);
  return (/^(?:big|fat|hot|sad|thin|wet)$/.test(word) ? word + (word.at(-1) ?? '') : word) + ending;
};
export const comparativeOf = (word: string): string =>
  ({ good: 'better', bad: 'worse', well: 'better' })[word] ?? compare(word, 'er');
const comparing = (ending: 'er' | 'est'): [string, string][] =>
  [...shortAdjectives].map((word) => [compare(word, ending), word]);
export const comparatives: ReadonlyMap<string, string> = new Map([
  ...comparing('er'),
  ['better', 'good'],
  ['worse', 'bad'],
]);
export const superlatives: ReadonlyMap<string, string> = new Map([
  ...comparing('est'),
  ['best', 'good'],
  ['worst', 'bad'],
]);

/** Verbs that are nouns as well: `need help`, `after work`. */
export const nounVerbs =
  setOf(`answer book call care change charge chat check cook copy count cover cross cry dance dream dress drink drive end exercise face fight
finish fly guess hate help hope iron joke jump kiss laugh look love move need offer open order paint park pass phone plan play press print promise pull push
rain rent repair reply request respect rest return ride ring rise run sail save search shake share shop shout show ski sleep smell smile smoke snow sound
stand start stay stop study support surf surprise swim switch talk taste thank throw touch train travel treat try turn type use visit wait walk
wash waste watch wish wonder work worry`);
/** Verbs that can follow `be` as they are: adjectives, nouns, or `like`. */
export const predicates =
  setOf(`like open close clean dry live cook guide set let put cut hit hurt shut read cost lead mean own fun present welcome
run come become book order love hope fine plan promise change offer surprise support work rest park film family busy park play free fit`);

/** One syllable of sound decides: these begin with a consonant though they are written with a vowel. */
const softVowel = /^(?:uni(?!n|m)|use|usu|usa|eu|ur[io]|ut[ie]|one$|once|ukr|ufo|u$|ewe)/;
const silentH = /^(?:hour|honest|honou?r|heir)/;
/** Whether a word begins with the sound of a vowel. */
export const soundsOpen = (word: string): boolean =>
  silentH.test(word) || (/^[aeiou]/.test(word) && !softVowel.test(word));
