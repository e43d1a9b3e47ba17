/* Pictures of a camera taken one by one into this page's memory, and shown as if a camera took them. Nothing is stored. */

export interface Film {
  /** The picture of this moment; null while there is none. */
  take(): Promise<ImageBitmap | null>;
  /** A track on which pictures are drawn one after another. */
  screen(): { track: MediaStreamTrack; draw(picture: ImageBitmap): void };
  close(): void;
}

/** Small, for they lie in memory: the size, in px, of what is shown again, and the sign on it that says so. */
const [WIDTH, SIGN] = [320, 36];

/** It is drawn in the middle, so far down: the edges are cut off where a picture has another shape. */
const SIGN_DOWN = 0.74;

export function filmOf(track: MediaStreamTrack): Film {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  video.srcObject = new MediaStream([track]);
  video.play().catch(() => undefined); // without a picture there is nothing to take
  return {
    async take() {
      if (!video.videoWidth) return null;
      const height = Math.round((WIDTH * video.videoHeight) / video.videoWidth);
      return createImageBitmap(video, { resizeWidth: WIDTH, resizeHeight: height });
    },
    screen() {
      const canvas = document.createElement('canvas');
      const pen = canvas.getContext('2d')!;
      return {
        track: canvas.captureStream().getVideoTracks()[0]!,
        draw(picture) {
          if (canvas.height !== picture.height) [canvas.width, canvas.height] = [picture.width, picture.height];
          pen.drawImage(picture, 0, 0);
          drawSign(pen, picture.width / 2, picture.height * SIGN_DOWN);
        },
      };
    },
    close: () => void (video.srcObject = null),
  };
}

/** An arrow that turns back: whoever sees the picture knows that it is not of now. */
function drawSign(pen: CanvasRenderingContext2D, x: number, y: number): void {
  const round = SIGN / 4;
  pen.fillStyle = '#2b1e18';
  pen.beginPath();
  pen.arc(x, y, SIGN / 2, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = pen.fillStyle = '#fffbf0';
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, round, -0.5 * Math.PI, Math.PI);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x - 8, y - round);
  pen.lineTo(x + 1, y - round - 6);
  pen.lineTo(x + 1, y - round + 6);
  pen.fill();
}
