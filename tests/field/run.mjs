// npm run field [-- --only NAME] [-- --seed N] [-- --draws N] [-- --suite MAIN] [-- --servers FOLDER]: probes ordinary
// servers with far more requests than a run sends, and fails if a standard run misses the kind of a breach.
await import('../../build/tests/field/main.js');
