/**
 * Credentials with fresh random values, by the forms that providers document: prefix, alphabet, length. Written from the
 * documentation and from the patterns that GitHub's secret scanning, TruffleHog and gitleaks publish, not from skillc's
 * table. `{hex:40}` stands for 40 random hexadecimal digits; prefixes are in pieces (`¦`), so that no scanner reports this file.
 */
import { generateKeyPairSync } from "node:crypto";

export interface FreshSecret {
  readonly form: string;
  readonly text: string;
}

/** A generator of random numbers from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const [LOWER, UPPER, DIGITS] = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: "0123456789abcdef",
  HEX: "0123456789ABCDEF",
  digit: DIGITS,
  lower: LOWER + DIGITS,
  upper: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  alnum: LOWER + UPPER + DIGITS,
  url: `${LOWER + UPPER + DIGITS}-_`,
  base64: `${LOWER + UPPER + DIGITS}+/`,
  password: `${LOWER + UPPER + DIGITS}!#%*.~`,
};

/** Writes a form with random values. */
export function write(form: string, random: () => number): string {
  const take = (name: string, length: number): string => {
    const alphabet = ALPHABETS[name] ?? "";
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  };
  return form
    .replaceAll("¦", "")
    .replaceAll("{uuid}", "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}")
    .replaceAll(/\{(\w+):(\d+)\}/g, (_all, name: string, length: string) => take(name, Number(length)));
}

