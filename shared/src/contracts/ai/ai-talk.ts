import { aiLanguageChoices } from '../../domain/ai/ai-chat.ts';
import { memoryKinds } from '../../domain/ai/learner/memory.ts';
import { scenePictures } from '../../domain/ai/scene/scene-picture.ts';
import { cefrLevels } from '../../domain/people/people.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { learnerLevel } from './ai-level.ts';
import { correctionShape, lease, line, talkMessage, uuidRule } from './ai-messages.ts';
import { speech } from './ai-speech.ts';
import { ownWord } from './ai-words.ts';

const requestId = field.text({ rules: ['required', uuidRule] });
const cefr = field.choice(
  cefrLevels.map((value) => ({ value, key: value.toLowerCase() })),
  { rules: 'required' },
);

const worded = s.object({ text: s.string(), zh: s.string() });
const goal = s.object({ text: s.string(), zh: s.string(), is_done: s.boolean() });
const level = s.literal(...cefrLevels);
const language = s.literal(...aiLanguageChoices.map(({ value }) => value));

const talkPeople = s.object({
  id: s.integer(),
  name: s.string(),
  avatar: s.nullable(s.string()),
  gender: s.integer(),
  country: s.string(),
  accent: s.string(),
  language,
  /** 1 is the normal speed of a voice. */
  speech_rate: s.number(),
  greeting: s.string(),
  /** What the voice says to whoever wants to hear it. */
  sample: s.string(),
  cefr_min: level,
  cefr_max: level,
});
export type TalkPeople = SchemaValue<typeof talkPeople>;

/** AI teachers that a learner can talk with. */
export const listTalkPeoples = contract({
  method: 'GET',
  path: '/home/ai-peoples',
  response: s.object({
    peoples: s.array(talkPeople),
    /** Teachers that a minor is not offered; 0 for others. */
    adults_only: s.integer(),
  }),
});

/** How the sample of a teacher is to be heard. */
export const synthesizeSample = contract({ method: 'POST', path: '/home/ai-peoples/:id/read-text', response: speech });

const talkScene = s.object({
  /** Null for a talk about the material of a lesson. */
  template_id: s.nullable(s.integer()),
  name: s.string(),
  /** The topic is the learner's; nothing counts goals. */
  is_free: s.boolean(),
  user_role: s.string(),
  ai_role: s.string(),
  place: s.string(),
  picture: s.literal(...scenePictures),
  minutes: s.integer(),
  goals: s.array(worded),
  phrases: s.array(worded),
  vocabulary: s.array(worded),
  intro: line,
  /** Goals that were done in the best talk; null when there was none. */
  best: s.nullable(s.integer()),
  /** The talk that goes on when the scene is started again with the same teacher. */
  active_chat: s.nullable(s.object({ id: s.integer(), people_id: s.integer() })),
});
export type TalkScene = SchemaValue<typeof talkScene>;

/** Scenes that can be played now. */
export const listTalkScenes = contract({
  method: 'GET',
  path: '/home/ai-scenes',
  response: s.object({ scenes: s.array(talkScene) }),
});

/** The scene of a lesson of that type, and how far the learner is; of any other lesson, the talk about its material. */
export const getLessonTalk = contract({
  method: 'GET',
  path: '/home/lessons/:id/talk',
  response: s.object({
    scene: talkScene,
    percent: s.integer(),
    completed_at: s.nullable(s.time()),
    /** Turns after which a finished talk counts without all goals; null when the talk is not what finishes the lesson. */
    enough_turns: s.nullable(s.integer()),
  }),
});
export type LessonTalk = SchemaValue<(typeof getLessonTalk)['response']>;

const capability = s.object({
  /** Who does it; null when nobody can. */
  provider: s.nullable(s.literal('script', 'vendor', 'browser', 'shipped', 'local')),
  /** Why it is off: its key below `talk.off` of the wording; null when it works. */
  off: s.nullable(s.literal('needs_service', 'no_scene', 'needs_guardian', 'needs_check')),
});

