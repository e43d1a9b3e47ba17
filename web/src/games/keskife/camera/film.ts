/* Pictures of a camera taken one by one into this page's memory, and shown as if a camera took them. Nothing is stored. */

export interface Film {
  /** The picture of this moment; null while there is none. */
  take(): Promise<ImageBitmap | null>;
  /** A track on which pictures are drawn one after another. */
  screen(): { track: MediaStreamTrack; draw(picture: ImageBitmap): void };
  close(): void;
}

/** Small, for they lie in memory: the size, in px, of what is shown again, and the sign on it that says so. */
const [WIDTH, SIGN] = [320, 44];

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
          drawSign(pen);
        },
      };
    },
    close: () => void (video.srcObject = null),
  };
}

/** An arrow that turns back, in the corner: whoever sees the picture knows that it is not of now. */
function drawSign(pen: CanvasRenderingContext2D): void {
  const middle = SIGN / 2 + 6;
  const round = SIGN / 4;
  pen.fillStyle = '#2b1e18';
  pen.beginPath();
  pen.arc(middle, middle, SIGN / 2, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = pen.fillStyle = '#fffbf0';
  pen.lineWidth = 4;
  pen.beginPath();
  pen.arc(middle, middle, round, -0.5 * Math.PI, Math.PI);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(middle - 10, middle - round);
  pen.lineTo(middle + 2, middle - round - 8);
  pen.lineTo(middle + 2, middle - round + 8);
  pen.fill();
}
