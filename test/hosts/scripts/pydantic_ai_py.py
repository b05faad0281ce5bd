"""Pydantic AI."""

from pydantic_ai import Agent
from pydantic_ai.usage import UsageLimits

from env import ARGS, COMMAND, FORMAT, KEY, MODEL, MOST_TURNS, PROMPT, URL, main, until_done


def model():
    if FORMAT == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(MODEL, provider=AnthropicProvider(api_key=KEY, base_url=URL))
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    kind = OpenAIChatModel if FORMAT == "chat" else OpenAIResponsesModel
    return kind(MODEL, provider=OpenAIProvider(api_key=KEY, base_url=f"{URL}/v1"))


def toolset():
    try:
        from pydantic_ai.mcp import MCPServerStdio

        return MCPServerStdio(COMMAND, ARGS, timeout=30, max_retries=1)
    except ImportError:
        from fastmcp.client.transports import StdioTransport
        from pydantic_ai.mcp import MCPToolset

        return MCPToolset(StdioTransport(COMMAND, ARGS), max_retries=1)


async def run():
    agent = Agent(model(), toolsets=[toolset()])
    limits = UsageLimits(request_limit=MOST_TURNS)
    async with agent:
        await until_done(lambda: agent.run(PROMPT, usage_limits=limits))


main(run)
