"""What the Python scripts of this folder are told. All of them talk to 127.0.0.1 alone."""

import asyncio
import json
import os
import sys

URL = os.environ["CANARY_URL"]
FORMAT = os.environ["CANARY_FORMAT"]
COMMAND, *ARGS = json.loads(os.environ["CANARY_SERVER"])
MOST_TURNS = 100
PROMPT = "Call every canary tool."
KEY = "not-a-key"
MODEL = "canary-model"


async def until_done(run):
    """For a host whose run a tool can end: asks again until the model has nothing more to call."""
    for number in range(25):
        try:
            return await run()
        except Exception as error:
            print(f"round {number} ended: {type(error).__name__} {str(error)[:200]}", file=sys.stderr)
    raise SystemExit("the canary never came to its end")


def main(run):
    asyncio.run(run())
