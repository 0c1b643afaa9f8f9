/** Whether a Node version has the same major version as the pinned one and is not older. */
export function isNewEnough(version, pinned) {
  const [[major, minor, patch], [ourMajor, ourMinor, ourPatch]] = [version, pinned].map((text) =>
    text.split('.').map(Number),
  )
  return major === ourMajor && (minor > ourMinor || (minor === ourMinor && patch >= ourPatch))
}
