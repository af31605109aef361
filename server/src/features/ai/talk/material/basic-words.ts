/** Words that a learner knows after some weeks: none of these is worth a question. Only base forms. */
export const basicWords: ReadonlySet<string> = new Set(
  `a about after afternoon again all also always am an and another any are around as ask at away baby back bad be beautiful because bed before
  behind big bird black blue boat body book both box boy bread breakfast brother brown bus but buy by bye call can car cat chair chicken child city
  class clean close clothes coat cold color come computer cook cool could cow cry cup dad day dear desk did dinner do does dog door down draw dress
  drink drive each ear easy eat egg eight eleven english evening every everyone eye face family far fast father feel few find fine first fish five
  floor fly food foot for four friend from front fruit fun game get girl give glad go good goodbye got grandma grandpa great green had hair hand happy
  has hat have he head hear hello help her here hers hi him his home horse hot house how hundred hungry i ice if in into is it its job juice jump just
  kid kind know last late learn leg let letter like line listen little live long look lot love lunch make man many may me meet milk minute mom money
  month more morning most mother mouth mr mrs ms much music must my name near need never new next nice night nine no nose not now number of off often
  oh ok okay old on once one only open or orange other our out over paper parent park pen people phone picture pig place plane play please put rain
  read ready red rice right room run sad same say school sea second see sentence seven shall she shirt shoe shop short should show sing sister sit six
  sky sleep slow small snow so some sometimes song soon sorry speak sport stand start stop story street student study sun sure swim table take talk tall
  tea teacher tell ten than thank thanks that the their them then there these they thing think this those three time to today together tomorrow too toy
  train tree two uncle under up us use very wait wake walk want warm was watch water way we wear week well were what when where which white who whose
  why will win window with woman word work world would write year yellow yes yesterday you young your yours`.split(
    /\s+/,
  ),
);
