/** How the commands run other programs: one that takes this terminal over, and one that is waited for. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program in this process's place: signals reach it and its exit code is ours. Where Node can, the process is
 * really replaced and this never returns; otherwise it resolves to the exit code.
 */
export function handOver(command, args, env) {
  if (process.execve && process.platform !== 'win32') process.execve(command, [command, ...args], env)
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to every process in it: the child has had it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  return ended(child)
}

/** Runs a program with its output on this terminal and resolves to its exit code. */
export function run(command, args, options = {}) {
  return ended(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }))
}

/** Runs a program and resolves to its exit code and everything it printed, in the order in which it came. */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  return { status: await ended(child), output }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
