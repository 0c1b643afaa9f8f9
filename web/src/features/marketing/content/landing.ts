import { type Plan, plans, TRIAL_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'

/** A figure of a public page, with its label. */
export type Figure = { value: string; label: string }

export const hero = {
  eyebrow: 'The AI-powered studio hub',
  title: 'Run the sessions. The hub runs the studio.',
  text:
    'AI agents automate bookings, check-ins, client onboarding, equipment setup, payments, editing, training and ' +
    'distribution.',
  note: `Free for ${TRIAL_DAYS} days, no card needed.`,
}

/** Spec section 9, marketing figures. */
export const claims: readonly Figure[] = [
  { value: '40%', label: 'more bookings' },
  { value: '10 hours', label: 'saved per week' },
  { value: '99%', label: 'client satisfaction' },
  { value: '3x', label: 'average ROI within 6 months' },
]

export const about = {
  title: 'One place from the first request to the final cut',
  text:
    'Most studios run on a calendar, a group chat, a spreadsheet and a very good memory. StudioHub puts the whole session in ' +
    'one place: clients book times that are really free, crew know where to be, and every project shows its progress.',
  points: [
    {
      title: 'No double bookings, ever',
      text: 'The database itself reserves rooms, people and gear, with the time you need to set up and tear down.',
    },
    {
      title: 'Clients see your studio, not ours',
      text: 'Your logo, tagline, colors, fonts, favicon and domain, from the first sign-in page to the last email.',
    },
    {
      title: 'Everyone sees only what they should',
      text: 'Owners run the studio, crew see their day, clients follow their own projects. Studios never see each other.',
    },
  ],
}

export const agentNames = ['prea', 'proa', 'posta', 'dista'] as const
export type AgentName = (typeof agentNames)[number]

type Agent = { key: AgentName; name: string; phase: string; text: string; work: readonly string[] }

export const agents: readonly Agent[] = [
  {
    key: 'prea',
    name: 'Prea',
    phase: 'Pre-production',
    text: 'Plans the session before it starts.',
    work: ['Planning', 'Scripts', 'Shot lists', 'Budgets', 'Resources'],
  },
  {
    key: 'proa',
    name: 'Proa',
    phase: 'Production',
    text: 'Gets the room ready before the session starts.',
    work: ['Lighting', 'Sound', 'Camera setup', 'Live technical help'],
  },
  {
    key: 'posta',
    name: 'Posta',
    phase: 'Post-production',
    text: 'Turns the takes into a finished master.',
    work: ['Editing', 'Color grading', 'Audio mixing', 'Rendering', 'Quality control'],
  },
  {
    key: 'dista',
    name: 'Dista',
    phase: 'Distribution',
    text: 'Publishes the work and shows you how it performs.',
    work: ['Publishing', 'Metadata', 'Release scheduling', 'Marketing insight'],
  },
]

export const featureKeys = ['bookings', 'payments', 'editing', 'distribution', 'analytics'] as const

type Feature = { key: (typeof featureKeys)[number]; title: string; text: string }

export const features: readonly Feature[] = [
  {
    key: 'bookings',
    title: 'Smart bookings',
    text: 'Clients pick from times that are really free, in your opening hours and your time zone. You confirm with a click.',
  },
  {
    key: 'payments',
    title: 'Payments and billing',
    text: 'Subscriptions, session payments and invoicing through a card payment provider.',
  },
  {
    key: 'editing',
    title: 'Built-in editing tools',
    text: 'Notes, cuts and approvals stay with their project.',
  },
  {
    key: 'distribution',
    title: 'Distribution and marketing',
    text: 'Plan the release while you finish the work, and publish where your audience is.',
  },
  {
    key: 'analytics',
    title: 'Analytics dashboard',
    text: 'Which rooms are full, which hours are quiet, and how the month is going.',
  },
]

const roomsText = ({ rooms }: Plan) => (rooms === null ? 'Unlimited rooms' : `Up to ${rooms} rooms`)
const priceText = ({ price_per_month }: Plan) => (price_per_month === null ? null : `$${price_per_month}`)

/** The button of a pricing card. It opens the sign-up, or the contact form with a topic. */
type CallToAction = { label: string; topic: 'demo' | 'sales' | null }

type PriceCard = {
  plan: Plan
  name: string
  price: string | null
  features: readonly string[]
  callToAction: CallToAction
}

/** The names of the plans on the pricing cards. */
export const pricingNames = {
  starter: 'Starter Studio',
  pro: 'Pro Facility',
  enterprise: 'Enterprise Network',
} as const

/** Spec section 1, pricing cards; prices and room limits come from the plans. */
export const priceCards: readonly PriceCard[] = [
  {
    plan: plans.starter,
    name: pricingNames.starter,
    price: priceText(plans.starter),
    features: [
      'AI check-in and onboarding',
      'Smart booking',
      'Automated payments',
      'Basic analytics',
      roomsText(plans.starter),
      'Email support',
    ],
    callToAction: { label: 'Start Free Trial', topic: null },
  },
  {
    plan: plans.pro,
    name: pricingNames.pro,
    price: priceText(plans.pro),
    features: [
      'All 4 agents',
      'Editing tools',
      'Advanced analytics',
      roomsText(plans.pro),
      'Priority support',
      'Custom branding',
      'API access',
    ],
    callToAction: { label: 'Schedule Demo', topic: 'demo' },
  },
  {
    plan: plans.enterprise,
    name: pricingNames.enterprise,
    price: priceText(plans.enterprise),
    features: [
      roomsText(plans.enterprise),
      'White-label',
      'Custom AI training',
      'Dedicated account manager',
      '24/7 phone support',
      'Network features',
      'Custom integrations',
    ],
    callToAction: { label: 'Contact Sales', topic: 'sales' },
  },
]

export const closing = {
  title: 'Give your next session a calm start',
  text: 'Open your studio in minutes: a room, services and opening hours are ready from the first day.',
}