/** What works now, and the limits of a turn. */
export const getTalkSettings = contract({
  method: 'GET',
  path: '/home/ai-settings',
  response: s.object({
    /** The level that a talk begins with: the learner's own choice, else the estimate, else that of the last talk. */
    cefr: s.nullable(level),
    capabilities: s.object({
      /** Scenes. */
      chat: capability,
      free_talk: capability,
      /** `browser`: as far as this browser can. */
      read_text: capability,
      hear: capability,
      translate: capability,
      /** How sentences are read aloud. */
      pron: capability,
    }),
    max_characters: s.integer(),
    /** Who hears recordings, while a service can; null where the browser does or nobody. */
    voice: s.nullable(
      s.object({
        /** For the consent, and as people read it. */
        recipient: s.string(),
        name: s.string(),
        is_abroad: s.boolean(),
        is_agreed: s.boolean(),
        /** `wav`: the service takes nothing else that browsers record. */
        capture: s.literal('any', 'wav'),
      }),
    ),
    /** The consent that holds, whether the service can hear now or not. */
    voice_consent: s.nullable(s.object({ name: s.string(), granted_at: s.time() })),
    /** Agreed that recordings of sentences read aloud are checked in the school; null where nothing checks them. */
    reading: s.nullable(s.object({ recipient: s.string(), is_agreed: s.boolean() })),
    /** For a minor: minutes a day, hours without talks, what is left of today, and in words why not now. */
    minor: s.nullable(
      s.object({
        minutes: s.integer(),
        quiet: s.string(),
        left_sec: s.integer(),
        limit: s.nullable(s.string()),
      }),
    ),
    /** Numbers of people who help, for a learner in need; as the school entered them. */
    help_lines: s.array(s.string()),
    /** Seconds of talk for free each day, and what is left of them today. */
    daily_free_sec: s.integer(),
    free_sec_today: s.integer(),
  }),
});
export type TalkSettings = SchemaValue<(typeof getTalkSettings)['response']>;

const chatRow = s.object({
  id: s.integer(),
  people_id: s.integer(),
  people_name: s.string(),
  people_avatar: s.nullable(s.string()),
  template_id: s.nullable(s.integer()),
  title: s.string(),
  cefr: level,
  status: s.integer(),
  turns: s.integer(),
  goal_count: s.integer(),
  goals_done: s.integer(),
  /** Seconds of talk, and how many of them were not free. */
  talk_sec: s.integer(),
  charged_sec: s.integer(),
  rating: s.nullable(s.integer()),
  started_at: s.time(),
  ended_at: s.nullable(s.time()),
});
export type ChatRow = SchemaValue<typeof chatRow>;

const chat = s.object({
  id: s.integer(),
  people: talkPeople,
  template_id: s.nullable(s.integer()),
  /** The lesson that the talk belongs to. */
  lesson_id: s.nullable(s.integer()),
  title: s.string(),
  cefr: level,
  status: s.integer(),
  user_role: s.string(),
  ai_role: s.string(),
  place: s.string(),
  picture: s.literal(...scenePictures),
  minutes: s.integer(),
  intro: line,
  goals: s.array(goal),
  phrases: s.array(worded),
  vocabulary: s.array(worded),
  /** `script`: lines written in advance, labelled as such and not as AI. */
  provider: s.string(),
  turns: s.integer(),
  talk_sec: s.integer(),
  charged_sec: s.integer(),
  rating: s.nullable(s.integer()),
  report_state: s.integer(),
  /** Another page or device holds the talk; its name. */
  held_by: s.nullable(s.string()),
  started_at: s.time(),
  ended_at: s.nullable(s.time()),
});
export type TalkChat = SchemaValue<typeof chat>;

const shownChat = s.object({ chat, messages: s.array(talkMessage), seconds_left: s.integer() });
export type ShownChat = SchemaValue<typeof shownChat>;

/** The member's talks, newest first. */
export const listChats = contract({
  method: 'GET',
  path: '/home/ai-chats',
  query: {
    page: field.integer({ rules: 'between:1,1000', initial: 1 }),
    keyword: field.text({ rules: 'max:50' }),
  },
  response: s.object({ data: s.array(chatRow), current_page: s.integer(), has_more: s.boolean() }),
});

const savedLine = s.object({
  id: s.integer(),
  chat_id: s.integer(),
  content: s.string(),
  translation: s.nullable(s.string()),
  /** Written in advance, and labelled as such and not as AI. */
  is_scripted: s.boolean(),
  title: s.string(),
  people_name: s.string(),
  language: s.string(),
  created_at: s.time(),
});
export type SavedLine = SchemaValue<typeof savedLine>;

/** Lines of the teacher that the member keeps, newest first; `before` is the last line that the page has, which may be dropped meanwhile. */
export const listSavedLines = contract({
  method: 'GET',
  path: '/home/ai-saved-lines',
  query: { before: field.integer({ rules: 'min_value:1' }) },
  response: s.object({ data: s.array(savedLine), has_more: s.boolean() }),
});

/** Starts a scene, or that of a lesson. `is_resumed`: one of it with this teacher was active and goes on instead. */
export const startChat = contract({
  method: 'POST',
  path: '/home/ai-chats',
  body: {
    people_id: field.integer({ rules: 'required|min_value:1' }),
    template_id: field.integer({ rules: 'min_value:1|required_without:lesson_id' }),
    lesson_id: field.integer({ rules: 'min_value:1' }),
    cefr,
    request_id: requestId,
    lease,
  },
  response: s.object({ chat, messages: s.array(talkMessage), seconds_left: s.integer(), is_resumed: s.boolean() }),
});

