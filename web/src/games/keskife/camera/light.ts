/* How bright a picture is: a face is made out from a quarter of white on. */

const DARK = 56;
const SIZE = [32, 24] as const;

/** The mean brightness of pixels (red, green, blue, alpha, 0 to 255 each), as the eye weighs colours, from 0 to 255. */
export function brightness(pixels: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < pixels.length; i += 4) sum += 0.299 * pixels[i]! + 0.587 * pixels[i + 1]! + 0.114 * pixels[i + 2]!;
  return pixels.length ? sum / (pixels.length / 4) : 0;
}

export const dark = (light: number): boolean => light < DARK;

/** Of what a video shows now; null before its first picture. */
export function lightOf(video: HTMLVideoElement): number | null {
  if (!video.videoWidth) return null;
  const pen = new OffscreenCanvas(...SIZE).getContext('2d');
  pen?.drawImage(video, 0, 0, ...SIZE);
  return pen ? brightness(pen.getImageData(0, 0, ...SIZE).data) : null;
}
