/**
 * Data: the forms of credentials that providers mark with a fixed text. The fixed texts, lengths, alphabets and limits of
 * entropy are facts from the rules of gitleaks (config/gitleaks.toml at commit 009e025, read 2026-11-22; MIT), in the rows
 * marked `hog` from those of TruffleHog (pkg/detectors at commit 3ab759f, read 2026-11-23) and, in the rows marked `docs`,
 * from the documentation of the provider and the keys that its examples show. Left out are rules that only look for the name of a
 * provider next to any random value. Every length is bounded, so that no text is slow.
 */

/** A form: where it starts, what follows, and how random it must be. */
export interface SecretForm {
  readonly kind: string;
  /** Literal texts, one of which every value of the form contains. */
  readonly anchors: readonly string[];
  /** A pattern of what comes before the anchor and belongs to the value. */
  readonly lead: string;
  /** A pattern of what follows the anchor: the random part. */
  readonly body: string;
  /** Bits per character of the whole value. */
  readonly entropy: number;
  /** Whether the form is often harmless, such as a token that expired long ago. */
  readonly weak: boolean;
  /** What the line must contain before the value, because the form alone is not unique. */
  readonly near?: RegExp;
}

type Options = Partial<Pick<SecretForm, "entropy" | "lead" | "near" | "weak">>;

type FormRow = readonly [kind: string, anchors: string, body: string, options?: Options];

const ALNUM = "[A-Za-z0-9]";
const WORD = "[A-Za-z0-9_-]";
const HEX = "[a-f0-9]";
const ANY_HEX = "[A-Fa-f0-9]";
const BASE64 = "[A-Za-z0-9+/]";
/** A digit: names of functions and variables seldom have one. */
const DIGIT = `(?=${WORD}{0,80}\\d)`;
/** Digits and letters of both cases: no identifier of a program is as mixed. */
const MIXED = `${DIGIT}(?=${WORD}{0,80}[a-z])(?=${WORD}{0,80}[A-Z])`;
const UUID = `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`;

const CODE_AND_PACKAGES: readonly FormRow[] = [
  ["GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", `${ALNUM}{36,255}`],
  ["GitHub token", "github_pat_", `\\w{60,255}`],
  ["GitLab token", "glpat-", `${WORD}{20,300}(?:\\.[0-9a-z]{9})?`],
  ["GitLab token", "gldt- glft- glsoat- glffct-", `${WORD}{20,64}`],
  ["GitLab token", "glrt-", `(?:t\\d_)?${WORD}{20,300}(?:\\.[0-9a-z]{9})?`],
  ["GitLab token", "glcbt-", `${ALNUM}{1,5}_${WORD}{20,64}`],
  ["GitLab token", "glimt-", `${WORD}{25}`],
  ["GitLab token", "glagent-", `${WORD}{50}`],
  ["GitLab token", "gloas-", `${WORD}{64}`],
  ["GitLab token", "glptt-", `${HEX}{40}`],
  ["GitLab token", "GR1348941", `${WORD}{20}`],
  ["GitLab session", "_gitlab_session=", `[0-9a-z]{32}`],
  ["npm token", "npm_", `${ALNUM}{36}`],
  ["PyPI token", "pypi-AgEIcHlwaS5vcmc", `${WORD}{50,1000}`],
  ["RubyGems token", "rubygems_", `${HEX}{48}`],
  ["Clojars token", "CLOJARS_", `${ALNUM}{60}`],
  ["Docker Hub token", "dckr_pat_ dckr_oat_", `${WORD}{27,64}`], // docs
  ["Artifactory key", "AKCp", `${ALNUM}{69}`, { entropy: 4.5 }],
  ["Artifactory token", "cmVmd", `${ALNUM}{59}`, { entropy: 4.5 }],
  ["Octopus Deploy key", "API-", `(?=[A-Z]{0,25}\\d)[A-Z0-9]{26}`],
  ["Harness token", "pat. sat.", `${WORD}{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`],
  ["Postman key", "PMAK-", `${ANY_HEX}{24}-${ANY_HEX}{34}`],
  ["Readme key", "rdme_", `[a-z0-9]{70}`],
  ["Sourcegraph token", "sgp_", `(?:(?:${ANY_HEX}{16}|local)_)?${ANY_HEX}{40}`],
  ["Typeform token", "tfp_", `[\\w.=-]{59}`],
  ["Linear key", "lin_api_", `${ALNUM}{40}`],
  ["Notion token", "ntn_", `\\d{11}${ALNUM}{35}`, { entropy: 4 }],
  ["Frame.io token", "fio-u-", `[\\w=-]{64}`],
  ["Figma token", "figd_", `${WORD}{40,64}`], // docs
  ["Airtable token", "pat", `${ALNUM}{14}\\.${HEX}{64}`], // docs
  ["Atlassian token", "ATATT3 ATCTT3 ATSTT3", `[\\w=-]{60,300}`, { entropy: 3.5 }], // hog: of several lengths
  ["Bitbucket app password", "ATBB", `${ALNUM}{24,40}`, { entropy: 3.5 }], // hog
  ["Bitbucket token", "BBDC-", `[A-Za-z0-9+/@_-]{40,50}`], // hog
  ["Buildkite token", "bkua_", `[a-z0-9]{36,48}`], // hog
  ["CircleCI token", "CCIPAT_ CCIPRJ_", `${ALNUM}{22}_${ANY_HEX}{40}`], // hog
  ["Notion token", "secret_", `${MIXED}${ALNUM}{43}`], // hog
  ["Sonar token", "sqp_ squ_ sqa_", `${HEX}{40}`], // docs
  ["Sonar token", "sqco_", `${ALNUM}{59}`], // hog
  ["Sourcegraph token", "slk_", `${HEX}{64}`], // hog
  ["Contentful token", "CFPAT-", `${WORD}{43}`], // hog
  ["LaunchDarkly key", "api- sdk-", UUID, { near: /launch ?darkly|\\bld[_-]/i }], // hog
  ["Snyk token", "snyk_uat. snyk_sat.", `[\\w.-]{40,200}`], // docs
  ["Apify token", "apify_api_", `${ALNUM}{36,40}`], // hog
  ["Rootly key", "rootly_", `${HEX}{64}`], // hog
  ["Intra42 secret", "s-s4t2ud- s-s4t2af-", `${ANY_HEX}{64}`],
];

