def lock(name):
    return f"{name} is locked"
