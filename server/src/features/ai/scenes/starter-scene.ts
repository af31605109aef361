/** What a new scene begins with, so that nobody has to write one from nothing: it can be played as it is. */
export const starterScene = {
  user_role: 'a guest',
  ai_role: 'the host of a party',
  place: 'a small party',
  minutes: 5,
  goals: [{ text: 'Say your name', zh: '说出自己的名字', check: { slot: 'name' } }],
  script: {
    intro: { en: 'You have just arrived at a party.', zh: '您刚来到一个聚会。' },
    slots: { name: { kind: 'name', otherwise: { en: 'friend', zh: '朋友' } } },
    nodes: [
      {
        id: 'start',
        say: {
          A1: [{ en: 'Hello! What is your name?', zh: '您好，您叫什么名字？' }],
          B1: [
            {
              en: 'Hi there! I do not think we have met. What is your name?',
              zh: '您好，我们好像没见过。您叫什么名字？',
            },
          ],
          C1: [
            {
              en: 'Good to see you! I do not believe we have been introduced?',
              zh: '很高兴见到您。我们还没认识过吧？',
            },
          ],
        },
        task: '说出自己的名字',
        task_en: 'Say your name',
        model: {
          A1: { en: 'My name is Ming.', zh: '我叫小明。' },
          B1: { en: 'Hi, my name is Ming.', zh: '您好，我叫小明。' },
          C1: { en: 'I am Ming. It is a pleasure to meet you.', zh: '我是小明，很高兴认识您。' },
        },
        expect: [{ intent: 'give_name', any: ['name is {name}', 'i am {name}', '={name}'] }],
        else: {
          rephrase: { en: 'Sorry, what is your name?', zh: '不好意思，您叫什么名字？' },
          choices: { en: 'You can say: my name is …', zh: '您可以说：我的名字是……' },
        },
        next: 'bye',
      },
      {
        id: 'bye',
        say: {
          A1: [{ en: 'Nice to meet you, {name}!', zh: '{name}，很高兴认识您。' }],
          B1: [{ en: 'Nice to meet you, {name}. Have a good time!', zh: '{name}，很高兴认识您，玩得开心。' }],
          C1: [{ en: 'A pleasure, {name}. Do make yourself at home.', zh: '{name}，幸会，请随意。' }],
        },
        end: true,
      },
    ],
  },
};
