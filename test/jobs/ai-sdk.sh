# An agent of the AI SDK with skills. Needs the network.
npm install ai zod
npx skillc build
node agent.mjs
