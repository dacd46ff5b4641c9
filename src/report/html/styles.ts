type Palette = Readonly<Record<string, string>>;

const LIGHT: Palette = {
  bg: "#fbfaf8",
  surface: "#ffffff",
  line: "#e5e1d9",
  edge: "#00000026",
  text: "#22252a",
  muted: "#5c6068",
  accent: "#2c5f8f",
  error: "#a8261d",
  warning: "#7d5200",
  info: "#2b6182",
  good: "#27693b",
  "error-bg": "#fbe8e6",
  "warning-bg": "#faeed3",
  "info-bg": "#e6f0f6",
  "good-bg": "#e3f1e6",
  mark: "#ffe08a",
  index: "#f1d294",
  instructions: "#aecbea",
  text_files: "#b6dcc1",
  binary: "#d2cae6",
};

const DARK: Palette = {
  bg: "#15171a",
  surface: "#1b1e22",
  line: "#30343a",
  edge: "#000000a0",
  text: "#e6e7ea",
  muted: "#a4a9b2",
  accent: "#8dbbe6",
  error: "#ff9f96",
  warning: "#eebd6a",
  info: "#97c6e6",
  good: "#8ed1a1",
  "error-bg": "#3c1e1c",
  "warning-bg": "#372a12",
  "info-bg": "#1a2c3a",
  "good-bg": "#1a3022",
  mark: "#6a5210",
  index: "#6d5120",
  instructions: "#274a71",
  text_files: "#22573a",
  binary: "#494066",
};

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}

export function styles(): string {
  return [colors(), TEXT, FRAME, TABLES, SKILLS, FINDINGS, CHARTS, NARROW, PRINT].join("\n");
}

function colors(): string {
  return `:root{color-scheme:light;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(DARK)}}}
:root[data-theme=light]{color-scheme:light;${variables(LIGHT)}}
:root[data-theme=dark]{color-scheme:dark;${variables(DARK)}}
@media print{:root,:root[data-theme]{color-scheme:light;${variables(LIGHT)};--bg:#fff}}`;
}

const TEXT = `*,::before,::after{box-sizing:border-box}
html{scroll-padding-top:60px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
h1,h2,h3,h4,p,ul,dl,dd,figure,fieldset{margin:0;padding:0}
ul{list-style:none}
h1{overflow-wrap:anywhere;padding-right:100px;font-size:32px;line-height:1.2;font-weight:650;letter-spacing:-.015em}
h2{font-size:20px;line-height:1.3;font-weight:650;letter-spacing:-.005em;margin-bottom:14px}
h3{font-size:15px;font-weight:650;margin:28px 0 10px}
h4{font-size:13px;font-weight:600;color:var(--muted);margin:16px 0 4px}
small{font-size:13px;color:var(--muted);font-weight:400}
code,pre{font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px;text-decoration-color:color-mix(in srgb,currentColor 35%,transparent)}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.muted,.hint,.empty{color:var(--muted)}
.hint{font-size:14px;max-width:80ch;margin-bottom:12px}
.hint code{font-size:12.5px;color:var(--text)}
.empty{padding:18px 20px;border:1px dashed var(--line);border-radius:10px;background:var(--surface)}
.empty.good{color:var(--good);border-style:solid;background:var(--good-bg);border-color:transparent}`;

const FRAME = `header,nav ul,main,footer{max-width:1140px;margin:0 auto;padding:0 40px}
.skip{position:absolute;left:-999px;top:8px;background:var(--surface);padding:8px 14px;border-radius:8px;z-index:3}
.skip:focus{left:16px}
header{position:relative;padding-top:44px;padding-bottom:26px}
.brand{font-size:13px;color:var(--muted);margin-bottom:6px}
.lead{color:var(--muted);margin-top:6px}
button,select,input{font:inherit;color:inherit}
button{cursor:pointer}
#theme,.filters button,.more button{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:5px 14px;font-size:14px;min-height:36px}
#theme:hover,.filters button:hover,.more button:hover{border-color:var(--muted)}
#theme{position:absolute;right:40px;top:40px}
nav{position:sticky;top:0;z-index:2;background:var(--bg);border-bottom:1px solid var(--line)}
nav ul{display:flex;gap:4px;overflow-x:auto;scrollbar-width:none;padding-left:30px;padding-right:30px}
nav a{display:block;padding:11px 10px;color:var(--muted);text-decoration:none;font-size:14px;white-space:nowrap}
nav a:hover{color:var(--text)}
nav a:focus-visible{outline-offset:-3px}
main{padding-top:28px}
section{padding-top:44px}
footer{padding-top:56px;padding-bottom:48px;font-size:13px;color:var(--muted)}
.figures{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.figures div{background:var(--surface);padding:16px 18px 18px}
.figures dt{font-size:13px;color:var(--muted)}
.figures dd{font-size:22px;line-height:1.35;font-weight:600;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.figures small{display:block;line-height:1.4;margin-top:2px;letter-spacing:0;min-height:1.4em}
.figures .error{color:var(--error)}.figures .warning{color:var(--warning)}.figures .info{color:var(--info)}
.unit{font-size:14px;font-weight:500;color:var(--muted);letter-spacing:0}
.figures small span{color:inherit!important}`;

