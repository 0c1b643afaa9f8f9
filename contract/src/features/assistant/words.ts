/** The assistants of a card (spec section 3, production cards). */
export const cardAgents = ['stu', 'crea', 'tad'] as const
export type CardAgent = (typeof cardAgents)[number]

/** All assistants of the catalog: the four of the landing page (spec section 1) and those of the cards. */
export const agentKeys = ['prea', 'proa', 'posta', 'dista', ...cardAgents] as const
export type AgentKey = (typeof agentKeys)[number]

/** Name, role and work of each assistant. The table `ai_agents` has the same values; a test compares them. */
export const agents: Record<AgentKey, { name: string; role: string; work: string }> = {
  prea: { name: 'Prea', role: 'Pre-production', work: 'Planning, scripts, shot lists, budgets and resources.' },
  proa: { name: 'Proa', role: 'Production', work: 'Lighting, sound, camera setup and technical help.' },
  posta: {
    name: 'Posta',
    role: 'Post-production',
    work: 'Editing, color grading, audio mixing, rendering and quality control.',
  },
  dista: {
    name: 'Dista',
    role: 'Distribution',
    work: 'Publishing, metadata, release scheduling and marketing insight.',
  },
  stu: { name: 'Stu', role: 'Studio assistant', work: 'Answers clients about their projects and sessions.' },
  crea: { name: 'Crea', role: 'Creative assistant', work: 'Ideas, drafts and references on production cards.' },
  tad: { name: 'Tad', role: 'Technical assistant', work: 'Formats, files and deliveries on production cards.' },
}
