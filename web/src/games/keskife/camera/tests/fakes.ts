/* Two browsers' connections without a network: enough of RTCPeerConnection to see what is said, and in which order. */

type Description = { type: 'offer' | 'answer'; sdp: string };

export const track = (kind: 'video' | 'audio', id = kind as string) =>
  ({ kind, id, stop: () => undefined }) as unknown as MediaStreamTrack;

class FakeSender {
  parameters: { encodings: { maxBitrate?: number; maxFramerate?: number }[] } = { encodings: [{}] };
  constructor(public track: MediaStreamTrack | null) {}
  replaceTrack(next: MediaStreamTrack | null): Promise<void> {
    this.track = next;
    return Promise.resolve();
  }
  getParameters() {
    return structuredClone(this.parameters);
  }
  setParameters(next: FakeSender['parameters']): Promise<void> {
    this.parameters = next;
    return Promise.resolve();
  }
}

/** Which connection said it: once two have agreed, a third cannot take the place of one of them. */
const session = ({ sdp }: Description): string => sdp.split('/')[0]!;
const linesOf = ({ sdp }: Description): string[] => sdp.split('/')[2]?.split(',') ?? [];
/** Which kinds it says are sent. */
const sentBy = ({ sdp }: Description): string[] => sdp.split('/')[3]?.split(',').filter(Boolean) ?? [];

export class FakeConnection {
  static all: FakeConnection[] = [];
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: Description | null = null;
  senders: FakeSender[] = [];
  candidates: unknown[] = [];
  remote: Description[] = [];
  closed = false;
  /** Whether a way is found as soon as both have agreed. As in Chromium, none is after the first offer was taken back. */
  joins = false;
  /** Whether it tells of what comes. */
  tells = true;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { toJSON(): object } | null }) => void) | null = null;
  ontrack:
    | ((event: { track: MediaStreamTrack; transceiver: { sender: FakeSender; direction: RTCRtpTransceiverDirection } }) => void)
    | null = null;
  transceivers: { sender: FakeSender; direction: RTCRtpTransceiverDirection }[] = [];
  onconnectionstatechange: (() => void) | null = null;
  onsignalingstatechange: (() => void) | null = null;
  #count = 0;
  #lines = new Set<string>();
  #needs = false;
  #busy = 0;
  /** The kinds whose pictures or sound came, and how many lines were added: see `setRemoteDescription`. */
  #came = new Set<string>();
  #added = 0;

  constructor(readonly name = 'pc') {
    FakeConnection.all.push(this);
  }
  addTrack(added: MediaStreamTrack): FakeSender {
    this.#added += 1;
    const sender = new FakeSender(added);
    this.senders.push(sender);
    this.transceivers.push({ sender, direction: 'sendrecv' });
    this.#need(added.kind);
    return sender;
  }
  getTransceivers() {
    return this.transceivers;
  }
  addTransceiver(kind: string): void {
    this.#need(kind);
  }
  #need(kind: string): void {
    if (this.#lines.has(kind)) return; // a line once agreed on is used again
    this.#lines.add(kind);
    this.#needs = true;
    this.#ask();
  }
  #ask(): void {
    setTimeout(() => {
      if (this.#needs && !this.#busy && this.signalingState === 'stable') this.onnegotiationneeded?.();
    });
  }
  #agree(state: RTCSignalingState): void {
    if (this.closed) throw new DOMException('', 'InvalidStateError');
    this.#busy -= 1;
    this.signalingState = state;
    this.onsignalingstatechange?.();
    if (state === 'stable') this.#ask();
    if (this.joins && state === 'stable' && this.connectionState !== 'connected') this.turn('connected');
  }
  async setLocalDescription(): Promise<void> {
    this.#busy += 1;
    await Promise.resolve();
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    const lines = type === 'offer' ? [...this.#lines] : linesOf(this.remote.at(-1)!);
    this.#needs = [...this.#lines].some((kind) => !lines.includes(kind));
    const sent = this.senders.flatMap(({ track }) => (track && lines.includes(track.kind) ? [track.kind] : []));
    this.localDescription = { type, sdp: `${this.name}/${(this.#count += 1)}/${lines.join()}/${sent.join()}` };
    this.#agree(type === 'offer' ? 'have-local-offer' : 'stable');
  }
  /** As in Chromium, what comes with a description is never told of if a line is added before it has been taken. */
  async setRemoteDescription(description: Description): Promise<void> {
    this.#busy += 1;
    const added = this.#added;
    await Promise.resolve();
    if (!this.#fits(description)) {
      this.#busy -= 1;
      throw new DOMException('', 'InvalidStateError');
    }
    this.remote.push(description);
    const takenBack = this.signalingState === 'have-local-offer' && description.type === 'offer';
    if (takenBack) this.#needs = true;
    if (takenBack && this.connectionState === 'new') this.joins = false;
    for (const kind of linesOf(description)) this.#lines.add(kind);
    for (const kind of sentBy(description)) {
      if (this.#came.has(kind)) continue;
      this.#came.add(kind);
      if (this.tells && added === this.#added) this.#tell(kind as 'video' | 'audio');
    }
    this.#agree(description.type === 'offer' ? 'have-remote-offer' : 'stable');
  }
  #tell(kind: 'video' | 'audio'): void {
    this.ontrack?.({ track: track(kind), transceiver: { sender: new FakeSender(null), direction: 'recvonly' } });
  }
  #fits(description: Description): boolean {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') return false;
    return !this.remote[0] || session(this.remote[0]) === session(description);
  }
  addIceCandidate(candidate: unknown): Promise<void> {
    if (!this.remote.length) return Promise.reject(new DOMException('', 'InvalidStateError'));
    this.candidates.push(candidate);
    return Promise.resolve();
  }
  close(): void {
    this.closed = true;
    this.connectionState = 'closed';
    this.signalingState = 'closed';
  }
  turn(state: RTCPeerConnectionState): void {
    if (this.closed) return;
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
  finds(candidate: string): void {
    this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate }) } });
  }
}

export const connection = (name?: string) => new FakeConnection(name) as unknown as RTCPeerConnection & FakeConnection;
