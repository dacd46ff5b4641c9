# Skills in a server that starts again after each change.
npx skillc init --yes
npx skillc build --watch -- node server.mjs
