# The same with pnpm. Needs the network.
pnpm install
pnpm exec skillc init apps/api --yes
pnpm --filter api build
