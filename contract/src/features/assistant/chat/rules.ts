import { type Formats, plainFormats, timeText } from '#shared/formats.ts'
import { pickStarts } from '../../availability/choices/rules.ts'
import type { Studio } from '../../studios/schema.ts'
import type { OfferedStart } from './schema.ts'

export type Voice = Studio['voice_setting']

/** What a message can be about. */
export const intents = [
  'change_session',
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
    'change_session',
    /\b(move|reschedule|postpone|cancel|change)\b.*\b(session|booking|appointment|shoot|recording)s?\b/,
  ],
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

/** Finds the intent of a message by its keywords (spec section 1). */
export function findIntent(text: string): Intent {
  const lowerCaseText = text.toLowerCase().normalize('NFC')
  return keywords.find(([, pattern]) => pattern.test(lowerCaseText))?.[0] ?? 'unknown'
}

const greetings: Record<Voice, (studio: string) => string> = {
  professional: (studio) => `Hello, I am Stu, the assistant of ${studio}. How may I help you today?`,
  casual: (studio) => `Hey, Stu here, at ${studio}. What can I do for you?`,
  cinematic: (studio) => `The lights go down at ${studio}, and Stu steps on set. What is our next scene?`,
  playful: (studio) => `Knock knock, it is Stu from ${studio}. What are we making today?`,
}

/** The greeting of an empty conversation, in the studio's voice (spec section 9). */
export const greetingFor = (voice: Voice, studio: string) => greetings[voice](studio)

type Tone = {
  /** The first sentence of an answer that has facts. */
  withFacts: string
  /** The first sentence of an answer if there is nothing to report. */
  withoutFacts: string
  /** The first sentence of the answer to a message that was not understood. */
  notUnderstood: string
  /** The whole answer to thanks. */
  thanks: string
}

const tones: Record<Voice, Tone> = {
  professional: {
    withFacts: 'Certainly.',
    withoutFacts: 'I have looked.',
    notUnderstood: 'I am afraid I did not understand that.',
    thanks: 'You are welcome. I am here whenever you need me.',
  },
  casual: {
    withFacts: 'Sure thing.',
    withoutFacts: 'Had a look.',
    notUnderstood: 'Hm, not sure I got that.',
    thanks: 'Any time.',
  },
  cinematic: {
    withFacts: 'Roll camera.',
    withoutFacts: 'A quiet scene.',
    notUnderstood: 'That line was not in my script.',
    thanks: 'And cut. A pleasure, as ever.',
  },
  playful: {
    withFacts: 'Drum roll, please.',
    withoutFacts: 'I looked under every cable.',
    notUnderstood: 'My headphones must have been on.',
    thanks: 'High five.',
  },
}

const EXAMPLE_QUESTIONS =
  'You can ask me: "When is my next session?", "What times are free this week?", "How are my projects?" or "What is blocked?"'

/** The facts that answer a message. */
export type KnownFacts = {
  sentences: readonly string[]
  /** Whether the sentences only say that there is nothing, for example no session. */
  isEmpty: boolean
  /** Free times that the person can book. */
  starts?: readonly OfferedStart[]
}

/** The answer without a language model: a first sentence in the studio's voice, then the facts. */
export function composeAnswer(intent: Intent, voice: Voice, facts: KnownFacts): string {
  const tone = tones[voice]
  if (intent === 'thanks') return tone.thanks
  // The assistant cannot change sessions, so its answer must not begin with words such as 'Certainly'.
  if (intent === 'change_session') return facts.sentences.join(' ')
  if (intent === 'hello' || intent === 'help') return `${tone.withFacts} ${EXAMPLE_QUESTIONS}`
  if (intent === 'unknown') return `${tone.notUnderstood} ${EXAMPLE_QUESTIONS}`
  return [facts.isEmpty ? tone.withoutFacts : tone.withFacts, ...facts.sentences].join(' ')
}

/**
 * Picks at most `count` free starts that are spread over a day. Uses only full hours if there are enough of them.
 * @param free sorted by time
 * @param count at least 1
 */
export function spreadStarts(free: readonly string[], count: number): string[] {
  const shown = pickStarts(free, '')
  const fullHours = shown.filter((start) => start.endsWith(':00'))
  const candidates = fullHours.length < count ? shown : fullHours
  if (candidates.length <= count) return candidates
  return Array.from(
    { length: count },
    (_, index) => candidates[Math.round((index * (candidates.length - 1)) / Math.max(count - 1, 1))] ?? '',
  )
}

/** Joins start times: `['10:00', '10:15', '12:00']` gives '10:00 to 10:15, 12:00'. @param step in minutes */
export function joinStartTimes(starts: readonly string[], step: number, formats: Formats = plainFormats): string {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const parts: { from: string; to: string }[] = []
  for (const start of starts) {
    const last = parts.at(-1)
    if (last && minuteOf(start) - minuteOf(last.to) === step) last.to = start
    else parts.push({ from: start, to: start })
  }
  return parts
    .map(({ from, to }) => [...new Set([from, to])].map((time) => timeText(time, formats)).join(' to '))
    .join(', ')
}
