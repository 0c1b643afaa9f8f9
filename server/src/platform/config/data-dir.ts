/** The default of `DATA_DIR`, relative to the working directory. */
export const defaultDataDir = './data'
