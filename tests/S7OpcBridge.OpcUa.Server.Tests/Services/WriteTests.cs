using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

[CancelAfter(20_000)]
internal sealed class WriteTests : UaServerFixture
{
    private readonly List<(UaCaller Caller, NodeWrite Write)> _written = [];

    [SetUp]
    public void Forget() => _written.Clear();

    [Test]
    [ConformanceUnit("Attribute Write Values")]
    public async Task Values_reach_the_handler_in_order_and_its_answers_the_client()
    {
        await StartAsync();
        var statuses = await WriteAsync(Value(1, Variant.From(10)), Value(1, Variant.From(11)), Value(3, Variant.From("x")));
        Assert.That(statuses, Is.EqualTo((string[])["Good", "Good", "BadOutOfRange"]));
        Assert.That(_written.Select(w => (w.Write.Variable, w.Write.Value.Bits)), Is.EqualTo(((int, long)[])[(1, 10), (1, 11), (3, 0)]));
        Assert.That(
            (_written[0].Caller.SessionName, _written[0].Caller.User, _written[0].Write.Node.Source),
            Is.EqualTo(("test", (string?)null, 1))
        );
    }

    [Test]
    [ConformanceUnit("Attribute Write Values")]
    public async Task What_may_not_be_written_never_reaches_the_handler()
    {
        await StartAsync();
        var range = Value(1, Variant.FromArray(BuiltInType.Int32, (int[])[1, 2]));
        range.IndexRange = "2:1";
        var status = Value(1, Variant.From(1));
        status.Value = status.Value with { Status = StatusCodes.UncertainLastUsableValue };
        var name = Value(1, Variant.From("new"));
        name.AttributeId = (uint)AttributeId.DisplayName;
        var inverse = Value(1, Variant.From("new"));
        inverse.AttributeId = (uint)AttributeId.InverseName;
        var folder = Value(1, Variant.From(1));
        folder.NodeId = new NodeId(2, UaTestNodes.Folder);
        var unknown = Value(99, Variant.From(1));
        var foreign = Value(1, Variant.From(1));
        foreign.NodeId = new NodeId(77, 1u);
        var statuses = await WriteAsync(
            Value(0, Variant.From(1)),
            range,
            status,
            name,
            inverse,
            folder,
            unknown,
            foreign,
            Value(1, default),
            Value(1, Variant.From(5))
        );
        Assert.That(
            statuses,
            Is.EqualTo(
                (string[])
                    [
                        "BadNotWritable",
                        "BadIndexRangeInvalid",
                        "BadWriteNotSupported",
                        "BadNotWritable",
                        "BadAttributeIdInvalid",
                        "BadAttributeIdInvalid",
                        "BadNodeIdUnknown",
                        "BadNodeIdUnknown",
                        "BadTypeMismatch",
                        "Good",
                    ]
            )
        );
        Assert.That(_written.Single().Write.Value.Bits, Is.EqualTo(5));
    }

    [Test]
    [ConformanceUnit("Attribute Write Index")]
    public async Task Timestamps_are_accepted_and_ignored_and_a_range_is_passed_on()
    {
        await StartAsync();
        var value = Value(1, Variant.FromArray(BuiltInType.Int32, (int[])[1, 2]));
        value.Value = value.Value with { SourceTime = 5, ServerTime = 6 };
        value.IndexRange = "3:4";
        Assert.That(await WriteAsync(value), Is.EqualTo((string[])["Good"]));
        Assert.That(_written.Single().Write.Range!.Bounds, Is.EqualTo(((int, int)[])[(3, 4)]));
    }

    [Test]
    public async Task Without_a_handler_writing_is_not_supported()
    {
        await base.StartAsync(nodes: new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true }, variables: 1);
        Assert.That(await WriteAsync(Value(0, Variant.From(1))), Is.EqualTo((string[])["BadWriteNotSupported"]));
    }

    [Test]
    [ConformanceUnit("Security Role Server Authorization")]
    public async Task A_caller_without_the_permission_is_denied()
    {
        await StartAsync(o => o with { Permissions = PermissionSet.ForEverybody(NodePermissions.All & ~NodePermissions.Write) });
        Assert.That(await WriteAsync(Value(1, Variant.From(1))), Is.EqualTo((string[])["BadUserAccessDenied"]));
    }

    [Test]
    public async Task Calls_of_a_session_begin_in_the_order_in_which_they_came()
    {
        await StartAsync();
        var client = await SessionAsync();
        var calls = Enumerable
            .Range(0, 100)
            .Select(i => client.CallAsync<WriteResponse>(new WriteRequest { NodesToWrite = [Value(1, Variant.From(i))] }, Stop))
            .ToArray();
        await Task.WhenAll(calls);
        Assert.That(_written.Select(w => w.Write.Value.Bits), Is.EqualTo(Enumerable.Range(0, 100)));
    }

    [Test]
    public async Task A_handler_that_breaks_is_our_fault_and_is_reported()
    {
        await base.StartAsync(
            o => o with { Write = (_, _, _, _) => throw new InvalidOperationException("secret path") },
            new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true },
            1
        );
        var client = await SessionAsync();
        Assert.That(
            await StatusOf(client.CallAsync<WriteResponse>(new WriteRequest { NodesToWrite = [Value(0, Variant.From(1))] }, Stop)),
            Is.EqualTo("BadInternalError")
        );
        Assert.That((await Server.HappensAsync<RequestFailed>(Stop)).Exception, Is.InstanceOf<InvalidOperationException>());
    }

    private static WriteValue Value(int variable, Variant value) =>
        new()
        {
            NodeId = UaTestNodes.IdOfVariable(variable),
            AttributeId = 13,
            Value = new DataValue(value, 0, 0, 0),
        };

    private Task StartAsync(Func<UaServerOptions, UaServerOptions>? change = null) =>
        base.StartAsync(
            o => (change?.Invoke(o) ?? o) with { Write = HandleAsync },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32, BuiltInType.String) { IsWritable = i => i % 2 == 1 },
            4
        );

    private async ValueTask HandleAsync(
        UaCaller caller,
        IReadOnlyList<NodeWrite> writes,
        WriteResults results,
        CancellationToken cancellationToken
    )
    {
        foreach (var write in writes)
        {
            _written.Add((caller, write));
            results[write] = write.Value.Type == BuiltInType.String ? StatusCodes.BadOutOfRange : StatusCodes.Good;
        }

        await Task.Yield();
    }

    private async Task<string[]> WriteAsync(params WriteValue[] values)
    {
        var client = await SessionAsync();
        var response = await client.CallAsync<WriteResponse>(new WriteRequest { NodesToWrite = values }, Stop);
        return [.. response.Results.Select(StatusCodes.NameOf)];
    }
}
