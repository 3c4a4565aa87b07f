using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Commands;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Sparkplug;
using S7OpcBridge.PubSub.Tests.Sparkplug;

namespace S7OpcBridge.PubSub.Tests.Commands;

/// <summary>Commands of Sparkplug to a device: which tags they reach, and with which values.</summary>
internal sealed class DeviceCommandsTests
{
    private const string Topic = "spBv1.0/Plant/DCMD/edge01/Line1";

    private readonly List<(int Tag, string Value)> _written = [];
    private readonly List<string> _refused = [];

    [SetUp]
    public void Forget()
    {
        _written.Clear();
        _refused.Clear();
    }

    [Test]
    public async Task A_metric_is_written_by_its_name_or_its_alias(CancellationToken cancellationToken)
    {
        var commands = Commands(EdgePlant.Tag(1, "Recipe/Number"), EdgePlant.Tag(2, "Recipe/Next"));
        commands.FollowAliases([(77, "Recipe/Next")]);
        await TakeAsync(commands, cancellationToken, ("Recipe/Number", -1, Variant.From(-42)), (null, 77, Variant.From(43)));
        Assert.That(_written, Is.EqualTo(new[] { (1, "-42"), (2, "43") }));
        Assert.That((commands.Done, commands.Refused), Is.EqualTo((2L, 0L)));
    }

    [Test]
    public async Task What_is_not_on_the_list_or_of_another_device_is_refused(CancellationToken cancellationToken)
    {
        var commands = Commands(EdgePlant.Tag(1, "Recipe/Number"), EdgePlant.Tag(2, "Level", "Tank"));
        await TakeAsync(
            commands,
            cancellationToken,
            ("Motor/Speed", -1, Variant.From(1)),
            ("Level", -1, Variant.From(1)),
            (null, 5, Variant.From(1)),
            ("Recipe/Number", -1, Variant.From(9))
        );
        Assert.That(_written, Is.EqualTo(new[] { (1, "9") }));
        Assert.That(_refused, Has.Count.EqualTo(3).And.All.Contains("can be written"));
        await commands.TakeAsync(new BrokerCommand(Topic, "no payload"u8.ToArray()), cancellationToken);
        Assert.That(commands.Refused, Is.EqualTo(4));
    }

    [Test]
    public async Task What_the_PLC_refuses_is_told(CancellationToken cancellationToken)
    {
        var commands = new DeviceCommands(
            static (_, _) => ValueTask.FromResult(new CommandResult(StatusCodes.BadOutOfRange, "too much")),
            ownsPlc: null,
            (_, words) => _refused.Add(words)
        );
        commands.Follow([new WritableMetric(Topic, "Recipe/Number", 1, 0, SparkplugType.Int32)]);
        await TakeAsync(commands, cancellationToken, ("Recipe/Number", -1, Variant.From(900)));
        Assert.That(_refused, Is.EqualTo(new[] { "too much" }));
        Assert.That((commands.Done, commands.Refused), Is.EqualTo((0L, 1L)));
    }

    private static readonly (BuiltInType Type, Variant Value, string Json)[] Values =
    [
        (BuiltInType.Boolean, Variant.From(true), "true"),
        (BuiltInType.SByte, Variant.From((sbyte)-3), "-3"),
        (BuiltInType.UInt16, Variant.From(ushort.MaxValue), "65535"),
        (BuiltInType.UInt32, Variant.From(uint.MaxValue), "4294967295"),
        (BuiltInType.Int64, Variant.From(long.MinValue), "-9223372036854775808"),
        (BuiltInType.UInt64, Variant.From(ulong.MaxValue), "18446744073709551615"),
        (BuiltInType.Float, Variant.From(0.1f), "0.1"),
        (BuiltInType.Double, Variant.From(double.NaN), "\"NaN\""),
        (BuiltInType.String, Variant.From("a \"text\""), "\"a \\u0022text\\u0022\""),
        (
            BuiltInType.DateTime,
            Variant.FromDateTime(UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks)),
            "\"2026-01-02T03:04:05+00:00\""
        ),
        (BuiltInType.Int16, Variant.FromArray(BuiltInType.Int16, new short[] { -1, 300 }), "[-1,300]"),
        (BuiltInType.Boolean, Variant.FromArray(BuiltInType.Boolean, new[] { true, false, true }), "[true,false,true]"),
        (BuiltInType.String, Variant.FromArray(BuiltInType.String, new[] { "a", "" }), "[\"a\",\"\"]"),
        (BuiltInType.Float, Variant.FromArray(BuiltInType.Float, new[] { 1.5f, float.PositiveInfinity }), "[1.5,\"Infinity\"]"),
    ];

    [TestCaseSource(nameof(Values))]
    public async Task Each_type_of_value_comes_through((BuiltInType Type, Variant Value, string Json) each)
    {
        var commands = Commands(EdgePlant.Tag(1, "T", type: each.Type) with { IsArray = each.Value.IsArray });
        await TakeAsync(commands, CancellationToken.None, ("T", -1, each.Value));
        Assert.That(_refused, Is.Empty);
        Assert.That(_written.Single().Value, Is.EqualTo(each.Json));
    }

    private DeviceCommands Commands(params PublishedTag[] tags)
    {
        var commands = new DeviceCommands(
            (command, _) =>
            {
                _written.Add((command.Tag, command.Value.GetRawText()));
                return ValueTask.FromResult(new CommandResult(StatusCodes.Good, ""));
            },
            ownsPlc: null,
            (_, words) => _refused.Add(words)
        );
        commands.Follow(
            tags.Select(static tag => new WritableMetric(
                $"spBv1.0/Plant/DCMD/edge01/{tag.WriterGroup}",
                tag.Field,
                tag.Tag,
                tag.Plc,
                SparkplugTypes.Of(tag.Type, tag.IsArray)
            ))
        );
        return commands;
    }

    private static async Task TakeAsync(
        DeviceCommands commands,
        CancellationToken cancellationToken,
        params (string? Name, long Alias, Variant Value)[] metrics
    )
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new PayloadWriter();
        writer.Begin(output, UaTime.FromTicks(DateTime.UnixEpoch.Ticks));
        foreach (var (name, alias, value) in metrics)
            writer.Metric(
                name,
                alias,
                SparkplugTypes.Of(value.Type, value.IsArray),
                new FieldSample(0, value, StatusCodes.Good, 0),
                hasQuality: false
            );
        await commands.TakeAsync(new BrokerCommand(Topic, output.WrittenMemory), cancellationToken);
    }
}
