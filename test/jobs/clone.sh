# From a checkout to a Worker that has loaded a skill. Needs the network.
npm ci
npm run demo
npm test
