/* One connection to one other page. Either side may begin at any time; where both do at once, the polite one gives way. */

/** What two pages tell each other to agree on a connection. */
export type Note = { description: RTCSessionDescriptionInit } | { candidate: RTCIceCandidateInit };
export type Kind = 'video' | 'audio';

export interface PeerEvents {
  send(note: Note): void;
  track(track: MediaStreamTrack): void;
  state(state: RTCPeerConnectionState): void;
}

/** What one sender may use: bits a second, and pictures a second. */
export interface Measure {
  bits: number;
  pictures?: number;
}

/**
 * How long, in ms, an offer may go unanswered and a line stutter or come about: then the one is said again, for the other
 * another way is looked for. Each time twice as long is waited, up to TRIES times.
 */
const PATIENCE = 3_000;
const TRIES = 6;

export class Peer {
  readonly #pc: RTCPeerConnection;
  readonly #polite: boolean;
  readonly #on: PeerEvents;
  readonly #senders = new Map<Kind, RTCRtpSender>();
  readonly #shown = new Map<Kind, MediaStreamTrack | null>();
  readonly #measures = new Map<Kind, Measure>();
  #offering = false;
  #ignoring = false;
  #work: Promise<void> = Promise.resolve();
  #patience: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor(pc: RTCPeerConnection, polite: boolean, on: PeerEvents) {
    this.#pc = pc;
    this.#polite = polite;
    this.#on = on;
    pc.onnegotiationneeded = () => void this.#offer();
    pc.onicecandidate = ({ candidate }) => candidate && on.send({ candidate: candidate.toJSON() });
    pc.ontrack = ({ track }) => on.track(track);
    pc.onconnectionstatechange = () => this.#changed();
  }

  get state(): RTCPeerConnectionState {
    return this.#pc.connectionState;
  }

  /** Sends a track of a kind, or none any more. A line once agreed on stays, so that off and on again needs no new one. */
  show(kind: Kind, track: MediaStreamTrack | null): void {
    if ((this.#shown.get(kind) ?? null) === track) return;
    this.#shown.set(kind, track);
    const sender = this.#senders.get(kind);
    if (sender) sender.replaceTrack(track).catch(() => undefined); // refused by a connection that is closed, and then nothing is sent
    else if (track) this.#senders.set(kind, this.#pc.addTrack(track));
    this.#apply();
  }

  measure(kind: Kind, measure: Measure): void {
    this.#measures.set(kind, measure);
    this.#apply();
  }

  /** Takes what the other side says, one thing after another. */
  receive(note: Note): Promise<void> {
    // What does not fit is of an attempt that was given up, or not of a page of ours: the connection stays as it is.
    this.#work = this.#work.then(() => this.#take(note)).catch(() => undefined);
    return this.#work;
  }

  /** Goes on after messages may have been lost. */
  resume(): void {
    this.#tries = 0;
    this.#again();
  }

  close(): void {
    clearTimeout(this.#patience);
    this.#pc.onnegotiationneeded = this.#pc.onicecandidate = this.#pc.ontrack = this.#pc.onconnectionstatechange = null;
    this.#pc.close();
  }

  #say(): void {
    const { localDescription } = this.#pc;
    if (localDescription) this.#on.send({ description: { type: localDescription.type, sdp: localDescription.sdp } });
    this.#wait();
  }

  #again(): void {
    if (this.#pc.signalingState === 'have-local-offer') this.#say();
    else if (this.#pc.connectionState !== 'connected') this.#pc.restartIce();
  }

  /** Messages may be lost, so what does not come about is tried again; the polite side waits longer, lest both begin. */
  #wait(): void {
    clearTimeout(this.#patience);
    if (this.#tries === TRIES) return;
    this.#patience = setTimeout(
      () => {
        const { connectionState, signalingState } = this.#pc;
        if (connectionState === 'closed' || (connectionState === 'connected' && signalingState === 'stable')) return;
        this.#tries += 1;
        this.#again();
        this.#wait();
      },
      PATIENCE * (this.#polite ? 2 : 1) * 2 ** this.#tries,
    );
  }

  async #offer(): Promise<void> {
    this.#offering = true;
    try {
      await this.#pc.setLocalDescription();
      this.#say();
    } catch {
      /* closed meanwhile, or the other's offer came first; the browser asks again where something is left to agree on */
    } finally {
      this.#offering = false;
    }
  }

  async #take(note: Note): Promise<void> {
    if ('candidate' in note) {
      if (!this.#ignoring) await this.#pc.addIceCandidate(note.candidate);
      return;
    }
    const { description } = note;
    const collision = description.type === 'offer' && (this.#offering || this.#pc.signalingState !== 'stable');
    this.#ignoring = collision && !this.#polite;
    if (this.#ignoring) return;
    await this.#pc.setRemoteDescription(description);
    if (description.type !== 'offer') return;
    await this.#pc.setLocalDescription();
    this.#say();
  }

  #changed(): void {
    const state = this.#pc.connectionState;
    if (state === 'connected') {
      this.#tries = 0;
      this.#apply();
    }
    if (state === 'failed') this.#pc.restartIce();
    if (state === 'disconnected') this.#wait();
    this.#on.state(state);
  }

  /** Some browsers know their encodings only once they are connected, so this is done again then. */
  #apply(): void {
    for (const [kind, sender] of this.#senders) {
      const measure = this.#measures.get(kind);
      const parameters = sender.getParameters();
      if (!measure || !parameters.encodings?.length) continue;
      for (const encoding of parameters.encodings) {
        encoding.maxBitrate = measure.bits;
        if (measure.pictures) encoding.maxFramerate = measure.pictures;
      }
      sender.setParameters(parameters).catch(() => undefined); // a connection that ended meanwhile needs no measure
    }
  }
}
