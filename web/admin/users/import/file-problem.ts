/** A file that is not read; its message is Korean and may be shown. */
export class FileProblem extends Error {}
