/** `npm run dev`: restarts the server and reloads the web on changes; Ctrl-C stops both. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, root } from './install.mjs'

await ensureInstalled()

const web = process.env.PORT ?? '3000'
const api = process.env.API_PORT ?? '3001'
const server = {
  HOST: '127.0.0.1',
  PORT: api,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${web}`,
  DATA_DIR: process.env.DATA_DIR ?? join(root, 'data'),
  NODE_ENV: 'development',
}

const children = [
  start('server', 'tsx', ['watch', '--clear-screen=false', 'src/main.ts'], server),
  start('web', 'react-router', ['dev', '--host', '127.0.0.1', '--port', web], { API_URL: `http://127.0.0.1:${api}` }),
]

function start(folder, program, args, extra) {
  const command = join(root, 'node_modules/.bin', program)
  const child = spawn(command, args, { cwd: join(root, folder), stdio: 'inherit', env: environment(extra) })
  child.on('close', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
  return child
}

function stop() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
