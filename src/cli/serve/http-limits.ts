/** What a server takes from clients at once: connections, bytes in memory, time. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface HttpLimits {
  /** Open connections. One more ends the one that has waited longest for the rest of its request. */
  readonly connections: number;
  /** Bytes of messages that arrive and of answers that are being sent, all together. */
  readonly bytes: number;
  /** Milliseconds until the headers of a request are there. */
  readonly headersMs: number;
  /** Milliseconds until a request is there. */
  readonly requestMs: number;
  /** Milliseconds until an answer is read. */
  readonly answerMs: number;
  /** Milliseconds that a connection is kept for the next request. */
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
  /** Returns false, and takes nothing, if less is left. What is alone is never too much: else it would never be answered. */
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

/** Runs functions one after the other. */
export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (run) => {
    const next = last.then(run);
    last = next.catch(() => {});
    return await next;
  };
}

export interface Connections {
  /** The request of a connection is there: it is not ended before it is answered. Returns the function for that. */
  answering(socket: Socket): () => void;
  /**
   * Calls back when a connection ends: an answer that waits for others on it gets no event. Returns the function that
   * stops that.
   */
  onEnd(socket: Socket, callback: () => void): () => void;
}

/** Keeps the number of connections. One that half sends a request makes room for one that may send a whole one. */
export function limitConnections(http: Server, most: number): Connections {
  /** Those that wait longest come first. */
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
