/** Whether a Node has the pinned major version and is not older. */
export function isNewEnough(version, pinned) {
  const [[major, minor, patch], [ourMajor, ourMinor, ourPatch]] = [version, pinned].map((text) =>
    text.split('.').map(Number),
  )
  return major === ourMajor && (minor > ourMinor || (minor === ourMinor && patch >= ourPatch))
}
