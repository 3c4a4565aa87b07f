using System.Collections.Concurrent;
using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Bridge.Tests.Audit;

/// <summary>Who did what stands in the log, one line each, with its parts as fields.</summary>
[CancelAfter(60_000)]
public sealed class AuditTests
{
    private static void Tags(TagList tags) =>
        tags.Class("fast", 20)
            .Tag("Int", "DB1.DBW2", "Int")
            .Tag("Name", "DB1.DBB30", "String[20]")
            .Tag("Steps", "DB1.DBW60", "Array[0..4] of Int")
            .Tag("Limited", "DB1.DBW22", "Int", new TagDetails { Limits = new TagRange(0, 100) });

    [Test]
    public async Task A_write_is_told_with_the_value_before_the_value_sent_and_the_answer(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(Tags, token, loggers: lines);
        plant.Poke(2, 0, 7);
        await plant.UntilAsync("Int", value => value.Value.Bits == 7, token);

        await plant.WriteAsync(
            token,
            ("Int", Variant.From((short)-3)),
            ("Limited", Variant.From((short)101)),
            ("Name", Variant.From("a\nWRITE by 'root'"))
        );

        var writes = lines.Of(323);
        Assert.That(
            writes.Select(line => $"{line["Node"]} {line["Before"]} {line["After"]} {line["Answer"]}"),
            Is.EqualTo(
                new[]
                {
                    "ns=2;s=Line1/Int 7 -3 Good",
                    "ns=2;s=Line1/Limited 0 101 BadOutOfRange",
                    "ns=2;s=Line1/Name \"\" \"a?WRITE by 'root'\" Good",
                }
            )
        );
        Assert.That($"{writes[0]["User"]} {writes[0]["Application"]}", Is.EqualTo("anonymous urn:test:client"));
        Assert.That($"{writes[0]["Remote"]}", Does.Contain("127.0.0.1").Or.Contain("::1"));
        Assert.That(lines.Texts, Has.None.Contains('\n'));
    }

    [Test]
    public async Task What_a_user_does_on_the_page_is_told_with_its_outcome(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(Tags, token, loggers: lines);
        plant.Server.AuditPage(
            new PageAction("anna", new IPEndPoint(IPAddress.Loopback, 7), "certificates/trust", "Trusted:\nCN=x.", StatusCodes.Good)
        );
        var line = lines.Of(332).Single();
        Assert.That(
            $"{line["Action"]} {line["User"]} {line["Remote"]} {line["Text"]} {line["Status"]}",
            Is.EqualTo("certificates/trust 'anna' 127.0.0.1:7 Trusted:?CN=x. Good")
        );
    }

    [Test]
    public async Task A_write_that_the_stack_refuses_is_told_as_well(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(
            tags =>
            {
                Tags(tags);
                tags.Tag("Fixed", "DB1.DBW80", "Int", access: TagAccess.Read);
            },
            token,
            loggers: lines
        );
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        await plant.UntilAsync("Fixed", StatusCodes.Good, token);

        await ServedPlant.WriteAsync(
            plant.Client,
            [
                Writing("Fixed", new DataValue(Variant.From((short)1), default, 0, 0)),
                Writing("Int", new DataValue(Variant.From((short)2), StatusCodes.BadSensorFailure, 0, 0)),
                Writing("Int", new DataValue(Variant.From("x"), default, 0, 0), AttributeId.DisplayName),
                Writing("Nothing\n", new DataValue(Variant.From((short)3), default, 0, 0)),
            ],
            token
        );

        Assert.That(
            lines.Of(323).Select(line => $"{line["Node"]} {line["Before"]} {line["After"]} {line["Answer"]}"),
            Is.EqualTo(
                new[]
                {
                    "ns=2;s=Line1/Fixed 0 1 BadNotWritable",
                    "ns=2;s=Line1/Int 0 2 BadWriteNotSupported",
                    "ns=2;s=Line1/Int DisplayName Int \"x\" BadNotWritable",
                    "ns=2;s=Line1/Nothing? unknown 3 BadNodeIdUnknown",
                }
            )
        );

        static WriteValue Writing(string tag, DataValue value, AttributeId attribute = AttributeId.Value) =>
            new()
            {
                NodeId = ServedPlant.Node(tag),
                AttributeId = (uint)attribute,
                Value = value,
            };
    }

