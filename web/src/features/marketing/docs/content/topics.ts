import { advanced } from './advanced.ts'
import { aiFeatures } from './ai-features.ts'
import type { Topic } from './article.ts'
import { gettingStarted } from './getting-started.ts'
import { userGuides } from './user-guides.ts'

export const intro = {
  title: 'Documentation',
  text: 'How StudioHub works, for studio admins, crew, clients, partners and developers.',
}

export const support = {
  title: 'Contact support',
  text: "Didn't find your answer? Write to us. We answer on working days, usually within one day.",
}

/** All documentation, in the order of its tabs. */
export const topics: readonly Topic[] = [gettingStarted, userGuides, aiFeatures, advanced]

/** All articles of the documentation, each with its topic. */
export const articles = topics.flatMap((topic) =>
  [...topic.articles, ...(topic.guides ?? [])].map((article) => ({ ...article, topic })),
)
