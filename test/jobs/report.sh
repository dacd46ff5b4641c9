# A page about the skills.
npx skillc report
