export default {
  output: 'static',
  build: { format: 'file', concurrency: 8 },
  devToolbar: { enabled: false },
};
