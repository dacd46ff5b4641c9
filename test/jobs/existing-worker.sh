# Skills for a Worker that exists: wrangler builds them from now on.
npx skillc init --yes
npx skillc build
