print("stars")
