"""OpenAI Agents SDK for Python."""

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, set_tracing_disabled
from agents.mcp import MCPServerStdio
from openai import AsyncOpenAI

from env import ARGS, COMMAND, FORMAT, KEY, MODEL, MOST_TURNS, PROMPT, URL, main, until_done

set_tracing_disabled(True)


async def run():
    client = AsyncOpenAI(base_url=f"{URL}/v1", api_key=KEY, max_retries=0)
    kind = OpenAIChatCompletionsModel if FORMAT == "chat" else OpenAIResponsesModel
    server = MCPServerStdio(params={"command": COMMAND, "args": ARGS}, client_session_timeout_seconds=30)
    async with server:
        agent = Agent(name="canary-host", model=kind(MODEL, client), mcp_servers=[server])
        await until_done(lambda: Runner.run(agent, PROMPT, max_turns=MOST_TURNS))


main(run)
