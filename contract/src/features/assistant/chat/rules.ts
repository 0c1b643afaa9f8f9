import type { Studio } from '../../studios/schema.ts'

export type Voice = Studio['voice_setting']

/** The questions that a message can ask. */
export const intents = [
  'next_session',
  'free_times',
  'blocked',
  'my_projects',
  'my_tasks',
  'my_cards',
  'prices',
  'booking',
  'thanks',
  'hello',
  'help',
  'unknown',
] as const
export type Intent = (typeof intents)[number]

// The first match wins, so narrow patterns must come before wide ones.
const keywords: readonly [Intent, RegExp][] = [
  [
    'next_session',
    /\b(next|upcoming|coming)\b.*\b(session|booking|appointment|shoot|recording)|\bwhen (is|am|do) (my|i|we)\b/,
  ],
  [
    'free_times',
    /\b(free|available|availability|open)\b.*\b(time|times|slot|slots|week|day|today|tomorrow|room)|\bwhen .*\bfree\b/,
  ],
  ['blocked', /\b(blocked|blocker|blockers|stuck|held up|waiting on)\b/],
  ['my_projects', /\b(project|projects|status|progress|phase)\b/],
  ['my_tasks', /\b(task|tasks|to-?dos?|due|overdue)\b/],
  ['my_cards', /\b(board|boards|card|cards)\b/],
  ['prices', /\b(price|prices|pricing|cost|costs|rate|rates|fee|fees|how much)\b/],
  ['booking', /\b(book|booking|bookings|reschedule|cancel|schedule|session|sessions)\b/],
  ['thanks', /\b(thanks|thank you|cheers|great|perfect)\b/],
  ['hello', /\b(hi|hello|hey|good (morning|afternoon|evening))\b/],
  ['help', /\b(help|what can you|who are you|how do)\b/],
]

/** The intent of a message, by its keywords (spec section 1). */
export function intentOf(text: string): Intent {
  const plain = text.toLowerCase().normalize('NFC')
  return keywords.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'unknown'
}

const greetings: Record<Voice, (studio: string) => string> = {
  professional: (studio) => `Hello, I am Stu, the assistant of ${studio}. How may I help you today?`,
  casual: (studio) => `Hey, Stu here, at ${studio}. What can I do for you?`,
  cinematic: (studio) => `The lights go down at ${studio}, and Stu steps on set. What is our next scene?`,
  playful: (studio) => `Knock knock, it is Stu from ${studio}. What are we making today?`,
}

/** The greeting of an empty conversation, in the studio's voice (spec section 9). */
export const greetingFor = (voice: Voice, studio: string) => greetings[voice](studio)

type Tone = { found: string; none: string; lost: string; thanks: string }

const tones: Record<Voice, Tone> = {
  professional: {
    found: 'Certainly.',
    none: 'I have looked.',
    lost: 'I am afraid I did not understand that.',
    thanks: 'You are welcome. I am here whenever you need me.',
  },
  casual: {
    found: 'Sure thing.',
    none: 'Had a look.',
    lost: 'Hm, not sure I got that.',
    thanks: 'Any time.',
  },
  cinematic: {
    found: 'Roll camera.',
    none: 'A quiet scene.',
    lost: 'That line was not in my script.',
    thanks: 'And cut. A pleasure, as ever.',
  },
  playful: {
    found: 'Drum roll, please.',
    none: 'I looked under every cable.',
    lost: 'My headphones must have been on.',
    thanks: 'High five.',
  },
}

const EXAMPLE_QUESTIONS =
  'You can ask me: "When is my next session?", "What times are free this week?", "How are my projects?" or "What is blocked?"'

/** The facts that answer a message, as sentences. `isEmpty` means that there are none, for example no session. */
export type KnownFacts = { sentences: readonly string[]; isEmpty: boolean }

/** The built-in answer: an opening in the studio's voice, then the facts. */
export function composeAnswer(intent: Intent, voice: Voice, facts: KnownFacts): string {
  const tone = tones[voice]
  if (intent === 'thanks') return tone.thanks
  if (intent === 'hello' || intent === 'help') return `${tone.found} ${EXAMPLE_QUESTIONS}`
  if (intent === 'unknown') return `${tone.lost} ${EXAMPLE_QUESTIONS}`
  return [facts.isEmpty ? tone.none : tone.found, ...facts.sentences].join(' ')
}

/** Joins start times: `['10:00', '10:15', '12:00']` gives '10:00 to 10:15, 12:00'. @param step in minutes */
export function joinStartTimes(starts: readonly string[], step: number): string {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const parts: { from: string; to: string }[] = []
  for (const start of starts) {
    const last = parts.at(-1)
    if (last && minuteOf(start) - minuteOf(last.to) === step) last.to = start
    else parts.push({ from: start, to: start })
  }
  return parts.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ')
}
