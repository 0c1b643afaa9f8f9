/** Says at the label of a field that it may stay empty. */
export const optionalMark = <span className="text-sm text-muted-foreground">Optional</span>