/** Tokens that are recognized alone. */
const TOKENS: Readonly<Record<string, string>> = {
  OpenRouter: "sk-¦or-v1-{hex:64}",
  Anthropic: "sk-¦ant-api03-{url:93}AA",
  "OpenAI project": "sk-¦proj-{url:74}T3Blbk¦FJ{url:74}",
  "OpenAI legacy": "sk-{alnum:20}T3Blbk¦FJ{alnum:20}",
  Langfuse: "sk-¦lf-{uuid}",
  "Supabase secret": "sb_¦secret_{alnum:22}_{alnum:8}",
  "Supabase personal": "sb¦p_{hex:40}",
  "Discord bot": "MT{alnum:22}.G{url:5}.{url:38}",
  "Discord bot, old": "Nz{alnum:22}.X{url:5}.{url:27}",
  Atlassian: "ATAT¦T3xFfGF0{url:170}={HEX:8}",
  "Atlassian, long": "ATAT¦T3xFfGF0{url:180}={HEX:8}",
  "Atlassian, organization": "ATCT¦T3xFfGN0{url:150}={HEX:8}",
  "Bitbucket app password": "AT¦BB{alnum:24}{HEX:8}",
  "Azure DevOps": "{alnum:52}JQQJ9¦9BCACAAAAA{alnum:5}AAASAZDO{alnum:4}",
  "Azure AI": "{alnum:52}JQQJ9¦9BDACYeBjFXJ3w3AAA{upper:1}ACOG{alnum:4}",
  "Entra client secret": "{alnum:3}8Q¦~{alnum:34}",
  "Hugging Face": "hf¦_{alnum:34}",
  "Hugging Face organization": "api_¦org_{alnum:34}",
  Pinecone: "pcs¦k_{alnum:6}_{alnum:63}",
  Tavily: "tvl¦y-{alnum:32}",
  "Tavily, development": "tvl¦y-dev-{alnum:32}",
  Firecrawl: "fc¦-{hex:32}",
  Cerebras: "cs¦k-{lower:48}",
  ElevenLabs: "sk¦_{hex:48}",
  Fireworks: "fw¦_{alnum:24}",
  Together: "tgp¦_v1_{url:43}",
  E2B: "e2¦b_{hex:40}",
  Neon: "nap¦i_{lower:64}",
  Resend: "re¦_{alnum:8}_{alnum:24}",
  "PostHog personal": "ph¦x_{alnum:43}",
  Netlify: "nf¦p_{alnum:36}",
  Render: "rn¦d_{alnum:28}",
  Vercel: "vc¦p_{alnum:56}",
  Buildkite: "bk¦ua_{hex:40}",
  CircleCI: "CCI¦PAT_{alnum:22}_{hex:40}",
  Mapbox: "sk.¦eyJ{alnum:60}.{url:22}",
  Groq: "gs¦k_{alnum:52}",
  Perplexity: "pp¦lx-{alnum:48}",
  xAI: "xa¦i-{alnum:80}",
  Replicate: "r8¦_{alnum:37}",
  DeepSeek: "sk¦-{hex:32}",
  NVIDIA: "nva¦pi-{url:64}",
  Jina: "ji¦na_{hex:32}{alnum:28}",
  RunPod: "rp¦a_{upper:44}",
  LangSmith: "ls¦v2_pt_{hex:32}_{hex:10}",
  GitHub: "gh¦p_{alnum:36}",
  "GitHub, fine-grained": "github¦_pat_{alnum:22}_{alnum:59}",
  "GitHub, installation": "gh¦s_{alnum:36}",
  GitLab: "gl¦pat-{url:20}",
  npm: "np¦m_{alnum:36}",
  PyPI: "py¦pi-AgEIcHlwaS5vcmcCJ{url:150}",
  RubyGems: "ruby¦gems_{hex:48}",
  "Docker Hub": "dckr¦_pat_{url:27}",
  "Sentry user": "sntry¦u_{hex:64}",
  Notion: "nt¦n_{digit:11}{alnum:35}",
  "Notion, old": "sec¦ret_{alnum:43}",
  Linear: "lin¦_api_{alnum:40}",
  Figma: "fig¦d_{url:40}",
  Airtable: "pa¦t{alnum:14}.{hex:64}",
  SonarQube: "sq¦p_{hex:40}",
  Sourcegraph: "sg¦p_{hex:16}_{hex:40}",
  Contentful: "CF¦PAT-{url:43}",
  Apify: "api¦fy_api_{alnum:36}",
  "AWS access key": "AK¦IA{base32:16}",
  "AWS temporary key": "AS¦IA{base32:16}",
  "Google API": "AI¦zaSy{url:33}",
  "Google OAuth": "GOC¦SPX-{url:28}",
  "Google refresh": "1¦//0{digit:1}{url:62}",
  DigitalOcean: "dop¦_v1_{hex:64}",
  Cloudflare: "cf¦ut_{alnum:40}{hex:8}",
  Databricks: "da¦pi{hex:32}",
  Heroku: "HRKU¦-AA{url:58}",
  "Fly.io": "fm¦2_{base64:200}",
  PlanetScale: "pscale¦_tkn_{url:43}",
  Doppler: "dp.¦pt.{alnum:43}",
  Vault: "hv¦s.{url:92}",
  Terraform: "{alnum:14}.atlas¦v1.{url:67}",
  Pulumi: "pu¦l-{hex:40}",
  Tailscale: "tskey¦-auth-{alnum:16}-{alnum:32}",
  age: "AGE-SECRET¦-KEY-1{bech32:58}",
  "Slack bot": "xo¦xb-{digit:12}-{digit:13}-{alnum:24}",
  "Slack app": "xa¦pp-1-A{upper:10}-{digit:13}-{hex:64}",
  SendGrid: "S¦G.{url:22}.{url:43}",
  Twilio: "S¦K{hex:32}",
  Telegram: "{digit:10}:¦AA{url:33}",
  Brevo: "xkey¦sib-{hex:64}-{alnum:16}",
  Mailgun: "{hex:32}-¦{hex:8}-{hex:8}",
  MailerSend: "ml¦sn.{hex:64}",
  Stripe: "sk¦_live_{alnum:99}",
  "Stripe restricted": "rk¦_live_{alnum:99}",
  Square: "sq0¦atp-{url:22}",
  Shopify: "shp¦at_{hex:32}",
  HubSpot: "pat¦-na1-{uuid}",
  Paddle: "pdl¦_live_apikey_{lower:26}_{alnum:22}_{alnum:3}",
  Polar: "polar¦_oat_{alnum:43}",
  "Grafana service account": "gl¦sa_{alnum:32}_{hex:8}",
  "New Relic": "NR¦AK-{upper:27}",
  "New Relic license": "{hex:32}FFFF¦NRAL",
  Dynatrace: "dt0c01¦.{upper:24}.{upper:64}",
  Postman: "PM¦AK-{hex:24}-{hex:34}",
  Adafruit: "ai¦o_{alnum:28}",
};

