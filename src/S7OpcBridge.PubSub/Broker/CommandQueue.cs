using System.Threading.Channels;
using MQTTnet;
using S7OpcBridge.PubSub.Buffer;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>Commands that came, until they are done, one after the other. Its answers go out with the next connection at hand.</summary>
internal sealed class CommandQueue(CommandTopics topics, BrokerOptions options, LinkCounters counters)
{
    /// <summary>Where an answer goes if the command names no topic for it.</summary>
    public const string ResultSuffix = "/result";

    private const int MostAnswers = 1000;

    private readonly Channel<Waiting> _waiting = Channel.CreateBounded<Waiting>(options.WaitingCommands);

    /// <summary>What is subscribed to.</summary>
    public CommandTopics Topics => topics;

    /// <summary>Whether a topic is one of commands.</summary>
    public bool Covers(string topic)
    {
        if (topics.HasResults && topic.EndsWith(ResultSuffix, StringComparison.Ordinal))
            return false;
        foreach (var filter in topics.Filters)
        {
            if (MqttTopicFilterComparer.Compare(topic, filter) == MqttTopicFilterCompareResult.IsMatch)
                return true;
        }

        return false;
    }

    /// <summary>Takes a command.</summary>
    /// <returns>Null, or why it is refused.</returns>
    public string? Take(string topic, byte[] payload, bool retain, string? responseTopic, byte[]? correlation)
    {
        var why =
            retain ? "The command was retained: it may be old, and would be done again after each connect. Send it without the retain flag."
            : payload.Length > options.CommandBytes ? $"The command has {payload.Length} bytes, {options.CommandBytes} are allowed."
            : (correlation?.Length ?? 0) > options.CommandBytes ? $"The command has {correlation!.Length} bytes of correlation data."
            : _waiting.Writer.TryWrite(new(new BrokerCommand(topic, payload), responseTopic, correlation)) ? null
            : $"{options.WaitingCommands} commands wait already: send it again later.";
        if (why is not null)
            Interlocked.Increment(ref counters.RefusedCommands);
        return why;
    }

    /// <summary>Does the commands.</summary>
    /// <param name="mayAnswer">Whether an answer may go to a topic that a command names.</param>
    public async Task RunAsync(LinkParts parts, Func<string, bool> mayAnswer, CancellationToken cancellationToken)
    {
        await foreach (var command in _waiting.Reader.ReadAllAsync(cancellationToken))
        {
            var payload = await AnswerAsync(command.Command, parts, cancellationToken);
            Interlocked.Increment(ref counters.Commands);
            if (payload is not { } bytes || parts.Answers.Count >= MostAnswers)
                continue;
            var named = command.ResponseTopic is { Length: > 0 } topic && mayAnswer(topic) ? topic : null;
            var answer = new OutgoingMessage(
                named ?? command.Command.Topic + ResultSuffix,
                bytes,
                MessageType.Plain,
                PublishFormat.Json,
                Retain: false,
                Qos: 1,
                Values: 0
            );
            parts.Answers.Enqueue(new UrgentMessage(answer, MessageSource.Answer, command.Correlation));
            parts.Work.Set();
        }
    }

    // A command that fails must not end all those behind it.
    private async ValueTask<ReadOnlyMemory<byte>?> AnswerAsync(BrokerCommand command, LinkParts parts, CancellationToken cancellationToken)
    {
        try
        {
            return await topics.Answer(command, cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            parts.Tell(new CommandRefused(command.Topic, $"The command failed: {e.Message}"));
            return null;
        }
    }

    private readonly record struct Waiting(BrokerCommand Command, string? ResponseTopic, byte[]? Correlation);
}
