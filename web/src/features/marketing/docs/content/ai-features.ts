import type { Article, Topic } from './article.ts'

const agents: Article = {
  slug: 'agents',
  title: 'The four agents',
  summary: 'Prea, Proa, Posta and Dista: one for each stage of the work.',
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
          text: 'A studio admin switches each of them on or off on the Crew page, next to the people. A card on the board can be assigned to Stu, Crea or Tad, so everyone sees which assistant it is for.',
        },
        {
          text: 'People decide. No agent confirms a booking, moves a card, spends money or writes to a client in your name. See What runs automatically for everything the product does without you.',
        },
      ],
    },
  ],
}

const assistant: Article = {
  slug: 'assistant',
  title: 'Stu, the assistant',
  summary: 'What Stu knows, and where its answers come from.',
  sections: [
    {
      title: 'What Stu is',
      blocks: [
        {
          text: 'Stu is the chat next to your projects and on the board. Ask in your own words, for example when your next session is or which phase a project is in.',
        },
      ],
    },
    {
      title: 'Where answers come from',
      blocks: [
        {
          text: 'Stu looks for keywords in your question and answers with your studio’s own data. The built-in answers do not use a language model: your text is not sent to another company and trains no model.',
        },
        {
          text: 'It has your rights: Stu can only tell you what you can see yourself.',
        },
      ],
    },
    {
      title: 'What you can ask',
      blocks: [
        {
          points: [
            'When is my next session? Crew get the next session that they are assigned to.',
            'What times are free this week? Starts for a session of one hour, by the rules for clients.',
            'How are my projects? On a project’s page: its phase.',
            'What is blocked? Blocked cards, and their projects.',
            'Which tasks are due? For crew and admins.',
          ],
        },
        {
          text: 'Only you can see your conversations: one for each project, and one for everything else. They are part of the export of your data and are deleted with your account.',
        },
        {
          text: 'A line below the conversation says where answers come from. Built-in answers come from the product itself. The operator of the platform may use a language model instead. It gets your question and the data that the product found for you.',
        },
      ],
    },
  ],
}

const voice: Article = {
  slug: 'voice',
  title: 'Tone and voice notes',
  summary: 'Four tones of the assistant, and recording your voice.',
  sections: [
    {
      title: 'Four tones',
      blocks: [
        {
          points: [
            'Professional: clear and polite. The default.',
            'Casual: like a colleague at the front desk.',
            'Cinematic: a little dramatic.',
            'Playful: light, with some humor.',
          ],
        },
        {
          text: 'The tone is a setting of the studio. It changes the greeting and the wording of answers, never their content.',
        },
        { text: 'Choose it in Settings, under Branding.' },
      ],
    },
    {
      title: 'Voice notes',
      blocks: [
        {
          text: 'Recording starts only when you press the button and allow the microphone in your browser. If you do not allow it, you see Microphone access denied, and everything else still works.',
        },
        {
          text: 'Stop recording ends it, and Play recording plays it. A recording stays in your browser until you discard it or leave the page, and no one else gets it. Stu cannot listen, so type your question.',
        },
      ],
    },
  ],
}

const automation: Article = {
  slug: 'what-runs-by-itself',
  title: 'What runs automatically',
  summary: 'What StudioHub does automatically.',
  sections: [
    {
      title: 'Bookings',
      blocks: [
        {
          points: [
            'A booking without a named room gets the first free one.',
            'Time to set up and tear down is kept free around each session.',
            'A confirmed session becomes Completed when it is over.',
            'Open screens show changes by other people within a second, without reloading.',
          ],
        },
      ],
    },
    {
      title: 'Mail',
      blocks: [
        {
          text: 'You get a welcome after sign-up, an email when your studio is opened, and the link and six digits that confirm an address. Our team gets an email when you write to us. An email is stored together with the change that causes it, so none is sent for a change that did not happen. If the mail server is down, it is sent later.',
        },
        {
          text: 'Clients get an email when a session is requested, confirmed, declined, changed or cancelled, and a day before it begins, unless the studio chose other times. Studio admins get one when a client requests, changes or cancels. Each email has the studio’s look, names its time zone and includes a calendar entry.',
        },
        {
          text: 'A person who is invited to a crew gets an email with a personal link. It can be sent again three times a day.',
        },
      ],
    },
    {
      title: 'Plans',
      blocks: [
        {
          text: 'The bookings of a month are counted with each new booking, never estimated.',
        },
      ],
    },
  ],
}

export const aiFeatures: Topic = {
  key: 'ai-features',
  title: 'AI Features',
  text: 'The agents, the assistant and what happens automatically.',
  articles: [agents, assistant, voice, automation],
}
