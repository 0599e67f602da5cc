"""`python -m bullrun`."""

import sys

from bullrun.cli.main import main

sys.exit(main())
