# What is wrong with the skills of a repository that does not know skillc?
npx skillc check
