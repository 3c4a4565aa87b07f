using System.Text;
using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Commands;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Commands;

/// <summary>What a command says, and what it is answered.</summary>
public sealed class CommandTableTests
{
    private readonly List<(int Tag, string Value)> _written = [];

    [SetUp]
    public void Begin() => _written.Clear();

    [TestCase("42", "42")]
    [TestCase("{\"value\":42}", "42")]
    [TestCase("\"text\"", "\"text\"")]
    [TestCase("{\"value\":[1,2]}", "[1,2]")]
    [TestCase("true", "true")]
    public async Task The_value_stands_alone_or_in_an_object(string payload, string value)
    {
        var answer = await AskAsync(Table(), "p/T1/set", payload);

        Assert.Multiple(() =>
        {
            Assert.That(_written, Is.EqualTo(new[] { (1, value) }));
            Assert.That(answer!.Value.GetProperty("status").GetString(), Is.EqualTo("Good"));
            Assert.That(answer.Value.GetProperty("code").GetUInt32(), Is.Zero);
        });
    }

    [TestCase("")]
    [TestCase("{")]
    [TestCase("{\"other\":1}")]
    [TestCase("[[[[[[1]]]]]]")]
    [TestCase("1 2")]
    public async Task What_is_no_value_is_answered_with_words_and_writes_nothing(string payload)
    {
        var table = Table();
        var answer = await AskAsync(table, "p/T1/set", payload);

        Assert.Multiple(() =>
        {
            Assert.That(_written, Is.Empty);
            Assert.That(answer!.Value.GetProperty("status").GetString(), Is.EqualTo("BadDecodingError"));
            Assert.That(answer.Value.GetProperty("text").GetString(), Does.Contain("{\"value\": 12.5}"));
            Assert.That((table.Done, table.Refused), Is.EqualTo((0L, 1L)));
        });
    }

    [Test]
    public async Task A_topic_of_no_tag_is_refused()
    {
        var answer = await AskAsync(Table(), "p/T9/set", "1");

        Assert.That(answer!.Value.GetProperty("status").GetString(), Is.EqualTo("BadNodeIdUnknown"));
    }

    [Test]
    public async Task A_command_for_a_plc_of_another_node_is_left_to_that_node()
    {
        var answer = await AskAsync(Table(static plc => plc != 0), "p/T1/set", "1");

        Assert.Multiple(() =>
        {
            Assert.That(answer, Is.Null);
            Assert.That(_written, Is.Empty);
        });
    }

    private CommandTable Table(Func<int, bool>? ownsPlc = null)
    {
        var table = new CommandTable(
            (command, _) =>
            {
                _written.Add((command.Tag, command.Value.GetRawText()));
                return ValueTask.FromResult(new CommandResult(StatusCodes.Good, "Done."));
            },
            ownsPlc,
            new ManualClock()
        );
        table.Follow([("p/T1/set", 1, 0)]);
        return table;
    }

    private static async Task<JsonElement?> AskAsync(CommandTable table, string topic, string payload) =>
        await table.AnswerAsync(new BrokerCommand(topic, Encoding.UTF8.GetBytes(payload)), CancellationToken.None) is { } answer
            ? JsonDocument.Parse(answer).RootElement
            : null;
}