/** A talk and its messages; with `after_seq` only the later ones. */
export const getChat = contract({
  method: 'GET',
  path: '/home/ai-chats/:id',
  query: {
    lease: field.text({ rules: [uuidRule] }),
    after_seq: field.integer({ rules: 'min_value:0|max_value:1000000', initial: 0 }),
  },
  response: shownChat,
});

/** Erases what was said in a talk; the ledger keeps its numbers. */
export const deleteChat = contract({ method: 'DELETE', path: '/home/ai-chats/:id', response: s.object({}) });

export const finishChat = contract({
  method: 'POST',
  path: '/home/ai-chats/:id/finish',
  body: { lease },
  response: s.object({ chat }),
});

/** Goes on with a talk on this page. While another one holds it, only with `force`. */
export const claimChat = contract({
  method: 'POST',
  path: '/home/ai-chats/:id/take-over',
  body: { lease, force: field.boolean({ initial: false }) },
  response: shownChat,
});

export const rateChat = contract({
  method: 'POST',
  path: '/home/ai-chats/:id/rate',
  body: { rating: field.integer({ rules: 'required|between:1,5' }) },
  response: s.object({ chat }),
});

const practice = s.object({ message_id: s.integer(), sentence: s.string(), better: s.nullable(line) });
const report = s.object({
  turns: s.integer(),
  member_words: s.integer(),
  unique_words: s.integer(),
  talk_sec: s.integer(),
  charged_sec: s.integer(),
  hints: s.integer(),
  goals: s.array(goal),
  /** Answers that were understood at once, at most two, the richest first. */
  well: s.array(practice),
  /** Sentences with mistakes, then answers that were not understood, at most two, with what can be said instead. */
  practise: s.array(practice),
  /** Kinds of mistakes, the most frequent first, each with its first example. */
  mistakes: s.array(s.object({ ...correctionShape, times: s.integer(), span: s.string() })),
  /** Sentences of the learner with what was wrong put right, proposed as cards of the book. Read, not stored: corrections may be taken away later. */
  sentences: s.array(s.object({ message_id: s.integer(), wrong: s.string(), right: s.string(), is_kept: s.boolean() })),
  /** Words of the scene that came up and are not in the book yet. */
  words: s.array(worded),
  /** Of the turns that were spoken; null of talks that were typed, or spoken for a few seconds. */
  words_minute: s.nullable(s.integer()),
});
export type ChatReport = SchemaValue<typeof report>;

/** Written by a chat service, in Chinese. `waiting`: it is being written. */
const talkSummary = s.object({
  state: s.literal('none', 'waiting', 'ready'),
  summary: s.string(),
  advice: s.string(),
});
export type TalkSummary = SchemaValue<typeof talkSummary>;

/** The report of an ended talk. `waiting`: it is being written. `none`: the talk was too short, or goes on. */
export const getChatReport = contract({
  method: 'GET',
  path: '/home/ai-chats/:id/report',
  response: s.object({
    state: s.literal('none', 'waiting', 'ready'),
    chat,
    report: s.nullable(report),
    summary: talkSummary,
  }),
});

const ownMessage = s.object({
  role: s.literal('member', 'ai'),
  content: s.string(),
  translation: s.nullable(s.string()),
  /** Written by a machine, under this number. */
  is_ai_generated: s.boolean(),
  content_no: s.nullable(s.string()),
  /** Kept by the member. */
  saved: s.boolean(),
  /** What was wrong in the member's words; some of it was found by a machine. */
  corrections: s.array(s.object({ ...correctionShape, is_ai_generated: s.boolean() })),
  /** Length of the recording it was written down from. */
  recorded_ms: s.nullable(s.integer()),
  created_at: s.time(),
});

/** What the member said and heard, and the book of words, as data: talks by age, in pages. */
export const exportChats = contract({
  method: 'GET',
  path: '/home/ai-export',
  query: { page: field.integer({ rules: 'between:1,1000', initial: 1 }) },
  response: s.object({
    chats: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        teacher: s.string(),
        cefr: s.string(),
        turns: s.integer(),
        talk_sec: s.integer(),
        charged_sec: s.integer(),
        rating: s.nullable(s.integer()),
        started_at: s.time(),
        ended_at: s.nullable(s.time()),
        /** Both written by a machine, or empty. */
        summary: s.string(),
        advice: s.string(),
        messages: s.array(ownMessage),
      }),
    ),
    /** With the first page, else null. */
    level: s.nullable(learnerLevel),
    /** What the teacher remembers, with the first page. */
    memories: s.array(s.object({ kind: s.literal(...memoryKinds), text: s.string() })),
    /** With the first page. */
    words: s.array(ownWord),
    has_more: s.boolean(),
  }),
});
