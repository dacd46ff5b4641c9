interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Milliseconds that the server may stay silent. */
  readonly idleMs: number;
  /** Including redirects; default: no limit. */
  readonly totalMs?: number | undefined;
  /** Default: 5. */
  readonly maxRedirects?: number | undefined;
  /** Returns a clause; default: all redirects with the same protocol are followed. */
  readonly refusalOf?: ((url: URL) => Promise<string | undefined>) | undefined;
}

interface HttpResponse {
  readonly status: number;
  readonly bytes: Uint8Array;
}

export interface HttpFailure {
  readonly httpFailure: "unreachable" | "timeout" | "size" | "cut" | "redirect";
  readonly detail: string;
}

const MAX_REDIRECTS = 5;

export function isHttpFailure(result: object): result is HttpFailure {
  return "httpFailure" in result;
}

/** Sends no credentials to another server; no redirect leaves https. */
export async function httpGet(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
  let { url, headers } = request;
  const { maxRedirects = MAX_REDIRECTS, totalMs, refusalOf } = request;
  const deadline = totalMs === undefined ? undefined : AbortSignal.timeout(totalMs);
  for (let step = 0; step <= maxRedirects; step++) {
    const response = await getTwice({ ...request, url, headers, deadline });
    if (!("location" in response)) return response;
    const next = toUrl(response.location, url);
    if (next === undefined || (url.startsWith("https:") && next.protocol !== "https:"))
      return { httpFailure: "redirect", detail: response.location.slice(0, 200) };
    const refusal = await refusalOf?.(next);
    if (refusal !== undefined) return { httpFailure: "redirect", detail: refusal };
    if (next.origin !== new URL(url).origin) headers = withoutCredentials(headers);
    url = next.href;
  }
  return { httpFailure: "redirect", detail: `more than ${maxRedirects}` };
}

function toUrl(location: string, base: string): URL | undefined {
  try {
    const url = new URL(location, base);
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));
}

/** Repeats a request if a reused connection turns out to be closed: nothing was answered yet. */
type OneRequest = HttpRequest & { readonly deadline: AbortSignal | undefined };

async function getTwice(request: OneRequest): ReturnType<typeof getOnce> {
  const response = await getOnce(request);
  const isStale = "httpFailure" in response && response.httpFailure === "unreachable" && STALE.has(response.detail);
  return isStale ? getOnce(request) : response;
}

const STALE: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

async function getOnce(request: OneRequest): Promise<HttpResponse | HttpFailure | { readonly location: string }> {
  const abort = new AbortController();
  let isIdle = false;
  let isReached = false;
  const expire = (): void => {
    isIdle = true;
    abort.abort();
  };
  let timer = setTimeout(expire, request.idleMs);
  try {
    const { url, headers, deadline } = request;
    const signal = deadline === undefined ? abort.signal : AbortSignal.any([abort.signal, deadline]);
    const response = await fetch(url, { headers, redirect: "manual", signal });
    isReached = true;
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      abort.abort();
      return { location };
    }
    const tooLarge = { httpFailure: "size", detail: `more than ${request.maxBytes} bytes` } as const;
    if (Number(response.headers.get("content-length")) > request.maxBytes) {
      abort.abort();
      return tooLarge;
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(expire, request.idleMs);
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size > request.maxBytes) return tooLarge;
      chunks.push(chunk);
    }
    return { status: response.status, bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (request.deadline?.aborted === true)
      return { httpFailure: "timeout", detail: `not finished after ${(request.totalMs ?? 0) / 1000} s` };
    if (isIdle) return { httpFailure: "timeout", detail: `no answer for ${request.idleMs / 1000} s` };
    return { httpFailure: isReached ? "cut" : "unreachable", detail: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch failed` hides its reason, such as ECONNREFUSED, in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
