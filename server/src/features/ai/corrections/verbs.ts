const list = (text: string): string[] => text.trim().split(/\s+/);

/** Base, past, participle; a verb whose past and participle are alike has two. */
const irregular = `
be/was/been become/became/become begin/began/begun bite/bit/bitten blow/blew/blown break/broke/broken bring/brought build/built buy/bought
catch/caught choose/chose/chosen come/came/come cost/cost cut/cut dig/dug do/did/done draw/drew/drawn drink/drank/drunk drive/drove/driven
eat/ate/eaten fall/fell/fallen feed/fed feel/felt fight/fought find/found fly/flew/flown forget/forgot/forgotten get/got give/gave/given
go/went/gone grow/grew/grown hang/hung have/had hear/heard hide/hid/hidden hit/hit hold/held hurt/hurt keep/kept know/knew/known lead/led
leave/left lend/lent let/let lose/lost make/made mean/meant meet/met pay/paid put/put read/read ride/rode/ridden ring/rang/rung rise/rose/risen
run/ran/run say/said see/saw/seen sell/sold send/sent set/set shake/shook/shaken show/showed/shown shut/shut sing/sang/sung sit/sat sleep/slept
speak/spoke/spoken spend/spent stand/stood steal/stole/stolen swim/swam/swum take/took/taken teach/taught tell/told think/thought throw/threw/thrown
understand/understood wake/woke/woken wear/wore/worn win/won write/wrote/written`;

const regular = `
accept burn quit practise apply add admire admit advise afford agree allow answer appear appreciate argue arrive ask attend avoid bake behave believe belong boil book borrow
brush call care carry celebrate change charge chat check clean climb close collect compare complain complete confirm connect consider contact contain
continue cook copy correct count cover cross cry dance decide depend deserve describe die divide approve concentrate congratulate consist insist disagree disappear discuss dream dress dry earn employ end
enjoy enter escape exercise expect explain face fail fill finish fix follow greet guess happen hate help hope hurry imagine improve include inform
introduce invite iron join joke jump kill kiss knock laugh learn like listen live locate look love manage marry mention mind miss mix move need notice obey
occur offer open order own pack paint park pass phone pick plan play prefer prepare press pretend prevent print produce promise protect provide
pull punish push raise reach realize receive recommend refuse relax remember remind remove rent repair repeat reply request respect rest return
save search seem serve share shop shout skate ski smell smile smoke snow rain solve sound start stay stop study succeed suggest support suppose surf surprise
switch talk taste thank touch train translate travel treat try turn type use visit wait walk want warn wash waste watch weigh wish wonder
work worry`;

/** Regular verbs that double their last letter. */
const doubling = new Set(
  list('admit chat plan prefer shop stop travel occur get put run sit swim cut hit let set shut win dig begin forget'),
);

export type VerbForm = 'base' | 's' | 'past' | 'pp' | 'ing';
export type VerbForms = Readonly<Record<VerbForm, string>>;

const stemOf = (base: string): string => (doubling.has(base) ? base + (base.at(-1) ?? '') : base);
const endsInConsonantY = (word: string): boolean => /[^aeiou]y$/.test(word);

/** With the ending of the third person, which is also that of plurals. */
export function withS(word: string): string {
  if (word === 'have') return 'has';
  if (endsInConsonantY(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|^do|^go)$/.test(word) ? `${word}es` : `${word}s`;
}
function withEd(base: string): string {
  if (endsInConsonantY(base)) return `${base.slice(0, -1)}ied`;
  return base.endsWith('e') ? `${base}d` : `${stemOf(base)}ed`;
}
function withIng(base: string): string {
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  return /[^eo]e$/.test(base) && base !== 'be' ? `${base.slice(0, -1)}ing` : `${stemOf(base)}ing`;
}
const verbOf = (base: string, past = withEd(base), pp = past): VerbForms => ({
  base,
  s: base === 'be' ? 'is' : withS(base),
  past,
  pp,
  ing: withIng(base),
});

const verbs: readonly VerbForms[] = [
  ...list(irregular).map((entry) => {
    const [base = '', past, pp] = entry.split('/');
    return verbOf(base, past, pp);
  }),
  ...list(regular).map((base) => verbOf(base)),
];

const kinds = ['base', 's', 'past', 'pp', 'ing'] as const;
const byForm = new Map<string, { verb: VerbForms; forms: Set<VerbForm> }>();
for (const verb of verbs)
  for (const kind of kinds) {
    const entry = byForm.get(verb[kind]) ?? { verb, forms: new Set<VerbForm>() };
    // `found` is of `find` first, `felt` of `feel`: the list begins with the irregular ones.
    if (entry.verb === verb) byForm.set(verb[kind], { verb, forms: entry.forms.add(kind) });
  }
byForm.set('been', { verb: verbOf('be', 'was', 'been'), forms: new Set(['pp']) });

/** The verb a word in small letters may be a form of, and which. */
export const verbIn = (word: string): { verb: VerbForms; forms: ReadonlySet<VerbForm> } | undefined => byForm.get(word);

/** What learners make of irregular verbs, with the right form. */
export const wrongPasts: ReadonlyMap<string, string> = new Map(
  list(`begin break bring build buy catch choose come cut draw drink drive eat fall feel fight find fly forget get give go grow hear hit hold hurt keep know leave lose make
    meet pay run say see sell send sing sit sleep speak spend stand swim take teach tell think throw understand wear win write`).flatMap(
    (base) => {
      const verb = byForm.get(base)?.verb;
      return verb ? [[withEd(base), verb.past] as const, [`${base}ed`, verb.past] as const] : [];
    },
  ),
);
