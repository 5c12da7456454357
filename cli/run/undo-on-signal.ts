const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `undo` before SIGINT or SIGTERM ends this process, as long as nobody else handles that signal: while tests run,
 * the run ends in the usual way. A second signal ends the process at once. Returns the function that stops this.
 */
export function undoOnSignal(undo: () => Promise<unknown>): () => void {
  const stop = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    stop();
    const end = (): void => {
      process.kill(process.pid, signal);
    };
    undo().then(end, end);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}
