brightest = "Sirius"
