/** Whether a Node is of the pinned one's major version, and not older. */
export function isNewEnough(version, pinned) {
  const [[major, minor, patch], [ourMajor, ourMinor, ourPatch]] = [version, pinned].map((text) =>
    text.split('.').map(Number),
  )
  return major === ourMajor && (minor > ourMinor || (minor === ourMinor && patch >= ourPatch))
}
