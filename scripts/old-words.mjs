/** Old-fashioned words, which files and commit messages must not contain. Written so that this file does not match itself. */
export const oldWords =
  /\b(ane[w]|who(eve[r]|m(eve[r])?)|whenc[e]|les[t]|thereo[f])\b|\bbe ha[d]\b|\btakes i[n]\b|\bnot any mor[e]\b/i
