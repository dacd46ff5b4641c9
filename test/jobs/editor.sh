# What an editor starts.
npx skillc lsp --stdio
