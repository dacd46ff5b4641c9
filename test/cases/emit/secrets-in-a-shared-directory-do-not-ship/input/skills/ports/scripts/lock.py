import os
import sys

here = os.path.dirname(__file__)
sys.path.append(os.path.join(here, "..", "..", "_shared"))

from harbor import lock

print(lock("one"))
