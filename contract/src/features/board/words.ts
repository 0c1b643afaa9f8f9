export const cardPriorities = ['low', 'medium', 'high'] as const
export type CardPriority = (typeof cardPriorities)[number]
export const cardPriorityLabels: Record<CardPriority, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const cardStatuses = ['active', 'in_review', 'complete', 'blocked'] as const
export type CardStatus = (typeof cardStatuses)[number]
export const cardStatusLabels: Record<CardStatus, string> = {
  active: 'Active',
  in_review: 'In review',
  complete: 'Complete',
  blocked: 'Blocked',
}

export const CARD_TITLE_MAX = 200
export const CARD_DESCRIPTION_MAX = 5000
export const COMMENT_MAX = 2000
/** The largest number of cards in one answer; a board with more must be filtered by project. */
export const CARDS_MAX = 5000
export const CARDS_PER_PROJECT_MAX = 1000

export const FILES_PER_CARD_MAX = 30

/** Spec section 5. */
export const REQUIRED_FIELDS_MISSING = 'Please fill in all required fields'

/** The sample project of a client who never had a card (spec section 4, Production board). */
export const sampleProject = {
  title: 'Sample podcast episode',
  description: 'An example of how a project moves through its phases. You can remove it at any time.',
  project_type: 'podcast',
  status: 'active',
  phase: 'production',
} as const

export const sampleCards = [
  {
    phase: 'pre_production',
    title: 'Write the outline',
    description: 'Guests, questions and the story in three acts.',
    priority: 'high',
  },
  {
    phase: 'production',
    title: 'Record the interview',
    description: 'Two voices, one take each, with room tone at the end.',
    priority: 'high',
  },
  {
    phase: 'post_production',
    title: 'Edit and mix',
    description: 'Cut to 40 minutes, level the voices, add music.',
    priority: 'medium',
  },
  {
    phase: 'distribution',
    title: 'Publish the episode',
    description: 'Title, cover, show notes and release date.',
    priority: 'medium',
  },
  {
    phase: 'analytics',
    title: 'Look at the first week',
    description: 'Listeners, how far they came, and what they said.',
    priority: 'low',
  },
] as const
