wc -l