const CLOUDS: readonly FormRow[] = [
  ["AWS access key", "AKIA ASIA ABIA ACCA", `[A-Z2-7]{16}`],
  ["AWS access key", "A3T", `[A-Z0-9][A-Z2-7]{16}`],
  ["Amazon Bedrock key", "ABSKQmVkcm9ja0FQSUtleS", `${BASE64}{100,280}={0,2}`], // docs
  ["Alibaba access key", "LTAI", `${ALNUM}{20}`],
  ["Netlify token", "nfp_ nfc_ nfo_ nfu_", `${DIGIT}\\w{32,48}`], // hog
  ["Render key", "rnd_", `${DIGIT}${ALNUM}{24,40}`], // docs
  ["Neon key", "napi_", `${DIGIT}${ALNUM}{40,80}`], // docs
  ["Vercel token", "vcp_ vci_ vca_ vcr_ vck_", `${DIGIT}${ALNUM}{24,80}`], // docs
  ["Deno Deploy token", "ddp_ ddw_", `${ALNUM}{36}`], // hog
  ["Cloudflare token", "cfut_ cfat_ cfk_", `${ALNUM}{40}${HEX}{8}`], // hog
  ["NVIDIA key", "nvapi-", `${WORD}{60,70}`], // hog
  ["Mapbox token", "sk.eyJ", `${WORD}{40,200}\\.${WORD}{20,64}`], // hog
  ["Google refresh token", "1//0", `${DIGIT}${WORD}{60,120}`], // docs
  // Ends after an hour.
  ["Google access token", "ya29.", `${DIGIT}[\\w.-]{60,400}`, { weak: true }], // hog
  ["Amazon Bedrock key", "bedrock-api-key-", `${BASE64}{60,4000}={0,2}`], // docs
  [
    "Azure shared access signature",
    "sig=",
    `(?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:=|%3[Dd])`,
    { near: /[?&;](?:se|sv|sp)=/i },
  ], // hog
  ["Adafruit key", "aio_", `${MIXED}${ALNUM}{28}`], // hog
  ["Salad key", "salad_cloud_", `${ALNUM}{1,7}_${ALNUM}{20,235}`], // hog
  ["Azure client secret", "~", `[\\w~.-]{31,34}`, { lead: `[\\w~.-]{3}\\dQ` }],
  ["Google API key", "AIza", `${WORD}{35}`, { entropy: 4 }],
  ["Google OAuth secret", "GOCSPX-", `${WORD}{28}`], // docs
  ["DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", `${HEX}{64}`],
  ["Cloudflare origin key", "v1.0-", `${HEX}{24}-${HEX}{146}`],
  ["Databricks token", "dapi", `${HEX}{32}(?:-\\d)?`],
  ["Heroku key", "HRKU-AA", `${WORD}{58}`, { entropy: 4 }],
  ["Fly.io token", "fo1_", `${WORD}{43}`, { entropy: 4 }],
  ["Fly.io token", "fm1a_ fm1r_ fm2_", `${BASE64}{100,2000}={0,3}`, { entropy: 4 }],
  ["PlanetScale token", "pscale_tkn_ pscale_oauth_ pscale_pw_", `[\\w=.-]{32,64}`],
  ["ClickHouse key", "4b1d", `${ALNUM}{38}`],
  ["Pulumi token", "pul-", `${HEX}{40}`],
  ["Prefect key", "pnu_", `${ALNUM}{36}`],
  ["Scalingo token", "tk-us-", `${WORD}{48}`],
  ["Supabase key", "sb_secret_", `${DIGIT}${WORD}{24,48}`], // docs
  ["Supabase token", "sbp_", `${HEX}{40}`], // docs
  ["Tailscale key", "tskey-auth- tskey-api- tskey-client-", `${ALNUM}{8,24}-${ALNUM}{20,48}`], // docs
  ["OpenShift token", "sha256~", `${WORD}{43}`, { entropy: 3.5 }],
  ["Vault token", "hvs.", `${WORD}{90,120}`, { entropy: 3.5 }],
  ["Vault token", "hvb.", `${WORD}{138,300}`, { entropy: 4 }],
  ["Vault token", "s.", `(?=\\w{0,23}\\d)(?=\\w{0,23}[A-Z])${ALNUM}{24}`, { entropy: 3.5 }],
  ["Terraform token", ".atlasv1.", `[\\w=-]{60,70}`, { lead: `${ALNUM}{14}`, entropy: 3.5 }],
  ["Doppler token", "dp.pt.", `${ALNUM}{40,44}`],
  ["Doppler token", "dp.st. dp.ct. dp.sa.", `(?:[\\w-]{2,35}\\.)?${ALNUM}{40,44}`], // docs
  ["1Password key", "A3-", `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}`, { entropy: 3.8 }],
  ["1Password token", "ops_eyJ", `${BASE64}{250,4000}={0,3}`, { entropy: 4 }],
  ["age key", "AGE-SECRET-KEY-1", `[AC-HJ-NP-Z02-9]{58}`],
  ["Infracost token", "ico-", `${ALNUM}{32}`],
  ["Settlemint token", "sm_aat_ sm_pat_ sm_sat_", `${ALNUM}{16}`],
  [
    "Authress key",
    "sc_ ext_ scauth_ authress_",
    `${ALNUM}{5,30}\\.${ALNUM}{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[\\w+/=-]{30,120}`,
  ],
  ["Yandex key", "AQVN", `${WORD}{35,38}`],
  ["Yandex token", "t1.", `[\\w-]{1,400}={0,2}\\.[\\w-]{86}={0,2}`],
  ["Yandex key", "YC", `${WORD}{38}`, { near: /yandex/i }],
  ["Okta token", "00", `[\\w=-]{40}`, { entropy: 4, near: /okta/i }],
];

