# A pull request: findings, what is committed, and the commit itself.
npx skillc check --format github
npx skillc build --check
npx skillc check --staged --quiet
