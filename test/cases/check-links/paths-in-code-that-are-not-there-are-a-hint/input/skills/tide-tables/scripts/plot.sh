echo plot
