type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>
type DemoUser = { id: string; call: Call }

type Task = {
  title: string
  description?: string
  priority?: 'low' | 'medium' | 'high'
  assigned_agent?: 'stu' | 'crea' | 'tad'
  to?: 'production' | 'post_production' | 'distribution' | 'analytics'
  status?: 'in_review' | 'complete' | 'blocked'
}
type Work = { project: object; steps: number; tasks: readonly Task[] }

const northlight: { cleo: readonly Work[]; ben: readonly Work[] } = {
  cleo: [
    {
      project: { title: 'Night Drive (EP)', project_type: 'music', description: 'Four songs, out in spring.' },
      steps: 1,
      tasks: [
        { title: 'Write the second verse', priority: 'medium' },
        { title: 'Choose the title track', priority: 'low', assigned_agent: 'crea' },
        { title: 'Record lead vocals', priority: 'high', to: 'production', description: 'Two condenser mics.' },
        { title: 'Double the choruses', to: 'production', status: 'blocked' },
        { title: 'Comp the vocals', to: 'post_production', assigned_agent: 'stu', status: 'in_review' },
        { title: 'Artwork to the distributor', to: 'distribution', assigned_agent: 'tad' },
      ],
    },
    {
      project: { title: 'Radio spot, 30 seconds', project_type: 'ad' },
      steps: 0,
      tasks: [{ title: 'Agree on the script' }],
    },
  ],
  ben: [
    {
      project: { title: 'Live at the Harbour', project_type: 'music', description: 'The live album.' },
      steps: 2,
      tasks: [
        { title: 'Pick the takes', priority: 'high', to: 'post_production' },
        { title: 'Mix side A', to: 'post_production' },
        { title: 'Master for vinyl', to: 'distribution', priority: 'low' },
        { title: 'Numbers of the first single', to: 'analytics', status: 'complete' },
      ],
    },
  ],
}

const bloom: readonly Work[] = [
  {
    project: { title: 'Spring lookbook', project_type: 'other', description: 'Fourteen looks, two days.' },
    steps: 1,
    tasks: [
      { title: 'Mood board', status: 'complete' },
      { title: 'Shoot looks 1 to 7', to: 'production', priority: 'high' },
    ],
  },
]

async function createWork({ call }: DemoUser, { project, steps, tasks }: Work) {
  const { id: project_id } = await call('/api/v1/projects', project)
  for (let step = 0; step < steps; step += 1) await call(`/api/v1/projects/${project_id}/phase`, { direction: 'next' })
  const cards: string[] = []
  for (const { to, status, ...card } of tasks) {
    const { id } = await call('/api/v1/cards', { project_id, ...card })
    if (to) await call(`/api/v1/cards/${id}/move`, { phase: to })
    if (status) await call(`/api/v1/cards/${id}`, { status }, 'PATCH')
    cards.push(id)
  }
  return cards
}

/** Creates Northlight's projects and cards, and a few comments. */
export async function createNorthlightBoard({ cleo, ben, sam }: Record<'cleo' | 'ben' | 'sam', DemoUser>) {
  const [first] = northlight.cleo
  for (const work of northlight.cleo) {
    const cards = await createWork(cleo, work)
    const vocals = work === first ? cards[2] : undefined
    if (!vocals) continue
    await cleo.call(`/api/v1/cards/${vocals}/comments`, { body: `@[${sam.id}] could we try the ribbon as well?` })
    await sam.call(`/api/v1/cards/${vocals}/comments`, { body: 'Yes, it will be on the stand at ten.' })
  }
  for (const work of northlight.ben) await createWork(ben, work)
}

export async function createBloomBoard(mina: DemoUser) {
  for (const work of bloom) await createWork(mina, work)
}
