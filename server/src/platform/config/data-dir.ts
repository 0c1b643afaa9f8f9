/** The value of `DATA_DIR` if none is set, relative to the working directory. */
export const defaultDataDir = './data'