    [Test]
    public async Task A_write_that_the_client_gives_up_is_told_with_the_answers_that_are_known(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(
            Tags,
            token,
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMinutes(10) } },
            loggers: lines
        );
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Write);
        var request = new WriteRequest
        {
            RequestHeader = { RequestHandle = 5 },
            NodesToWrite =
            [
                .. new[] { ("Int", (short)1), ("Limited", (short)101) }.Select(static write => new WriteValue
                {
                    NodeId = ServedPlant.Node(write.Item1),
                    AttributeId = (uint)AttributeId.Value,
                    Value = new DataValue(Variant.From(write.Item2), default, 0, 0),
                }),
            ],
        };
        var write = plant.Client.CallAsync<WriteResponse>(request, token);
        await plant.Plc.Counters.WhenAsync(static counters => counters.WriteJobs > 0, token);

        await plant.Client.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 5 }, token);

        Assert.That(async () => await write, Throws.Exception);
        Assert.That(
            lines.Of(323).Select(line => $"{line["Node"]} {line["Answer"]}"),
            Is.EqualTo(new[] { "ns=2;s=Line1/Int given up before the answer", "ns=2;s=Line1/Limited BadOutOfRange" })
        );
    }

    [Test]
    public async Task A_part_of_an_array_is_told_as_such(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(Tags, token, loggers: lines);
        await plant.UntilAsync("Steps", StatusCodes.Good, token);
        await ServedPlant.WriteAsync(
            plant.Client,
            [
                new WriteValue
                {
                    NodeId = ServedPlant.Node("Steps"),
                    AttributeId = (uint)AttributeId.Value,
                    IndexRange = "1:2",
                    Value = new DataValue(Variant.FromArray(BuiltInType.Int16, new short[] { 8, 9 }), default, 0, 0),
                },
            ],
            token
        );
        Assert.That(
            lines.Of(323).Select(line => $"{line["Node"]}{line["Range"]} {line["Before"]} {line["After"]}"),
            Is.EqualTo(new[] { "ns=2;s=Line1/Steps[1:2] [0, 0, 0, 0, 0] [8, 9]" })
        );
    }

    [Test]
    public async Task A_call_is_told_with_its_arguments_and_its_answer(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(Tags, token, loggers: lines);
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        await plant.CallAsync(token, "_Status", "Release", Variant.From(-1.0));
        Assert.That(
            lines.Of(324).Select(line => $"{line["Method"]} {line["Arguments"]} {line["Answer"]}"),
            Is.EqualTo(new[] { "ns=2;s=Line1/_Status/Release -1 BadInvalidArgument" })
        );
    }

    [Test]
    public async Task What_is_passed_to_a_method_that_is_not_the_bridges_is_not_told(CancellationToken token)
    {
        const uint serverType = 2004,
            resendDataOfType = 12871;
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(Tags, token, loggers: lines);
        Variant[] key = [Variant.FromByteString("a key"u8.ToArray())];
        var call = new CallMethodRequest
        {
            ObjectId = serverType,
            MethodId = resendDataOfType,
            InputArguments = key,
        };
        await plant.Client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [call] }, token);
        Assert.That(lines.Of(324).Select(line => $"{line["Arguments"]}: {line["Answer"]}"), Is.EqualTo(new[] { ": BadMethodInvalid" }));
    }

    [Test]
    public async Task A_login_is_told_and_what_the_roles_forbid_once_for_a_request(CancellationToken token)
    {
        var lines = new Lines();
        await using var plant = await ServedPlant.StartAsync(
            Tags,
            token,
            loggers: lines,
            server: options => options with { Permissions = PermissionSet.ForEverybody(NodePermissions.Browse | NodePermissions.Read) }
        );
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        Assert.That(
            await plant.WriteAsync(token, ("Int", Variant.From((short)1)), ("Limited", Variant.From((short)1))),
            Is.All.EqualTo("BadUserAccessDenied")
        );
        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(1.0)), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(lines.Of(320).Select(line => line["User"]), Is.EqualTo(new[] { "anonymous" }));
        Assert.That(
            lines.Of(322).Select(line => line["Text"]),
            Is.EqualTo(
                new[] { "anonymous may not write ns=2;s=Line1/Int and 1 more.", "anonymous may not call ns=2;s=Line1/_Status/Release." }
            )
        );
        Assert.That(lines.Of(323), Is.Empty);
    }

    [TestCase(StatusCodes.Good, "AddApplication: Operator, application urn:hmi?; kept.")]
    [TestCase(StatusCodes.BadNotFound, "RemoveEndpoint was refused: The role does not have it.")]
    public void A_change_of_a_role_is_told_with_who_and_what_came_of_it(uint status, string text)
    {
        var lines = new Lines();
        var caller = new UaCaller(default, "s", "root", ["SecurityAdmin"], "urn:config", null, true);
        new AuditLog(lines, TimeProvider.System, _ => "").Tell(new RoleMappingChanged(null, text.Replace('?', '\n'), caller, status));
        var line = lines.Of(328).Single();
        Assert.That(
            $"{line["User"]} {line["Application"]} {line["Text"]} {line["Status"]}",
            Is.EqualTo($"'root' urn:config {text} {StatusCodes.NameOf(status)}")
        );
    }

    [Test]
    public void A_structure_is_shown_as_its_type_and_its_bytes()
    {
        var pair = new ExtensionObject(new NodeId(2, "TE_\"Pair\""), new byte[] { 1, 0xAB });
        Assert.That(AuditText.Format(Variant.From(pair)), Is.EqualTo("ns=2;s=TE_\"Pair\" 01AB"));
        Assert.That(
            AuditText.Format(Variant.FromArray(BuiltInType.ExtensionObject, new[] { pair, pair })),
            Is.EqualTo("[ns=2;s=TE_\"Pair\" 01AB, ns=2;s=TE_\"Pair\" 01AB]")
        );
    }

    /// <summary>Keeps the audit's lines with their fields.</summary>
    internal sealed class Lines : ILoggerFactory, ILogger
    {
        private readonly ConcurrentQueue<(int Id, string Text, Dictionary<string, object?> Fields)> _lines = new();

        public IEnumerable<string> Texts => _lines.Select(line => line.Text);

        public List<Dictionary<string, object?>> Of(int id) => [.. _lines.Where(line => line.Id == id).Select(line => line.Fields)];

        public ILogger CreateLogger(string categoryName) => this;

        public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException();

        public void Dispose() { }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) =>
            _lines.Enqueue(
                (eventId.Id, formatter(state, exception), ((IReadOnlyList<KeyValuePair<string, object?>>)(object)state!).ToDictionary())
            );
    }
}
