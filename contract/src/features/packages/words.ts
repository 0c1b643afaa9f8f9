export const PACKAGES_OFFERED_MAX = 50
export const PACKAGE_NAME_MAX = 60
