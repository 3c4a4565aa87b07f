using System.Collections.Immutable;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Topics whose messages are commands.</summary>
/// <param name="Filters">What is subscribed to.</param>
/// <param name="Answer">
/// Does what a command says and gives the payload of the answer; null: no answer. One at a time, off the loop that receives. The answer goes to the command's
/// response topic, or to <c>…/result</c>.
/// </param>
internal sealed record CommandTopics(
    ImmutableArray<string> Filters,
    Func<BrokerCommand, CancellationToken, ValueTask<ReadOnlyMemory<byte>?>> Answer
)
{
    /// <summary>True: what ends with <c>/result</c> is an answer, no command.</summary>
    public bool HasResults { get; init; } = true;
}
