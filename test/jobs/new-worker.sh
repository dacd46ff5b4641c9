# A Worker that answers with skills, from nothing. Needs the network.
npx skillc init my-agent --template cloudflare-worker
npm install --prefix my-agent
npm run dev --prefix my-agent
curl http://localhost:8787/chat --json '{ "prompt": "Write the release notes: 2.4.0" }'
