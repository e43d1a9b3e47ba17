/* Keeps the screen lit during a game, where the browser can (a secure context) and agrees. */

export function awake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;

  async function ask(): Promise<void> {
    if (done || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (done) void lock.release();
    } catch {
      lock = null; // the battery is low, or the person said no
    }
  }

  const seen = (): void => void ask();
  document.addEventListener('visibilitychange', seen);
  void ask();
  return () => {
    done = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
