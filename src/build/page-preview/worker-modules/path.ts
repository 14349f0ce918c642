/** What pages ask of `node:path`. */
const join = (...parts: readonly string[]) => parts.join('/').replace(/\/+/g, '/');
const dirname = (place: string) => place.replace(/\/[^/]*$/, '');
const basename = (place: string) => place.replace(/^.*\//, '');

const paths = { join, dirname, basename, posix: { join, dirname, basename } };
// oxlint-disable-next-line import/no-default-export -- it is imported so
export default paths;
