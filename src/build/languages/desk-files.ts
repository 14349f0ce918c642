/** The desk speaks the first language, and languages call themselves by their own names. */
export const isOfDesk = (file: string): boolean =>
  /\/desk\/|^src\/(?:desk-kit|build|drawing|languages)\//.test(file) ||
  /^src\/(?:pages\/admin|layouts\/Admin)/.test(file);
