import { advanced } from './advanced.ts'
import { aiFeatures } from './ai-features.ts'
import type { Topic } from './article.ts'
import { gettingStarted } from './getting-started.ts'
import { userGuides } from './user-guides.ts'

export const intro = {
  title: 'Documentation',
  text: 'How StudioHub works, for studio admins, crew, clients, partners and those who build on it.',
}

export const support = {
  title: 'Contact support',
  text: 'Not in here? Write to us. People answer, on working days and usually within one.',
}

/** All documentation, in the order of its tabs. */
export const topics: readonly Topic[] = [gettingStarted, userGuides, aiFeatures, advanced]

export const articles = topics.flatMap((topic) => topic.articles.map((article) => ({ ...article, topic })))