/** Shadows at the edges behind which there is more: the covers of the ends scroll with the content. */
const EDGES =
  "linear-gradient(to right,var(--bg) 30%,transparent) left/36px 100% local,linear-gradient(to left,var(--bg) 30%,transparent) right/36px 100% local,linear-gradient(to right,var(--edge),transparent) left/14px 100% scroll,linear-gradient(to left,var(--edge),transparent) right/14px 100% scroll";

const TABLES = `.scroll{overflow-x:auto;background:${EDGES};background-repeat:no-repeat}
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:9px 16px 9px 0;border-bottom:1px solid var(--line);font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th{font-size:13px;color:var(--muted);font-weight:500;padding-top:4px;padding-bottom:7px;white-space:nowrap;vertical-align:bottom}
tbody th{font-weight:500;overflow-wrap:anywhere}
tbody th small,tfoot th small{margin-left:6px}
tfoot th,tfoot td{border-bottom:0;font-weight:600}
.num{text-align:right;white-space:nowrap}
.chip{display:inline-block;padding:0 8px;border-radius:20px;font-size:12.5px;line-height:20px;font-weight:550;white-space:nowrap}
.chip.error{color:var(--error);background:var(--error-bg)}
.chip.warning{color:var(--warning);background:var(--warning-bg)}
.chip.info{color:var(--info);background:var(--info-bg)}
.badge{display:inline-block;margin-left:2px;padding:0 7px;border:1px solid var(--line);border-radius:6px;font-size:12px;line-height:18px;color:var(--muted);white-space:nowrap}
.badge.error{color:var(--error);border-color:currentColor}
.rules code{color:var(--muted);font-size:12.5px;margin-left:6px}
.rules td:first-child{width:92px}
.limits .share{width:170px;white-space:nowrap}
.limits tbody th,.limits td:has(>small){min-width:130px}
.limits td.muted{overflow-wrap:anywhere}
.limits td small{display:block}
.limits tbody+tbody th[scope=rowgroup]{padding-top:28px}
.limits .wide{font-size:13px;padding-left:8px}
.bar{display:inline-block;width:104px;margin-right:10px;vertical-align:middle}
.bar rect{fill:var(--line)}
.bar .fill{fill:var(--accent)}
.bar.warning .fill{fill:var(--warning)}.bar.error .fill{fill:var(--error)}
.share span:not(.chip){font-size:12.5px;color:var(--muted)}
.search{font-size:14px;color:var(--muted);overflow-wrap:anywhere}
.search li+li{margin-top:5px}
.swatch{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:10px}`;

