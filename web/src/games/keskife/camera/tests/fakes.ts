/* Two browsers' connections without a network: enough of RTCPeerConnection to see what is said, and in which order. */

type Description = { type: 'offer' | 'answer'; sdp: string };

export const track = (kind: 'video' | 'audio', id = kind as string) => ({ kind, id, stop: () => undefined }) as unknown as MediaStreamTrack;

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

export class FakeConnection {
  static all: FakeConnection[] = [];
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: Description | null = null;
  senders: FakeSender[] = [];
  candidates: unknown[] = [];
  remote: Description[] = [];
  restarts = 0;
  closed = false;
  /** Whether a way is found as soon as both have agreed. */
  joins = false;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { toJSON(): object } | null }) => void) | null = null;
  ontrack: ((event: { track: MediaStreamTrack }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  #count = 0;

  constructor(readonly name = 'pc') {
    FakeConnection.all.push(this);
  }
  addTrack(added: MediaStreamTrack): FakeSender {
    const sender = new FakeSender(added);
    this.senders.push(sender);
    this.#need();
    return sender;
  }
  restartIce(): void {
    this.restarts += 1;
    this.#need();
  }
  #need(): void {
    if (this.signalingState === 'stable') queueMicrotask(() => this.onnegotiationneeded?.());
  }
  #join(): void {
    if (this.joins && this.signalingState === 'stable') this.turn('connected');
  }
  async setLocalDescription(): Promise<void> {
    await Promise.resolve();
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable';
    this.localDescription = { type, sdp: `${this.name}${(this.#count += 1)}` };
    this.#join();
  }
  async setRemoteDescription(description: Description): Promise<void> {
    await Promise.resolve();
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') throw new DOMException('', 'InvalidStateError');
    this.remote.push(description);
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    this.#join();
  }
  addIceCandidate(candidate: unknown): Promise<void> {
    if (!this.remote.length) return Promise.reject(new DOMException('', 'InvalidStateError'));
    this.candidates.push(candidate);
    return Promise.resolve();
  }
  close(): void {
    this.closed = true;
  }
  turn(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
  finds(candidate: string): void {
    this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate }) } });
  }
}

export const connection = (name?: string) => new FakeConnection(name) as unknown as RTCPeerConnection & FakeConnection;
