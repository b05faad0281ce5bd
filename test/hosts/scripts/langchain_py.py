"""LangChain for Python with langchain-mcp-adapters."""

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient

from env import ARGS, COMMAND, FORMAT, KEY, MODEL, MOST_TURNS, PROMPT, URL, main, until_done


def model():
    if FORMAT == "anthropic":
        from langchain_anthropic import ChatAnthropic

        return ChatAnthropic(model=MODEL, api_key=KEY, base_url=URL, max_retries=0)
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(model=MODEL, api_key=KEY, base_url=f"{URL}/v1", max_retries=0)


async def run():
    client = MultiServerMCPClient(
        {"canary": {"transport": "stdio", "command": COMMAND, "args": ARGS}}
    )
    agent = create_agent(model(), await client.get_tools())
    messages = {"messages": [{"role": "user", "content": PROMPT}]}
    await until_done(lambda: agent.ainvoke(messages, {"recursion_limit": 3 * MOST_TURNS}))


main(run)