const SKILLS = `.filters{display:flex;flex-wrap:wrap;gap:10px 12px;align-items:end;margin-bottom:10px}
.filters label{display:block;font-size:13px;color:var(--muted)}
.filters label span{display:block;margin-bottom:2px}
.filters .grow{flex:1 1 240px}
.filters input,.filters select{width:100%;min-height:36px;padding:5px 10px;background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:8px;font-size:14px}
.filters select{max-width:180px;padding-right:6px}
.filters input::placeholder{color:var(--muted);opacity:1}
.status{flex-basis:100%;font-size:13px;color:var(--muted)}
.skills thead button{all:unset;cursor:pointer;position:relative;white-space:nowrap;border-radius:3px}
.skills thead button:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.skills thead button:hover{color:var(--text)}
.skills thead button::before,.skills thead button::after{content:"";position:absolute;right:-13px;top:50%;border:3.5px solid transparent;opacity:.5}
.skills thead .num button::before,.skills thead .num button::after{right:auto;left:-13px}
.skills thead button::before{border-bottom-color:currentColor;margin-top:-8px}
.skills thead button::after{border-top-color:currentColor;margin-top:1px}
.skills th[aria-sort] button{color:var(--text);font-weight:600}
.skills th[aria-sort=ascending] button::before,.skills th[aria-sort=descending] button::after{opacity:1}
.skills th[aria-sort=ascending] button::after,.skills th[aria-sort=descending] button::before{opacity:0}
.active{flex-basis:100%}
.filters .active button{display:inline-flex;gap:8px;align-items:center;min-height:28px;padding:2px 10px 2px 12px;border-radius:20px;background:var(--info-bg);border-color:transparent;color:var(--info);font-size:13px;font-weight:550}
.active i{font-style:normal;font-size:16px;line-height:1}
.only tr:first-child>td>.chip:not(.of-rule){display:none}
.skills{table-layout:fixed;min-width:100%}
.skills thead th{width:7%}
.skills thead th:first-child{width:40%}.skills thead th:nth-child(2){width:25%}
.skills thead th:nth-child(4),.skills thead th:nth-child(5){width:10.5%}
.skills th small{display:block;margin:0}
.skills tbody th{padding-left:18px}
.skills tbody th button{all:unset;cursor:pointer;position:relative;margin-left:-18px;padding-left:18px;font-weight:550;overflow-wrap:anywhere}
.skills tbody th .name{font-weight:550}
.skills tbody th button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skills tbody th button:hover{color:var(--accent)}
.skills tbody th button::before{content:"";position:absolute;left:3px;top:.42em;border:4px solid transparent;border-left:5px solid var(--muted)}
.skills tbody th button[aria-expanded=true]::before{transform:rotate(90deg) translate(2px,2px)}
.skills td>.chip{margin:0 2px 2px 0}
.open>tr:first-child>*{border-bottom-color:transparent}
.detail>td{padding:2px 0 22px 18px}
.description{max-width:78ch;color:var(--text)}
.facts{display:flex;flex-wrap:wrap;gap:6px 28px;margin-top:12px}
.facts dt{font-size:12.5px;color:var(--muted)}
.facts dd{font-size:14px}
.files li{display:flex;flex-wrap:wrap;gap:0 12px;justify-content:space-between;max-width:640px;padding:2px 0;font-size:13px}
.files span{color:var(--muted)}
.more{margin-top:14px}`;

const FINDINGS = `.finding{margin-top:14px;padding:12px 16px 12px 14px;background:var(--surface);border:1px solid var(--line);border-left:3px solid var(--line);border-radius:8px;max-width:900px}
.finding.error{border-left-color:var(--error)}.finding.warning{border-left-color:var(--warning)}.finding.info{border-left-color:var(--info)}
.finding strong{font-weight:600;overflow-wrap:anywhere}
.finding code{color:var(--muted);font-size:12.5px}
.finding .place{font:12.5px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--muted);overflow-wrap:anywhere;margin-top:2px}
.finding ul{margin-top:6px;font-size:14px}
.finding li{overflow-wrap:anywhere}
.finding li b{font-weight:550;color:var(--muted);margin-right:4px}
pre{margin:6px 0 0;padding:7px 12px;background:var(--bg);border-radius:6px;overflow-x:auto;white-space:pre}
pre .line{color:var(--muted);margin-right:16px;user-select:none}
mark{background:var(--mark);color:inherit;border-radius:2px;padding:1px 0}
mark:empty{padding:1px}`;

