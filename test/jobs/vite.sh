# Skills in a Vite app.
npx skillc init --yes
npx vite build
