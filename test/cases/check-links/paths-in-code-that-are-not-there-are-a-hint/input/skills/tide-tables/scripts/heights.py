print("heights")
