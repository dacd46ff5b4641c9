import { build } from "esbuild"; import { gzipSync } from "node:zlib";
async function one(root){const r=await build({stdin:{contents:`export * from "${root}/src/runtime/access.ts"; export * from "${root}/src/runtime/agent/index.ts";`,resolveDir:root},bundle:true,minify:true,write:false,metafile:true,format:"esm",platform:"neutral",target:"es2023",absWorkingDir:root});
 const o=Object.values(r.metafile.outputs)[0];const m={};for(const [k,v] of Object.entries(o.inputs))m[k.replace(/.*src\/runtime\//,"")]=v.bytesInOutput;return [m,gzipSync(r.outputFiles[0].text,{level:9}).length]}
const [a,ga]=await one("/tmp/base"),[b,gb]=await one(process.argv[2]??"/work/main");console.log(ga,gb);
const keys=[...new Set([...Object.keys(a),...Object.keys(b)])].map(k=>[k,a[k]||0,b[k]||0]).sort((x,y)=>Math.abs(y[2]-y[1])-Math.abs(x[2]-x[1]));
for(const [k,x,y] of keys) if(x||y) console.log(String(x).padStart(6),String(y).padStart(6),String(y-x).padStart(6),k);
