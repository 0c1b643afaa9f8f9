/** Runs other programs: in place of this process, or as a child. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program in place of this process: signals reach it, and its exit code becomes ours. If Node supports it, the
 * process is really replaced and this never returns; otherwise it resolves to the exit code.
 */
export function replaceProcess(command, args, env) {
  if (process.execve && process.platform !== 'win32') process.execve(command, [command, ...args], env)
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to all its processes: the child already has it.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  return waitForEnd(child)
}

/** Runs a program with its output on this terminal. @returns its exit code */
export function run(command, args, options = {}) {
  return waitForEnd(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }))
}

/** Runs a program. @returns its exit code and its output, in order */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  return { status: await waitForEnd(child), output }
}

function waitForEnd(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
