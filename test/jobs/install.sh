# Skills of a repository: pinned, then moved to a newer tag. Nothing is edited by hand.
npx skillc add acme/skills@v1.0.0 --allow-file
npx skillc outdated --allow-file
npx skillc update acme/skills@v1.1.0 --allow-file
