from sky.stars import brightest