const MODELS: readonly FormRow[] = [
  ["Anthropic key", "sk-ant-api03- sk-ant-admin01-", `${WORD}{80,200}`],
  ["Anthropic key", "sk-ant-oat01- sk-ant-sid01- sk-ant-api02- sk-ant-api04-", `${WORD}{80,200}`], // docs
  ["OpenAI key", "sk-", `${WORD}{20,100}T3BlbkFJ${WORD}{20,100}`],
  ["OpenRouter key", "sk-or-v1-", `${HEX}{64}`], // hog
  ["Langfuse key", "sk-lf-", UUID], // docs
  ["DeepSeek key", "sk-", `${HEX}{32}`], // hog; DashScope uses the same form
  ["model provider key", "sk-", `${MIXED}${ALNUM}{48}`], // docs: Stability AI, Moonshot AI
  ["Hugging Face token", "hf_", `${ALNUM}{34,40}`],
  ["Hugging Face token", "api_org_", `${ALNUM}{34}`],
  ["Pinecone key", "pcsk_", `${ALNUM}{4,8}_${ALNUM}{50,70}`], // hog
  ["Tavily key", "tvly-", `(?:dev-|prod-)?${DIGIT}${WORD}{28,64}`], // docs
  ["Firecrawl key", "fc-", `${DIGIT}[a-z0-9]{32}`], // docs
  ["Cerebras key", "csk-", `${DIGIT}${ALNUM}{40,60}`], // docs
  ["ElevenLabs key", "sk_", `${HEX}{48}`], // hog
  ["Fireworks key", "fw_ fpk_", `${MIXED}${ALNUM}{20,40}`], // docs
  ["Together key", "tgp_v1_", `${WORD}{40,50}`], // docs
  ["E2B key", "e2b_ sk_e2b_", `${DIGIT}[a-z0-9]{40}(?:${HEX}{32})?`], // docs
  ["Jina key", "jina_", `${MIXED}${WORD}{50,70}`], // docs
  ["Voyage key", "pa-", `${MIXED}${WORD}{43}`, { near: /voyage/i }], // docs
  ["RunPod key", "rpa_", `${ALNUM}{40,60}`], // docs
  ["Brave Search key", "BSA", `${MIXED}${WORD}{24,30}`, { near: /brave/i }], // docs
  ["Perplexity key", "pplx-", `${ALNUM}{48}`, { entropy: 4 }],
  ["Groq key", "gsk_", `${ALNUM}{52}`, { entropy: 4 }], // docs
  ["Replicate token", "r8_", `${ALNUM}{37}`], // docs
  ["xAI key", "xai-", `${ALNUM}{80}`, { entropy: 4 }], // docs
  ["LangSmith key", "lsv2_pt_ lsv2_sk_", `${HEX}{32}_${HEX}{10}`], // docs
];

