/* One connection to one other page. Once it is begun, either side may offer; where both do at once, the polite one gives way. */

/** What two pages tell each other to agree on a connection. Each side numbers its offers; an answer has its offer's number. */
export type Note = { description: RTCSessionDescriptionInit; number: number } | { candidate: RTCIceCandidateInit };
export const KINDS = ['video', 'audio'] as const;
export type Kind = (typeof KINDS)[number];

export interface PeerEvents {
  send(note: Note): void;
  track(track: MediaStreamTrack): void;
  /** The connection, or what is agreed on, is in another state. */
  state(): void;
}

/** What one sender may use: bits a second, and pictures a second. */
export interface Measure {
  bits: number;
  pictures?: number;
}

/** Whether this side gives way where both offer at once, and whether it takes pictures and sound from the other. */
export interface Side {
  polite: boolean;
  takes: boolean;
}

export class Peer {
  readonly #pc: RTCPeerConnection;
  readonly #side: Side;
  readonly #on: PeerEvents;
  readonly #senders = new Map<Kind, RTCRtpSender>();
  readonly #shown = new Map<Kind, MediaStreamTrack | null>();
  readonly #measures = new Map<Kind, Measure>();
  #offering = false;
  #ignoring = false;
  #work: Promise<void> = Promise.resolve();
  /** How many notes are being taken, or wait to be. */
  #taking = 0;
  /** The number of the latest offer: this side's, and the other's. */
  #offered = 0;
  #heard = 0;

  constructor(pc: RTCPeerConnection, side: Side, on: PeerEvents) {
    this.#pc = pc;
    this.#side = side;
    this.#on = on;
    pc.onnegotiationneeded = () => void this.#offer();
    pc.onicecandidate = ({ candidate }) => candidate && on.send({ candidate: candidate.toJSON() });
    pc.ontrack = ({ track, transceiver }) => {
      if (side.takes) on.track(track);
      else transceiver.direction = transceiver.sender.track ? 'sendonly' : 'inactive'; // before it is answered
    };
    pc.onconnectionstatechange = () => this.#changed();
    pc.onsignalingstatechange = () => on.state();
  }

  get state(): RTCPeerConnectionState {
    return this.#pc.connectionState;
  }

  /** Connected, with nothing left to agree on. */
  get settled(): boolean {
    return this.#pc.connectionState === 'connected' && this.#pc.signalingState === 'stable';
  }

  /** An offer has no answer yet. */
  get unanswered(): boolean {
    return this.#pc.signalingState === 'have-local-offer';
  }

  /** Sends a track of a kind, or none any more. A line once agreed on stays, so that off and on again needs no new one. */
  show(kind: Kind, track: MediaStreamTrack | null): void {
    if ((this.#shown.get(kind) ?? null) === track) return;
    this.#shown.set(kind, track);
    const sender = this.#senders.get(kind);
    if (!sender) return this.#add(kind);
    sender.replaceTrack(track).catch(() => undefined); // refused by a connection that is closed, and then nothing is sent
    this.#apply();
  }

  /**
   * Waits while the other's notes are taken: Chromium never tells of a picture that comes with a description if a line is
   * added before it is done with that.
   */
  #add(kind: Kind): void {
    if (this.#taking) {
      void this.#work.then(() => this.#add(kind));
      return;
    }
    const track = this.#shown.get(kind);
    if (!track || this.#senders.has(kind) || this.#pc.signalingState === 'closed') return;
    const sender = this.#pc.addTrack(track);
    this.#senders.set(kind, sender);
    if (!this.#side.takes) for (const one of this.#pc.getTransceivers()) if (one.sender === sender) one.direction = 'sendonly';
    this.#apply();
  }

  measure(kind: Kind, measure: Measure): void {
    this.#measures.set(kind, measure);
    this.#apply();
  }

  /** Makes the first offer even where nothing is sent yet. */
  begin(): void {
    if (!this.#senders.size) this.#pc.addTransceiver('video', { direction: 'recvonly' });
  }

  /** Takes what the other side says, one thing after another. */
  receive(note: Note): Promise<void> {
    // What does not fit is of an attempt that was given up, or not of a page of ours: the connection stays as it is.
    this.#taking += 1;
    this.#work = this.#work
      .then(() => this.#take(note))
      .catch(() => undefined)
      .finally(() => (this.#taking -= 1));
    return this.#work;
  }

  /** Says an offer that has no answer yet once more. */
  repeat(): void {
    if (this.unanswered) this.#say(this.#offered);
  }

  close(): void {
    const pc = this.#pc;
    pc.onnegotiationneeded = pc.onicecandidate = pc.ontrack = pc.onconnectionstatechange = pc.onsignalingstatechange = null;
    pc.close();
  }

  #say(number: number): void {
    const { localDescription } = this.#pc;
    if (localDescription) this.#on.send({ description: { type: localDescription.type, sdp: localDescription.sdp }, number });
  }

  async #offer(): Promise<void> {
    this.#offering = true;
    try {
      await this.#pc.setLocalDescription();
      if (this.unanswered) this.#say((this.#offered += 1));
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
    const { description, number } = note;
    const offer = description.type === 'offer';
    if (offer ? number < this.#heard : number !== this.#offered) return; // too late: a newer one has been said
    const collision = offer && (this.#offering || this.#pc.signalingState !== 'stable');
    const ignoring = collision && !this.#side.polite;
    if (ignoring && number === this.#heard) return; // said again, and taken long ago
    this.#ignoring = ignoring;
    if (ignoring) return;
    await this.#pc.setRemoteDescription(description);
    if (!offer) return;
    this.#heard = number;
    await this.#pc.setLocalDescription();
    this.#say(number);
  }

  #changed(): void {
    if (this.#pc.connectionState === 'connected') this.#apply();
    this.#on.state();
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
