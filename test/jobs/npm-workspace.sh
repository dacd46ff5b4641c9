# Skills of a package of the workspace in an app of it.
npx skillc init apps/api --yes
npm run build --prefix apps/api
node apps/api/app.mjs
