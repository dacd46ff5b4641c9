/** Media types by extension (IANA registry; text/x-… where nothing is registered). Content decides text or binary. */
const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    md: "text/markdown", markdown: "text/markdown", mdx: "text/mdx", txt: "text/plain", csv: "text/csv",
    tsv: "text/tab-separated-values", html: "text/html", htm: "text/html", css: "text/css", xml: "application/xml",
    xsd: "application/xml", svg: "image/svg+xml", json: "application/json", jsonl: "application/jsonl",
    yaml: "application/yaml", yml: "application/yaml", toml: "application/toml", ini: "text/plain", sql: "application/sql",
    js: "text/javascript", mjs: "text/javascript", cjs: "text/javascript", jsx: "text/javascript", ts: "text/x-typescript",
    mts: "text/x-typescript", tsx: "text/x-typescript", py: "text/x-python", sh: "application/x-sh", bash: "application/x-sh",
    rb: "text/x-ruby", go: "text/x-go", rs: "text/x-rust", java: "text/x-java", php: "application/x-httpd-php",
    ps1: "text/plain", patch: "text/x-diff", diff: "text/x-diff", tex: "application/x-tex", ics: "text/calendar",
    png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", avif: "image/avif",
    ico: "image/vnd.microsoft.icon", bmp: "image/bmp", tiff: "image/tiff", mp3: "audio/mpeg", wav: "audio/wav",
    mp4: "video/mp4", webm: "video/webm", ttf: "font/ttf", otf: "font/otf", woff: "font/woff", woff2: "font/woff2",
    pdf: "application/pdf", zip: "application/zip", gz: "application/gzip", tar: "application/x-tar", wasm: "application/wasm",
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  }),
);

export function mediaTypeOf(path: string, encoding: "text" | "binary"): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return types.get(extension) ?? (encoding === "text" ? "text/plain" : "application/octet-stream");
}