/** Credentials that have a label or a place. */
const PLACED: Readonly<Record<string, string>> = {
  "Telegram in an address": "https://api.telegram.org/bot{digit:10}:¦AA{url:33}/getMe",
  "npm token, UUID": "//npm.tides.net/:_auth¦Token={uuid}",
  "Basic auth of npm": "//npm.tides.net/:_auth={b64(mate:¦{password:16})}",
  "Docker auth": '{ "auths": { "r.tides.net": { "au¦th": "{b64(mate:{password:20})}" } } }',
  WireGuard: "[Interface]\nPrivate¦Key = {base64:42}E=\nAddress = 10.0.0.2/32",
  ADO: "Server=tcp:db.tides.net,1433;Database=log;User ID=mate;Pass¦word={password:18};Encrypt=True",
  "ADO in XML":
    '<add name="log" connectionString="Data Source=db.tides.net;Initial Catalog=log;uid=mate;pw¦d={alnum:18}" />',
  JDBC: "jdbc:postgresql://db.tides.net:5432/log?user=mate&pass¦word={alnum:20}",
  "JDBC, SQL Server": "jdbc:sqlserver://db.tides.net:1433;databaseName=log;user=mate;pass¦word={alnum:20};",
  libpq: "host=db.tides.net port=5432 dbname=log user=mate pass¦word={alnum:20}",
  "Redis of Azure": "tides.redis.cache.windows.net:6380,pass¦word={base64:43}=,ssl=True,abortConnect=False",
  netrc: "machine api.tides.net login mate pass¦word {alnum:20}",
  "netrc, lines": "machine api.tides.net\n  login mate\n  pass¦word {alnum:20}\n",
  "Kubernetes Secret": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: log\ndata:\n  pass¦word: {b64({alnum:20})}\n",
  "Kubernetes Secret, plain": "kind: Secret\nstringData:\n  db-pass¦word: {alnum:20}\n",
  "basic header of git": "http.https://github.com/.extraheader=AUTHORIZATION: bas¦ic {b64(mate:{alnum:30})}",
  "basic header": "curl -H 'Authorization: Bas¦ic {b64(mate:{password:20})}' https://tides.net",
  "Azure SAS":
    "https://tides.blob.core.windows.net/c?sv=2024-11-04&se=2031-01-01&sp=rl&si¦g={alnum:20}%2B{alnum:22}%3D",
  "database address": "postgres://mate:{alnum:20}@db.tides.net/log",
  "AWS secret": "aws_secret_access_key = {base64:40}",
  "Azure storage": "DefaultEndpointsProtocol=https;AccountName=tides;Account¦Key={base64:86}==",
};

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const percent = (text: string): string => encodeURIComponent(text).replaceAll("-", "%2D").replaceAll("_", "%5F");

