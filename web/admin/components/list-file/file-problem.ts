/** Its message is Korean and may be shown. */
export class FileProblem extends Error {}
