/** Writes what a script does. It runs before packages are installed, so it imports built-in modules only. */

let writesJson = false

/** From now on lines are JSON like those of the server, unless a person reads them in a terminal. */
export function writeJsonWithoutTerminal() {
  writesJson = !process.stdout.isTTY
}

/** Whether lines are JSON now. The output of other programs must then not be mixed with them. */
export const isJson = () => writesJson

/** Writes one line about the progress of a script. @param level `error` for a reason why it stops */
export function report(msg, level = 'info') {
  if (writesJson) console.log(JSON.stringify({ level, time: new Date().toISOString(), msg }))
  else if (level === 'error') console.error(msg)
  else console.log(msg)
}