/** Ways of writing a token that hide its form from a search of the plain text. */
const WAYS: Readonly<Record<string, (token: string) => string>> = {
  Base64: (token) => `data: ${base64(`export TOKEN=${token}\n`)}`,
  "Base64 of nothing else": (token) => base64(token),
  "Base64 of an address": (token) => base64(token).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  "Base64 in lines": (token) =>
    `${base64(`# ${"tide ".repeat(20)}\ntoken=${token}\n`).replaceAll(/(.{76})/g, "$1\n")}\n`,
  "Base64 of UTF-16": (token) => `powershell -enc ${Buffer.from(`$t='${token}'`, "utf16le").toString("base64")}`,
  hexadecimal: (token) => Buffer.from(token).toString("hex"),
  "percent-encoded": (token) => `https://tides.net/?u=${percent(`https://x/?t=${token}`)}`,
  "numbered characters": (token) => `<a b="${Array.from(token, (one) => `&#${one.charCodeAt(0)};`).join("")}">`,
  escapes: (token) => `"${Array.from(token, (one) => `\\x${one.charCodeAt(0).toString(16)}`).join("")}"`,
  "a character that nobody sees": (token) => `${token.slice(0, 9)}\u200B${token.slice(9)}`,
  "soft hyphens": (token) => token.replaceAll(/(.{6})/g, "$1\u00AD"),
  "two strings": (token) => `const token = "${token.slice(0, 9)}" + "${token.slice(9)}";`,
  "two strings without spaces": (token) => `t='${token.slice(0, 3)}'+'${token.slice(3)}'`,
  "strings in lines": (token) => `token = ("${token.slice(0, 9)}"\n         + "${token.slice(9)}")`,
};

/** Private keys in other forms than PEM; from Node's own generator, which has no seed. */
function writeKeys(): FreshSecret[] {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const ed = generateKeyPairSync("ed25519").privateKey;
  const pem = rsa.export({ type: "pkcs8", format: "pem" }) as string;
  const jwk = rsa.export({ format: "jwk" });
  const xml = (value: string | undefined): string => Buffer.from(value ?? "", "base64url").toString("base64");
  return [
    { form: "JWK, RSA", text: JSON.stringify(jwk) },
    { form: "JWK, EC", text: JSON.stringify(ec.export({ format: "jwk" }), undefined, 2) },
    { form: "JWK, Ed25519, in a string", text: JSON.stringify(JSON.stringify(ed.export({ format: "jwk" }))) },
    {
      form: "XML",
      text: `<RSAKeyValue><Modulus>${xml(jwk.n)}</Modulus><Exponent>AQAB</Exponent><P>${xml(jwk.p)}</P><Q>${xml(jwk.q)}</Q><D>${xml(jwk.d)}</D></RSAKeyValue>`,
    },
    { form: "PEM, percent-encoded", text: `key=${encodeURIComponent(pem)}` },
    { form: "PEM, percent-encoded as a form", text: `key=${encodeURIComponent(pem).replaceAll("%20", "+")}` },
    { form: "PEM in Base64", text: `tls.key: ${base64(pem)}` },
    { form: "PEM in Base64, in lines", text: base64(pem).replaceAll(/(.{76})/g, "$1\n") },
    { form: "PEM in hexadecimal", text: Buffer.from(pem).toString("hex") },
    { form: "PEM in a string", text: JSON.stringify({ private_key: pem }) },
  ];
}

/** Returns more than a hundred credentials, none of which was ever valid. */
export function freshSecrets(seed: number): FreshSecret[] {
  const random = createRandom(seed);
  const tokens = Object.entries(TOKENS).map(([form, pattern]) => ({ form, text: write(pattern, random) }));
  const placed = Object.entries(PLACED).map(([form, pattern]) => ({
    form,
    text: write(pattern, random).replaceAll(/\{b64\((.*?)\)\}/g, (_all, plain: string) => base64(plain)),
  }));
  const hidden = Object.entries(WAYS).flatMap(([way, hide]) =>
    ["GitHub", "OpenRouter", "AWS access key", "Stripe"].map((form) => ({
      form: `${form}: ${way}`,
      text: hide(write(TOKENS[form] ?? "", random)),
    })),
  );
  return [...tokens, ...placed, ...hidden, ...writeKeys()];
}
