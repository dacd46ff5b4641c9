/** What the README of each starter asks, and what its scripted model answers: one question per skill. */

/** Question and answer. */
type Exchange = readonly [question: string, answer: string];

/** The two exchanges of each starter. */
export const exchanges: Readonly<Record<string, readonly [Exchange, Exchange]>> = {
  "aws-lambda": [
    [
      "Triage the alarm: checkout-errors",
      'I loaded the skill alarm-triage: "Triage of the alarm checkout-errors". In references/patterns.md: "| `Errors` rises at once | was there a deployment in the last 15 minutes? | the new version; roll back the alias |".',
    ],
    [
      "Which region is in Sweden?",
      'I loaded the skill region-choice: "Choice of a region". In assets/regions.csv: "eu-north-1,Stockholm,Sweden,Europe,yes".',
    ],
  ],
  bun: [
    [
      "Report on this benchmark: JSON parsers",
      'I loaded the skill benchmark-report: "Benchmark of JSON parsers". In references/method.md: "# Method".',
    ],
    [
      "Which status code when the limit of requests is reached?",
      'I loaded the skill http-status: "HTTP status". In assets/codes.csv: "429,Too Many Requests,the limit of requests is reached,Retry-After".',
    ],
  ],
  "cloudflare-agents": [
    [
      "When does the office in Nairobi open?",
      'I loaded the skill office-hours: "Office hours". In assets/offices.csv: "Nairobi,Africa/Nairobi,08:00,17:00".',
    ],
    [
      "Write the status update: week 47",
      'I loaded the skill status-update: "Status update for week 47". In references/colors.md: "# Colors of a status".',
    ],
  ],
  "cloudflare-worker": [
    [
      "Write the release notes: 2.4.0",
      'I loaded the skill release-notes: "Release notes for version 2.4.0". In references/wording.md: "| instead of | write |".',
    ],
    [
      "How severe is an incident in which data was lost?",
      'I loaded the skill incident-report: "Incident report". In references/severity-levels.md: "| 1 | data was lost or seen by the wrong people | 2 working days |".',
    ],
  ],
  deno: [
    [
      "Which package can read YAML?",
      'I loaded the skill standard-library: "Standard library". In assets/packages.csv: "@std/yaml,read and write YAML".',
    ],
    [
      "Which permission flags are needed: main.ts",
      'I loaded the skill deno-permissions: "Permissions of main.ts". In references/flags.md: "# Flags".',
    ],
  ],
  hono: [
    [
      "What does shipping to Norway cost?",
      'I loaded the skill shipping-costs: "Shipping costs". In assets/rates.csv: "4,Norway Switzerland United Kingdom,17.90,3.90,4-8".',
    ],
    [
      "Reply to this customer: Ines",
      'I loaded the skill support-reply: "Reply to Ines". In references/promises.md: "| parcel is damaged | a new parcel or a refund, as the customer likes | compensation on top |".',
    ],
  ],
  "mcp-server": [
    [
      "Write a commit message: parser",
      'I loaded the skill commit-message: "Commit message for parser". In references/types.md: "# Types".',
    ],
    [
      "May MIT code go into a product?",
      'I loaded the skill license-check: "License check". In assets/licenses.csv: "MIT,yes,yes,no".',
    ],
  ],
  "node-cli": [
    [
      "Write the minutes: harbor project",
      'I loaded the skill meeting-minutes: "Minutes of harbor project". In references/example.md: "# Harbor project, 12 March".',
    ],
    [
      "Is paper text readable on every color?",
      'I loaded the skill house-palette: "House palette". In references/contrast.md: "In short: paper text on every color, ink text only on paper.".',
    ],
  ],
  "vercel-ai": [
    [
      "Outline the landing page: Harbor tickets",
      'I loaded the skill landing-page: "Landing page of Harbor tickets". In references/sections.md: "| section | question of the visitor | length |".',
    ],
    [
      "Which of the colors is for links?",
      'I loaded the skill brand: "House style". In references/colors.md: "| `--harbor` | `#1f6f8b` | links, the logo |".',
    ],
  ],
};
