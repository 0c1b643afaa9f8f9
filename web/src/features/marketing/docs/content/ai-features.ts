import type { Article, Topic } from './article.ts'

const agents: Article = {
  slug: 'agents',
  title: 'The four agents',
  summary: 'Prea, Proa, Posta and Dista: one for each part of the work.',
  sections: [
    {
      title: 'Who does what',
      blocks: [
        {
          points: [
            'Prea, pre-production: planning, scripts, shot lists, budgets and resources.',
            'Proa, production: lighting, sound, camera setup and live technical help.',
            'Posta, post-production: editing, color grading, audio mixing, rendering and quality control.',
            'Dista, distribution: publishing, metadata, release scheduling and marketing insight.',
          ],
        },
      ],
    },
    {
      title: 'How they work with you',
      blocks: [
        {
          text: 'A studio admin switches each of them on or off on the Crew page, where those that are on stand beside the people. A card on the board can be assigned to Stu, Crea or Tad, so that everybody sees what the work is meant for.',
        },
        {
          text: 'A person decides. No agent confirms a booking, moves a card, spends money or writes to a client in your name; what the product does without being asked stands in What runs by itself.',
        },
      ],
    },
  ],
}

const assistant: Article = {
  slug: 'assistant',
  title: 'Stu, the assistant',
  summary: 'What Stu knows, where its answers come from, and what it never does.',
  sections: [
    {
      title: 'What Stu is',
      blocks: [
        {
          text: 'Stu is the chat beside your projects and on the board. You ask in your own words, for example when your next session is or how far a project has come.',
        },
      ],
    },
    {
      title: 'Where answers come from',
      blocks: [
        {
          text: 'Stu looks for keywords in your question and answers from your studio’s own data. The built-in answers are no language model: what you write is sent to no other company and trains nothing.',
        },
        {
          text: 'It answers with your rights. What you cannot see on a page, Stu cannot tell you.',
        },
      ],
    },
    {
      title: 'What you can ask',
      blocks: [
        {
          points: [
            'When is my next session? Crew hear of the sessions that they are assigned to.',
            'What times are free this week? The starts of a session of an hour, by the rules that clients book by.',
            'How are my projects? Beside a project: in which phase it is.',
            'What is blocked? The cards that wait, and where.',
            'Which tasks are due? For crew and admins.',
          ],
        },
        {
          text: 'Every conversation is yours alone and is kept: one for each project, and one for everything else. It is part of the export of your data and goes with your account.',
        },
        {
          text: 'A line below the conversation says who answers. Built-in answers come from the product itself. The operator of the platform may use a language model instead, which then gets your question and what the product found for you.',
        },
      ],
    },
  ],
}

const voice: Article = {
  slug: 'voice',
  title: 'Tone and voice notes',
  summary: 'Four tones for how the assistant speaks to your clients, and talking instead of typing.',
  sections: [
    {
      title: 'Four tones',
      blocks: [
        {
          points: [
            'Professional: clear and polite. The default.',
            'Casual: like somebody from the front desk.',
            'Cinematic: a little larger than life.',
            'Playful: light, with a wink.',
          ],
        },
        {
          text: 'The tone belongs to the studio and changes the greeting and the wording of answers, never what they say.',
        },
        { text: 'Choose it in Settings, under Branding.' },
      ],
    },
    {
      title: 'Voice notes',
      blocks: [
        {
          text: 'Recording begins only when you press the button and after your browser has asked you. If you refuse, you read Microphone access denied and everything else works as before.',
        },
        {
          text: 'Stop recording ends it, and Play recording lets you hear it again. A recording stays in your browser until you discard it or leave the page; nobody else gets it. Stu reads and does not listen, so write what you want to ask.',
        },
      ],
    },
  ],
}

const byItself: Article = {
  slug: 'what-runs-by-itself',
  title: 'What runs by itself',
  summary: 'The steps StudioHub takes without being asked, and how to be sure of them.',
  sections: [
    {
      title: 'Bookings',
      blocks: [
        {
          points: [
            'The first free room is chosen where a booking names none.',
            'Minutes to set up and clear away are kept free around each session.',
            'A confirmed session becomes Completed once it is over.',
            'Open screens show changes of others within a moment, without reloading.',
          ],
        },
      ],
    },
    {
      title: 'Mail',
      blocks: [
        {
          text: 'A welcome after sign-up, a message when a studio is opened, the link and the six digits that prove an address, and notices to our own team when somebody writes to us. Each is part of the same step as what caused it, so no mail goes out for something that did not happen, and each is tried again if the mail server is away.',
        },
        {
          text: 'Clients are mailed when a session is requested, confirmed, declined, changed or cancelled, and a day before it begins; studio admins when a client requests, changes or cancels. Each mail wears the face of the studio, names its clocks and brings an entry for the calendar.',
        },
        {
          text: 'A person who is invited to a crew gets a mail with a link of their own. It can be sent again three times a day.',
        },
      ],
    },
    {
      title: 'Plans',
      blocks: [
        {
          text: 'The bookings of a month are counted when the next one is made, never estimated.',
        },
      ],
    },
  ],
}

export const aiFeatures: Topic = {
  key: 'ai-features',
  title: 'AI Features',
  text: 'The agents, the assistant and what happens without you.',
  articles: [agents, assistant, voice, byItself],
}
