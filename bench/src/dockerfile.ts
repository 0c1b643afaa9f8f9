/** One line of a Dockerfile, with its continuations. */
export type Instruction = { name: string; text: string }

/** A stage of a Dockerfile: the name that others copy from, and its steps after FROM. */
export type Stage = { name: string; steps: Instruction[] }

/** Reads the stages of our Dockerfile. It supports only what our Dockerfile uses. */
export function readStages(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
  const stages: Stage[] = []
  for (const line of lines.split('\n').filter((text) => text.trim())) {
    const [, name = '', rest = ''] = line.match(/^(\w+)\s+(.*)$/) ?? []
    if (name === 'FROM') stages.push({ name: rest.match(/ AS (\w+)$/)?.[1] ?? '', steps: [] })
    else stages.at(-1)?.steps.push({ name, text: rest })
  }
  return stages
}

/** The variables that a stage sets for later steps and for its program. */
export function settingsOf({ steps }: Stage) {
  const lastText = (name: string) => steps.findLast((step) => step.name === name)?.text
  const pairs = steps.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(' '))
  return {
    env: Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    user: lastText('USER'),
    cwd: lastText('WORKDIR') ?? '/',
    volume: lastText('VOLUME') ?? '',
    command: parseList(lastText('CMD')),
    healthCheck: parseList(lastText('HEALTHCHECK')?.replace(/^.*?CMD /, '')),
  }
}

const parseList = (list = '[]') => JSON.parse(list).map(String)

/** The command of a RUN step, without options for an image builder. */
export const commandOf = ({ text }: Instruction) => text.replace(/^(--\w+=\S+ )+/, '')
