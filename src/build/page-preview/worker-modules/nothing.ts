/** What is asked for and never used. */
// oxlint-disable-next-line import/no-default-export -- it is imported so
export default {};
