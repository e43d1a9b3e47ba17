/* How loud a microphone hears, as long as it is listened to. */

/** Calls back some times a second with the loudest of a moment, from 0 to 1; gives what ends it. */
export function listen(stream: MediaStream, heard: (loud: number) => void): () => void {
  const context = new AudioContext();
  const meter = context.createAnalyser();
  const wave = new Uint8Array(meter.fftSize);
  context.createMediaStreamSource(stream).connect(meter);
  const timer = setInterval(() => {
    meter.getByteTimeDomainData(wave);
    heard(Math.max(...wave.map((at) => Math.abs(at - 128))) / 128);
  }, 100);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
