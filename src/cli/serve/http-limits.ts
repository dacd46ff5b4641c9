import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface HttpLimits {
  /** One more connection ends the one that has waited longest for the rest of its request. */
  readonly connections: number;
  /** Of all messages that arrive and all answers that are being sent. */
  readonly bytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** Time to read an answer. */
  readonly answerMs: number;
  /** Time for which an idle connection is kept. */
  readonly idleMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 256,
  bytes: 16 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 60_000,
  idleMs: 5000,
};

export interface Budget {
  /** Returns false if less is left. A single amount is never too much: else it would never be answered. */
  take(amount: number): boolean;
  give(amount: number): void;
}

export function createBudget(most: number): Budget {
  let used = 0;
  return {
    take(amount) {
      if (used > 0 && used + amount > most) return false;
      used += amount;
      return true;
    },
    give(amount) {
      used -= amount;
    },
  };
}

export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (run) => {
    const next = last.then(run);
    last = next.catch(() => {});
    return await next;
  };
}

export interface Connections {
  /** Marks a complete request: its connection stays open until it is answered, which calls the returned function. */
  answering(socket: Socket): () => void;
  /**
   * Calls back when a connection ends: an answer that waits for others on it gets no event. Returns the function that
   * cancels this.
   */
  onEnd(socket: Socket, callback: () => void): () => void;
}

/** A connection that sends half a request is closed first. */
export function limitConnections(http: Server, most: number): Connections {
  /** The longest waiting come first. */
  const waiting = new Set<Socket>();
  const answering = new Set<Socket>();
  const onEnd = new Map<Socket, Set<() => void>>();
  http.on("connection", (socket: Socket) => {
    const callbacks = new Set<() => void>();
    waiting.add(socket);
    onEnd.set(socket, callbacks);
    socket.once("close", () => {
      waiting.delete(socket);
      answering.delete(socket);
      onEnd.delete(socket);
      for (const callback of callbacks) callback();
    });
    if (waiting.size + answering.size <= most) return;
    const [oldest = socket] = waiting;
    waiting.delete(oldest);
    const status = oldest === socket ? "503 Service Unavailable\r\nRetry-After: 1" : "408 Request Timeout";
    oldest.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => oldest.destroy());
  });
  return {
    answering(socket) {
      if (waiting.delete(socket)) answering.add(socket);
      return () => {
        if (answering.delete(socket)) waiting.add(socket);
      };
    },
    onEnd(socket, callback) {
      const callbacks = onEnd.get(socket);
      if (callbacks === undefined) callback();
      else callbacks.add(callback);
      return () => void callbacks?.delete(callback);
    },
  };
}