const MESSAGES: readonly FormRow[] = [
  ["Slack token", "xoxb-", `\\d{8,14}-(?:\\d{8,14}-)?${ALNUM}{18,40}`],
  ["Slack token", "xoxp- xoxe-", `(?:\\d{8,14}-){2,3}${ALNUM}{24,64}`],
  ["Slack token", "xoxa- xoxr-", `(?:\\d-)?(?:\\d{8,14}-){1,3}${ALNUM}{10,64}`],
  ["Slack token", "xoxs- xoxo-", `(?:\\d{1,14}-){3}${ANY_HEX}{6,80}`],
  ["Slack token", "xoxa- xoxr-", `(?:\\d-)?(?=${ALNUM}{0,48}\\d)${ALNUM}{8,48}`],
  ["Slack token", "xoxe-", `\\d-${ALNUM}{140,170}`],
  ["Slack token", "xoxe.xoxb- xoxe.xoxp-", `\\d-${ALNUM}{160,170}`],
  ["Slack app token", "xapp-", `\\d-[A-Z0-9]{8,14}-\\d{8,16}-[A-Za-z0-9]{32,80}`],
  [
    "Slack webhook",
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    `${BASE64}{40,80}`,
  ],
  [
    "Microsoft Teams webhook",
    ".webhook.office.com/webhookb2/",
    `${UUID}@${UUID}/IncomingWebhook/[a-z0-9]{32}/${UUID}`,
    { lead: `[a-z0-9]{1,63}` },
  ],
  ["Discord webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", `\\d{17,20}/${WORD}{60,72}`], // docs
  ["SendGrid key", "SG.", `${WORD}{22}\\.${WORD}{43}`],
  ["SendGrid key", "SG.", `[\\w=.-]{66}`],
  ["Brevo key", "xkeysib-", `${HEX}{64}-${ALNUM}{16}`],
  ["Twilio key", "SK", `${ANY_HEX}{32}`],
  ["Telegram bot token", ":A", `${WORD}{34}`, { lead: `(?:bot)?\\d{8,10}`, entropy: 4 }],
  // The first part is the number of the bot in Base64.
  ["Discord bot token", "M N O", `${WORD}{22,27}\\.${WORD}{6}\\.${WORD}{27,38}`, { entropy: 4 }], // hog
  ["Mailgun key", "key-", `${HEX}{32}`],
  ["Mailchimp key", "-us", `\\d{1,2}`, { lead: `${HEX}{32}` }],
  ["Resend key", "re_", `(?:${ALNUM}{8}_${DIGIT}${ALNUM}{24}|${MIXED}${ALNUM}{28,40})`], // docs
  ["MailerSend token", "mlsn.", `${HEX}{64}`], // docs
  ["Beamer token", "b_", `[\\w=-]{44}`, { near: /beamer/i }],
];

