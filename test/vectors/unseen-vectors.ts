/** Vectors of our own in the form of the measured ones: other values, so that no area is tied to the cases it was made for. */

/** An area, an input and what the system makes of it. */
export type Row = readonly [
  area: string,
  input: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
];

const quay = {
  pier: "skills/quay/pier",
  crane: "skills/quay/pier/crane",
  tug: "skills/boats/tug",
  flag: "skills/flag",
  oath: "",
};
const frontmatter = (lines: string, rest = "---\nHaul.\n"): string => `---\n${lines}\n${rest}`;
const NAMED = "name: haul\ndescription: Hauls.";
const framed = (text: string): string => `<skill name="haul">\n${text}\n</skill>`;
const crew = { MATE: "Ada", M: "1" };

export const rows: readonly Row[] = [
  ["promptkit/name", { name: "haul-2", description: "d" }, { ok: true }],
  ["promptkit/name", { name: "-haul", description: "d" }, { ok: false, errorClass: "NAME_FORMAT" }],
  ["promptkit/name", { nameRepeat: ["h", 65], description: "d" }, { ok: false, errorClass: "NAME_TOO_LONG" }],
  ["promptkit/description", { name: "haul", descriptionRepeat: ["é", 512] }, { ok: true }],
  [
    "promptkit/description",
    { name: "haul", descriptionRepeat: ["€", 342] },
    { ok: false, errorClass: "DESC_TOO_LONG" },
  ],
  ["promptkit/frontmatter", { content: `---${NAMED}\n---\nHaul.` }, { ok: true, body: "Haul." }],
  ["promptkit/frontmatter", { content: frontmatter(NAMED, "--- \nHaul.") }, { ok: false, errorClass: "UNTERMINATED" }],
  ["promptkit/frontmatter", { content: frontmatter(NAMED, "...\nHaul.") }, { ok: false, errorClass: "UNTERMINATED" }],
  ["promptkit/frontmatter", { content: frontmatter(`\t${NAMED}`) }, { ok: false, errorClass: "INVALID_YAML" }],
  [
    "promptkit/frontmatter",
    { content: frontmatter(`${NAMED}\nmetadata:\n  knots: 0x1F\n  wind: ~`) },
    { meta: { metadata: { knots: "0x1F", wind: "" } } },
  ],
  [
    "promptkit/allowed-tools",
    { content: frontmatter(`${NAMED}\nallowed-tools: [winch, 2.0, null]`) },
    { ok: true, allowedTools: ["winch", "2.0"] },
  ],
  ["promptkit/filter", { paths: quay, filter: "skills/*" }, { allowed: ["flag"] }],
  ["promptkit/filter", { paths: quay, filter: "skills/[^q]*/*" }, { allowed: ["tug"] }],
  ["promptkit/filter", { paths: quay, filter: "skills/qu\\ay/pier" }, { allowed: ["pier"] }],
  [
    "promptkit/filter",
    { configDir: "/ship", virtualPath: "/port/skills/tug", filter: "../port/skills/*" },
    { allowed: true },
  ],
  [
    "promptkit/filter",
    { active: ["pier", "tug", "oath"], filter: "skills/quay/*", paths: quay },
    { deactivated: ["oath", "tug"], active: ["pier"] },
  ],
  [
    "promptkit/filter",
    { defaultFilter: "skills/boats/*", toolCall: { name: "pier" }, paths: quay },
    { theirs: "activated", recommended: "FILTERED" },
  ],
  [
    "promptkit/filter",
    { defaultFilter: "none", toolCall: { name: "capstan" } },
    { theirs: "activated", recommended: "FILTERED" },
  ],
  ["promptkit/filter", { active: ["capstan"], call: { activate: "capstan", filter: "none" } }, { ok: true }],
  [
    "promptkit/executor",
    { maxActive: 2, activate: ["tug", "pier", "flag"] },
    { active: ["pier", "tug"], ok: false, errorClass: "MAX_ACTIVE" },
  ],
  [
    "promptkit/executor",
    { maxActive: 2, active: ["brand", "pci"], activate: "tracking" },
    { ok: false, errorClass: "MAX_ACTIVE" },
  ],
  [
    "promptkit/executor",
    { tools: ["winch", "rope", "winch"], deactivate: "haul" },
    { theirs: { removedTools: ["rope", "winch", "winch"] }, recommended: { removedTools: ["rope", "winch"] } },
  ],
  [
    "promptkit/index",
    { skills: ["tug", "flag"], query: "red", selector: ["ghost", "flag", "flag"] },
    { listed: ["flag"], selectorCalled: true },
  ],
  [
    "promptkit/listdir",
    { paths: { pier: "/port/quay", crane: "/port/quay/crane", oath: "/port/quays" }, dir: "/port/quay/" },
    { names: ["crane", "pier"] },
  ],
  [
    "promptkit/mount",
    { mountAs: "quay]", skillAtSourceRoot: true, skillInSubdir: "tug" },
    { rootVirtualPath: "quay]", subVirtualPath: "quay]/tug" },
  ],
  ["promptkit/mount", { mountAs: "quay/../tug" }, { ok: false, errorClass: "MOUNT_PARENT_SEGMENT" }],
  ["promptkit/mount", { mountAs: "[quay]" }, { ok: false, errorClass: "MOUNT_GLOB" }],
  [
    "promptkit/preload",
    { files: { "port/tug": "tug", "port/flag": "flag" }, sources: [{ dir: "port", preload: true }] },
    { preloaded: ["flag", "tug"], active: ["flag", "tug"] },
  ],
  [
    "promptkit/resource",
    { skill: "tug", path: "../tug/ropes/bow.txt", skillFiles: ["SKILL.md", "ropes/bow.txt"] },
    { ok: true, content: "B" },
  ],
  [
    "promptkit/resource",
    { skill: "tug", path: "./", skillFiles: ["SKILL.md"] },
    { ok: false, errorClass: "IS_DIRECTORY" },
  ],
  [
    "promptkit/resource",
    { skill: "tug", path: "../tug-boat/x", skillFiles: ["SKILL.md"] },
    { ok: false, errorClass: "PATH_TRAVERSAL" },
  ],
  ["promptkit/resource", { symlink: "out -> /etc/hosts" }, { ok: false, errorClass: "PATH_TRAVERSAL" }],
  [
    "promptkit/selector",
    { selectorTags: ["deep"], skills: { tug: "sea, deep", flag: "deeper", oath: null } },
    { selected: ["tug"] },
  ],
  ["promptkit/tool", { tool: "skill__deactivate", call: { name: "brand" } }, { ok: false, errorClass: "NOT_ACTIVE" }],
  [
    "promptkit/tool",
    { tool: "skill__read_resource", call: { skill_name: "pci", path: "refs/a.txt" } },
    { result: { content: "A" } },
  ],
  [
    "promptkit/discovery",
    { files: ["port/tug/skill.md", "port/flag/SKILL.md name=flag"], sources: [{ dir: "port" }] },
    { names: ["flag"] },
  ],
  ["promptkit/config", { source: { name: "oath", description: "Swears." } }, { errors: ["INLINE_INSTRUCTIONS"] }],
  ["skillkit/name", { name: "port:tug_2", description: "d" }, { ok: true, namespace: "port" }],
  ["skillkit/name", { name: "port:2tug", description: "d" }, { ok: false, errorClass: "NAME_FORMAT" }],
  ["skillkit/frontmatter", { content: "---\nname: haul\n---" }, { ok: true, yaml: "name: haul", body: "" }],
  ["skillkit/frontmatter", { content: "---\nname: haul\n--- \nHeave." }, { ok: false, errorClass: "NO_FRONTMATTER" }],
  [
    "skillkit/fields",
    { cases: [{ name: "port:tug" }, { name: "port:tug", description: 3 }] },
    { ok: false, errorClass: "DESC_REQUIRED" },
  ],
  [
    "skillkit/render",
    { body: "Tie $00 to $01, $ARGUMENTS[01].", arguments: "bow quay" },
    { text: "Tie bow to quay, quay." },
  ],
  ["skillkit/render", { body: "In $SKILL_DIR_X", location: "/port/tug/SKILL.md" }, { text: "In /port/tug_X" }],
  ["skillkit/render", { body: "Haul.", arguments: "" }, { text: "Haul." }],
  ["skillkit/scope", { body: "${MATE}} and $Mate", scope: crew }, { text: "Ada} and 1ate" }],
  ["skillkit/scope", { body: "$0", arguments: "${MATE}", scope: crew }, { text: "Ada" }],
  ["skillkit/commands", { body: "!`echo aye; echo nay >&2`" }, { text: "aye\nnay" }],
  [
    "skillkit/authz",
    {
      cases: [
        [["port:enter"], ["*"]],
        [
          ["port:enter", "quay:dig"],
          ["port:*", "quay:dig"],
        ],
        [["port:enter"], ["ports:*"]],
      ],
    },
    { results: [false, true, false] },
  ],
  [
    "skillkit/hooks",
    { hooks: { PostConversationSave: [{ hooks: [{ type: "http", url: "u" }] }] } },
    { hooks: [{ event: "post_conversation_save", matcher: null, handler: { type: "http", url: "u" } }] },
  ],
  [
    "skillkit/model",
    { cases: ["openai://tide?x=1", "  ", "google://"] },
    { results: ["openai://tide?x=1", "parent", "parent"] },
  ],
  ["skillkit/tool", { skills: ["port:tug", "port:flag"] }, { enum: ["port:flag", "port:tug"], required: ["name"] }],
  ["skillkit/kit", { module: "HTTPHarbour" }, { kit: "http_harbour" }],
  [
    "instructor-php/frontmatter",
    { dir: "haul", content: "---\r\nname: tug\r\ndescription: Pulls.\r\n---\r\nPull.\r\n" },
    { name: "tug", description: "Pulls." },
  ],
  [
    "instructor-php/frontmatter",
    { dir: "haul", content: frontmatter("user-invocable: no\ndisable-model-invocation: yes") },
    { name: "haul", userInvocable: true, disableModelInvocation: true },
  ],
  [
    "instructor-php/allowed-tools",
    { cases: ["Winch\tRope", "Bash(git add:*) Rope", [null, "Rope "], "0,Rope"] },
    { results: [["Winch", "Rope"], ["Bash(git", "add:*)", "Rope"], ["Rope"], ["Rope"]] },
  ],
  ["instructor-php/render", { name: "haul", body: "Haul $0.", arguments: null }, { text: framed("Haul $0.") }],
  [
    "instructor-php/render",
    { name: "haul", body: "$1a _$0 $ARGUMENTS_X", arguments: "bow quay" },
    { text: framed("quaya _$0 bow quay_X") },
  ],
  ["instructor-php/render", { name: "haul", body: "", arguments: "bow" }, { text: framed("\n\nARGUMENTS: bow") }],
  [
    "instructor-php/commands",
    { body: "!`echo aye; exit 4`" },
    { text: "[error: command 'echo aye; exit 4' failed (exit 4): aye]" },
  ],
  ["instructor-php/commands", { body: "`!`echo aye``" }, { text: "`aye`" }],
  [
    "instructor-php/index",
    { skills: [["tug", "Pulls.", "bow quay"]] },
    { text: "Available skills:\n- [tug bow quay]: Pulls." },
  ],
  [
    "instructor-php/invocation",
    { skills: { oath: { disableModelInvocation: true, userInvocable: false }, tug: {} } },
    { model: ["tug"], user: ["tug"], load: ["oath", "tug"] },
  ],
  ["instructor-php/tool", { call: { skill_name: "" } }, { text: "Skill '' not found.\n\nAvailable skills:..." }],
  [
    "instructor-php/tool",
    { allowedTools: [["Rope", "Winch"], ["rope"]], parent: ["Winch", "Rope"] },
    { results: [["Rope", "Winch"], []] },
  ],
  [
    "instructor-php/tool-filter",
    { allowed: ["Bash(git:*)"], calls: ["Bash", "load_skill"] },
    { blocked: ["Bash"], messageMentions: ["Bash(git:*)"] },
  ],
  [
    "instructor-php/tool-filter",
    { sequence: ["with-tools", "sunken"] },
    { theirs: { allowedAfter: [] }, recommended: { allowedAfter: ["Read"] } },
  ],
  [
    "instructor-php/resources",
    { files: ["references/b.md", "examples/.hid", "scripts/a/x.sh", "scripts/a.sh"] },
    { resources: ["scripts/a.sh", "references/b.md"] },
  ],
  ["carnet/files", { path: "./charts/bay.md" }, { result: "FILE_DOT_SLASH" }],
  ["carnet/files", { path: "charts of the bay.md" }, { result: "ok" }],
  ["carnet/files", { skillDir: "bay", path: "../bay-old/x" }, { theirs: "ok", recommended: "FILE_OUTSIDE" }],
  [
    "carnet/frontmatter",
    {
      cases: [
        { name: "Höhe: 3/4", description: "d" },
        { name: 5, description: "d" },
      ],
    },
    { results: ["ok", "NAME_REQUIRED"] },
  ],
  [
    "carnet/references",
    { agentSkills: ["filing", "ghost"], skillToolsets: ["archive"] },
    { errors: ["UNKNOWN_SKILL"] },
  ],
  ["carnet/session", { before: ["bell"], load: "s3" }, { exposed: ["bell", "tool3"], discovered: ["s1", "s3"] }],
  [
    "carnet/session",
    { provided: ["bell", "horn"], exposed: ["horn"] },
    { tools: ["loadSkill", "loadSkillFile", "horn"], filteredOut: ["bell"] },
  ],
  ["carnet/tool", { call: { skillName: "__proto__" } }, { success: false, error: "Skill not found: __proto__" }],
  [
    "carnet/tool",
    { call: { skillName: "s2", path: "./a/b.md" } },
    { success: false, error: "File not found in skill", path: "./a/b.md" },
  ],
  [
    "carnet/variables",
    { text: "{{ BAY }} {{BAY\n}} {{bay}} {{ B-Y }}", variables: { BAY: "{{ BAY }}" } },
    { text: "{{ BAY }} {{ BAY }} {{bay}} {{ B-Y }}" },
  ],
  [
    "carnet/variables",
    { env: { CARNET_BAY: "env", BAY: "secret" }, call: { CARNET_BAY: "call" }, text: "{{CARNET_BAY}} {{BAY}}" },
    { text: "call {{BAY}}" },
  ],
  ["fizeau/name", { name: "__", description: "d" }, { ok: true }],
  ["fizeau/name", { name: "tug.2", description: "d" }, { ok: false, errorClass: "NAME_FORMAT" }],
  [
    "fizeau/frontmatter",
    { content: "\uFEFF---\nname: tug\ndescription: d\n---\n" },
    { ok: false, errorClass: "NO_FRONTMATTER" },
  ],
  [
    "fizeau/frontmatter",
    { content: "---\nname: tug\ndescription: é\n---\nÜ" },
    { ok: true, bodyOffset: 34, body: "Ü" },
  ],
  [
    "fizeau/tool",
    { call: { skill_name: "Tug" }, names: ["tug", "flag"] },
    { errorClass: "NOT_FOUND", mentions: ["Tug", "flag, tug"] },
  ],
  ["fizeau/tool", { calls: ["{", 5, { skill_name: ["tug"] }] }, { ok: false, errorClass: "INVALID_PARAMS" }],
  ["fizeau/discovery", { files: ["SKILL.MD", "port/.git/sKiLl.md"] }, { found: 2 }],
  [
    "fizeau/config",
    {
      cases: [
        { env: "", cfg: "" },
        { env: "/port", cfg: "-" },
      ],
    },
    { results: ["<workdir>/.fizeau/skills", "/port"] },
  ],
];