const CHARTS = `.kinds{margin-bottom:22px}
.kinds td:nth-child(3),.kinds td:nth-child(5){width:64px}
.index,.swatch.index{background:var(--index)}.instructions{background:var(--instructions)}.text{background:var(--text_files)}.binary{background:var(--binary)}
.measures{border:0;position:relative}
.measures>input{position:absolute;opacity:0}
.measures>label{display:inline-block;padding:4px 14px;border:1px solid var(--line);font-size:14px;cursor:pointer;background:var(--surface);color:var(--muted);margin-bottom:12px}
.measures>label:first-of-type{border-radius:8px 0 0 8px;border-right:0}
.measures>label:last-of-type{border-radius:0 8px 8px 0}
.measures>input:checked+label{background:var(--accent);border-color:var(--accent);color:var(--bg)}
.measures>input:focus-visible+label{outline:2px solid var(--accent);outline-offset:2px}
#by-tokens:not(:checked)~.by-tokens,#by-bytes:not(:checked)~.by-bytes{display:none}
.map{position:relative;border-radius:10px;overflow:hidden;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.map.broad{height:460px}.map.narrow{height:620px}.map.broad.few{height:220px}.map.narrow.few{height:300px}
.map>*{position:absolute;overflow:hidden;color:var(--text)}
.kind{font-size:13px;padding:2px 2px 0;white-space:nowrap;text-overflow:ellipsis}
.kind b{font-weight:600}.kind span{color:var(--muted)}
.cell{container-type:size;text-decoration:none;border-radius:3px;font-size:12.5px;line-height:1.35}
.cell.rest{background:var(--line)}
.cell.rest.index{background:color-mix(in srgb,var(--index) 45%,var(--bg))}
.cell.rest.instructions{background:color-mix(in srgb,var(--instructions) 45%,var(--bg))}
.cell.rest.text{background:color-mix(in srgb,var(--text_files) 45%,var(--bg))}
.cell.rest.binary{background:color-mix(in srgb,var(--binary) 45%,var(--bg))}
.cell:hover{filter:brightness(1.06) saturate(1.15)}
.cell b,.cell span{display:block;margin:0 6px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:500}
.cell b{margin-top:5px}
.cell span{opacity:.82;font-weight:400}
@container (max-height:24px) or (max-width:44px){.cell b{display:none}}
@container (max-height:42px) or (max-width:44px){.cell span{display:none}}
.narrow{display:none}
.note{margin:8px 0 0}
figure details{margin-top:12px;font-size:14px}
summary{cursor:pointer;color:var(--muted);width:max-content;border-radius:4px}
summary:hover{color:var(--text)}
details table{margin-top:8px;max-width:760px}
.graph{display:block;margin:0 auto;width:100%;height:auto}
.graph a{text-decoration:none}
.graph rect{fill:var(--surface);stroke:var(--line)}
.graph a:hover rect{stroke:var(--accent)}
.graph text{fill:var(--text);font-size:12.5px;text-anchor:middle;dominant-baseline:central}
.edge{fill:none;stroke:var(--muted);stroke-width:1.2}
.edge.name,.edge.path{stroke-dasharray:4 3}
.edge.optional,.edge.related{stroke-dasharray:1 3}
.graph .missing rect{stroke:var(--error)}
.missing{color:var(--error)}
marker path{fill:var(--muted)}
.key{display:inline-block;width:26px;border-top:1.5px solid var(--muted);vertical-align:middle;margin-left:4px}
.key.name,.key.path{border-top-style:dashed;margin-left:8px}
.key.optional,.key.related{border-top-style:dotted;margin-left:8px}`;

const NARROW = `@media (max-width:980px){.mid{display:none}.skills thead th:first-child{width:42%}.skills thead th:nth-child(4),.skills thead th:nth-child(5){width:13%}}
@media (max-width:900px){.figures{grid-template-columns:repeat(6,1fr)}.figures div{grid-column:span 2}.figures div:nth-child(n+4){grid-column:span 3}}
@media (max-width:720px){
header,main,footer{padding-left:20px;padding-right:20px}
nav ul{padding-left:10px;padding-right:10px}
#theme{right:20px;top:28px}
header{padding-top:30px;padding-bottom:20px}
h1{font-size:27px;padding-right:84px}
.wide{display:none}
.broad{display:none}.narrow{display:block}
.figures{grid-template-columns:1fr 1fr}
.figures div,.figures div:nth-child(n+4){grid-column:auto;padding:13px 14px 14px}
.figures div:last-child{grid-column:span 2}
.figures dd{font-size:19px}
.skills thead th:first-child{width:50%}.skills thead th:nth-child(2){width:25%}.skills thead th:nth-child(4){width:25%}
.skills td>.chip{display:block;width:max-content;margin:0 0 3px}
.finding{padding:10px 12px}
.finding code{display:block}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.kinds small{display:block;margin-left:22px!important}
.rules code{display:block;margin-left:0}
th,td{padding-right:12px}
.filters .grow{flex-basis:100%}
.filters label:not(.grow){flex:1 1 120px}
.filters select{max-width:none}
.detail>td{padding-left:0}
.limits .share{width:auto}
.limits .bar{display:none}
}`;

const PRINT = `@media print{
body{font-size:11pt}
nav,.filters,.more,.skip,summary,#theme,.measures>input,.measures>label{display:none!important}
header,main,footer{max-width:none;padding-left:0;padding-right:0}
section{padding-top:24px}
.finding,tr,.figures,.map{break-inside:avoid}
h2,h3,h4{break-after:avoid}
.scroll{overflow:visible}
pre{white-space:pre-wrap;border:1px solid var(--line)}
a{color:inherit;text-decoration:none}
.chip{border:1px solid currentColor}
}`;