const TRADE_AND_OPERATIONS: readonly FormRow[] = [
  ["Stripe live key", "sk_live_ rk_live_ sk_prod_ rk_prod_", `(?=[A-Za-z]{0,99}\\d)${ALNUM}{10,255}`],
  ["Stripe test key", "sk_test_ rk_test_", `(?=[A-Za-z]{0,99}\\d)${ALNUM}{10,255}`, { weak: true }],
  ["Stripe webhook secret", "whsec_", `${BASE64}{32,64}`], // docs
  ["Square token", "sq0atp- sq0csp-", `${WORD}{22,60}`],
  ["Square token", "EAAA", `(?=${WORD}{0,60}[a-z])(?=${WORD}{0,60}\\d)${WORD}{22,60}(?![+/=])`, { entropy: 3.5 }],
  ["Facebook token", "EAAM EAAC", `${ALNUM}{100,400}`, { entropy: 4 }],
  ["Shopify token", "shpat_ shpca_ shppa_ shpss_", `${ANY_HEX}{32}`],
  ["Shippo token", "shippo_live_ shippo_test_", `${ANY_HEX}{40}`],
  ["EasyPost key", "EZAK EZTK", `${ALNUM}{54}`],
  ["Duffel token", "duffel_live_ duffel_test_", `[\\w=-]{43}`],
  ["Flutterwave key", "FLWSECK_TEST- FLWSECK-", `[A-Ha-h0-9]{32}-X`],
  ["Flutterwave key", "FLWSECK_TEST", `-?[A-Ha-h0-9]{12}`],
  ["Adobe secret", "p8e-", `${ALNUM}{32}`],
  ["Plaid token", "access-sandbox- access-development- access-production-", UUID],
  ["MaxMind key", "_mmk", "", { lead: `${ALNUM}{6}_${ALNUM}{29}`, entropy: 4 }],
  ["Dynatrace token", "dt0c01.", `${ALNUM}{24}\\.${ALNUM}{64}`, { entropy: 4 }],
  ["Grafana token", "glc_", `${BASE64}{32,400}={0,3}`],
  ["Grafana token", "glsa_", `${ALNUM}{32}_${ANY_HEX}{8}`],
  ["Grafana key", "eyJrIjoi", `${ALNUM}{70,400}={0,3}`],
  ["New Relic key", "NRAK-", `${ALNUM}{27}`],
  ["New Relic key", "NRII-", `${WORD}{32}`],
  ["New Relic browser key", "NRJS-", `${HEX}{19}`, { weak: true }],
  [
    "Sentry token",
    "sntrys_eyJpYXQiO",
    `${BASE64}{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)${BASE64}{10,200}={0,2}_${BASE64}{43}`,
    { entropy: 4.5 },
  ],
  ["Sentry token", "sntryu_", `${HEX}{64}`, { entropy: 3.5 }],
  ["PostHog key", "phx_ phs_", `${DIGIT}\\w{32,60}`], // hog
  ["New Relic key", "NRIQ-", `${WORD}{32}`], // hog
  ["Paddle key", "pdl_live_apikey_ pdl_sdbx_apikey_", `[a-z0-9]{26}_${ALNUM}{22}_${ALNUM}{3}`], // docs
  ["Polar token", "polar_oat_ polar_pat_", `${ALNUM}{36,60}`], // docs
  ["Ramp secret", "ramp_sec_", `${ALNUM}{48}`], // hog
  ["HubSpot token", "pat-na1- pat-eu1- pat-na2- pat-ap1-", UUID.replaceAll("a-f", "A-Fa-f")], // hog
  ["Salesforce token", "5Aep861", `[\\w.=]{60,120}`], // hog
  ["Defined Networking token", "dnkey-", `[\\w=-]{26}-[\\w=-]{52}`],
  ["GoCardless token", "live_", `[\\w=-]{40}`, { near: /gocardless/i }],
  ["Lob key", "live_", `${HEX}{35}`, { near: /lob/i }],
  ["Lob test key", "test_", `${HEX}{35}`, { near: /lob/i, weak: true }],
  ["Dropbox token", "sl.", `[\\w=-]{135}`, { near: /dropbox/i }],
  ["Freemius key", "sk_", `[A-Za-z0-9!-.:-~]{29}`, { near: /secret_key["']\s{0,4}=>\s{0,4}["']$/i }],
  // The token of jwt.io and of most test servers expired long ago or was never valid.
  ["JSON web token", "eyJ", `${WORD}{15,400}\\.eyJ${WORD}{15,4000}\\.${WORD}{20,1000}`, { weak: true }],
  // The same, encoded once more: "alg", "typ", "kid", "enc", "cty", "iss", "sub" as the first key of the header.
  ["JSON web token", "ZXlK", `(?:aGJH|MGVY|cmFX|bGJt|amRI|cGMz|emRX)${BASE64}{40,4000}={0,2}`, { weak: true }],
];

/** PEM headers in Base64, as in `client-key-data` of a kubeconfig: RSA, EC, OPENSSH, ENCRYPTED and without a name. */
const ENCODED_KEYS: readonly FormRow[] = [
  [
    "private key",
    [
      "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt",
      "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0t",
      "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg",
      "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFU",
      "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t",
    ].join(" "),
    `${BASE64}{80,20000}={0,2}`,
    { entropy: 4 },
  ],
];

/** Every form. The first that fits decides the kind. */
export const SECRET_FORMS: readonly SecretForm[] = [
  ...CODE_AND_PACKAGES,
  ...CLOUDS,
  ...MODELS,
  ...MESSAGES,
  ...TRADE_AND_OPERATIONS,
  ...ENCODED_KEYS,
].map(([kind, anchors, body, options]) => ({
  kind,
  anchors: anchors.split(" "),
  lead: "",
  body,
  entropy: 3,
  weak: false,
  ...options,
}));

/**
 * The ends of keys that providers publish in their own examples: Google (the list of gitleaks), Stripe, GitHub, Slack,
 * Telegram, the Azure storage and Cosmos DB emulators, a local Supabase, Vagrant, Discord, WireGuard, RFC 7515, 7517 and 8037. Only ends: a scanner of the sources
 * would report the whole keys.
 */
export const PUBLISHED_ENDS: readonly string[] = [
  "DusAxyuf2A",
  "rYUIgJBgB3fBmk=",
  "Zr1Z9CAow",
  "Bk43bVdj3eAE",
  "4jfcKoAC8Q",
  "-oo6YyIs",
  "UEke8agEM",
  "CgHIAODrlU",
  "HZRR_znhrh0",
  "YefhixbX4A",
  "di_UUPwX7c",
  "Q9CKctWmLd4",
  "OPjjaXeDQgY",
  "LJv_a_p4wtM",
  "sjmdnP5sQ",
  "hhrOq1cS7g",
  "FnzAvvuU",
  "FCu4MJmprNXsw",
  "C5ucxaOi4FmqE",
  "srVL_n0nvY",
  "yjWDarjtT1zdp7dc",
  "vBiI2HlWgH4olfQ2",
  "NVZZ796tH88S4VQ2u",
  "9AhJZvU623DfE1x4sd",
  "0c838347Ae178B4a",
  "VeTuE8sk7oOcHrzqqgy",
  "xfSeofSAs0K5PALDsaw",
  "Ul-zyx57W2v1u123ew11",
  "K1SZFPTOtr/KBHBeksoGMGw==",
  "MbIZnqyMsEcaGQy67XIw/Jw==",
  "KTVK-Uodkm0Hg_xSvEMPvz",
  "4b7Cq4se7kKWs",
];
