type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoUser = { id: string; call: Call }

type DemoCard = {
  title: string
  description?: string
  priority?: 'low' | 'medium' | 'high'
  assigned_agent?: 'stu' | 'crea' | 'tad'
  move_to?: 'production' | 'post_production' | 'distribution' | 'analytics'
  status?: 'in_review' | 'complete' | 'blocked'
}
type DemoProject = { project: object; phase_steps: number; cards: readonly DemoCard[] }

const northlight: { cleo: readonly DemoProject[]; ben: readonly DemoProject[] } = {
  cleo: [
    {
      project: { title: 'Night Drive (EP)', project_type: 'music', description: 'Four songs, out in spring.' },
      phase_steps: 1,
      cards: [
        { title: 'Write the second verse', priority: 'medium' },
        { title: 'Choose the title track', priority: 'low', assigned_agent: 'crea' },
        { title: 'Record lead vocals', priority: 'high', move_to: 'production', description: 'Two condenser mics.' },
        { title: 'Double the choruses', move_to: 'production', status: 'blocked' },
        { title: 'Comp the vocals', move_to: 'post_production', assigned_agent: 'stu', status: 'in_review' },
        { title: 'Artwork to the distributor', move_to: 'distribution', assigned_agent: 'tad' },
      ],
    },
    {
      project: { title: 'Radio spot, 30 seconds', project_type: 'ad' },
      phase_steps: 0,
      cards: [{ title: 'Agree on the script' }],
    },
  ],
  ben: [
    {
      project: { title: 'Live at the Harbour', project_type: 'music', description: 'The live album.' },
      phase_steps: 2,
      cards: [
        { title: 'Pick the takes', priority: 'high', move_to: 'post_production' },
        { title: 'Mix side A', move_to: 'post_production' },
        { title: 'Master for vinyl', move_to: 'distribution', priority: 'low' },
        { title: 'Figures of the first single', move_to: 'analytics', status: 'complete' },
      ],
    },
  ],
}

const bloom: readonly DemoProject[] = [
  {
    project: { title: 'Spring lookbook', project_type: 'other', description: 'Fourteen looks, two days.' },
    phase_steps: 1,
    cards: [
      { title: 'Mood board', status: 'complete' },
      { title: 'Shoot looks 1 to 7', move_to: 'production', priority: 'high' },
    ],
  },
]

async function createProject({ call }: DemoUser, { project, phase_steps, cards }: DemoProject) {
  const { id: project_id } = await call('/api/v1/projects', project)
  for (let step = 0; step < phase_steps; step += 1)
    await call(`/api/v1/projects/${project_id}/phase`, { direction: 'next' })
  const ids: string[] = []
  for (const { move_to, status, ...card } of cards) {
    const { id } = await call('/api/v1/cards', { project_id, ...card })
    if (move_to) await call(`/api/v1/cards/${id}/move`, { phase: move_to })
    if (status) await call(`/api/v1/cards/${id}`, { status }, 'PATCH')
    ids.push(id)
  }
  return { project_id, cards: ids }
}

/** Creates Northlight's projects and cards, and a few comments. @returns the ids of Cleo's projects */
export async function createNorthlightBoard({ cleo, ben, sam }: Record<'cleo' | 'ben' | 'sam', DemoUser>) {
  const [first] = northlight.cleo
  const project_ids: string[] = []
  for (const project of northlight.cleo) {
    const { project_id, cards } = await createProject(cleo, project)
    project_ids.push(project_id)
    const vocals = project === first ? cards[2] : undefined
    if (!vocals) continue
    await cleo.call(`/api/v1/cards/${vocals}/comments`, { body: `@[${sam.id}] could we try the ribbon as well?` })
    await sam.call(`/api/v1/cards/${vocals}/comments`, { body: 'Yes, it will be on the stand at ten.' })
  }
  for (const project of northlight.ben) await createProject(ben, project)
  return project_ids
}

export async function createBloomBoard(mina: DemoUser) {
  for (const project of bloom) await createProject(mina, project)
}
