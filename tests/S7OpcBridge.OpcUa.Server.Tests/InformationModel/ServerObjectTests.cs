using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests;

public class ServerObjectTests
{
    private static readonly ServerFacts Facts = new()
    {
        ApplicationUri = "urn:test",
        Namespaces = ["urn:test:tags"],
        StartTime = 1000,
        Build = new BuildInfo { ProductName = "product", SoftwareVersion = "1.2.3" },
        Limits = new ServerLimitFacts { MaxNodesPerRead = 10_000, MaxSessions = 500 },
    };

    [Test]
    [ConformanceUnit("Base Info Core Structure")]
    public void Everything_below_Objects_has_a_value()
    {
        var nodes = ServerObject.Build(Facts, TimeProvider.System);
        DiagnosticsValues.AttachTo(nodes, new ServerDiagnostics(new UaServerOptions { ApplicationUri = "urn:test" }, new ServerCounters()));
        var variables = 0;
        foreach (var node in Below(nodes, Ids.ObjectsFolder).Where(n => nodes.ClassOf(n) == NodeClass.Variable))
        {
            variables++;
            Assert.That(nodes.Read(node, AttributeId.Value, out var value).IsGood, $"{nodes.IdOf(node)} {nodes.BrowseNameOf(node)}");
            AssertFitsDataType(nodes, node, value);
        }

        Assert.That(variables, Is.InRange(70, 100));
    }

    [Test]
    public void Nothing_is_left_hanging_in_the_air()
    {
        var all = Namespace0.Load(TimeProvider.System);
        var served = ServerObject.Build(Facts, TimeProvider.System);
        for (var node = 0; node < all.Count; node++)
        {
            if (served.Find(new NodeIdView(0, all.IdOf(node).Numeric)) >= 0 && HasOwner(all, node))
                Assert.That(HasOwner(served, node), $"{all.IdOf(node)} {all.BrowseNameOf(node)}");
        }
    }

    [Test]
    [ConformanceUnit("Base Info Core Structure")]
    [ConformanceUnit("Base Info Server Capabilities")]
    public void Clients_find_what_they_read_on_connect()
    {
        var nodes = ServerObject.Build(Facts, TimeProvider.System);
        Assert.Multiple(() =>
        {
            Assert.That(Value(nodes, Ids.Server_ServerArray).Reference, Is.EqualTo(new[] { "urn:test" }));
            Assert.That(
                Value(nodes, Ids.Server_NamespaceArray).Reference,
                Is.EqualTo(new[] { "http://opcfoundation.org/UA/", "urn:test", "urn:test:tags" })
            );
            Assert.That(Value(nodes, Ids.Server_ServiceLevel).Bits, Is.EqualTo(255));
            Assert.That(Value(nodes, Ids.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead).Bits, Is.EqualTo(10_000));
            Assert.That(Value(nodes, Ids.Server_ServerStatus_BuildInfo_SoftwareVersion).Reference, Is.EqualTo("1.2.3"));
            Assert.That(nodes.Find(new NodeIdView(0, 12637)), Is.EqualTo(-1), "no ServerConfiguration");
            Assert.That(nodes.Find(new NodeIdView(0, 2004)), Is.GreaterThan(0), "types stay");
        });
    }

    [Test]
    [ConformanceUnit("Base Info Core Structure")]
    public void Status_and_its_members_tell_one_time_and_state()
    {
        var condition = ServerCondition.Running;
        var clock = new FixedClock { Ticks = 700_000_000_000_000_000 };
        var nodes = ServerObject.Build(Facts with { Condition = () => condition }, clock);
        var status = Status(nodes);
        Assert.That(status.CurrentTime, Is.EqualTo(UaTime.FromTicks(clock.Ticks)));
        Assert.That(status.StartTime, Is.EqualTo(1000));

        clock.Ticks += TimeSpan.TicksPerMillisecond; // later in the same call
        Assert.That(Value(nodes, Ids.Server_ServerStatus_CurrentTime).Bits, Is.EqualTo(status.CurrentTime));

        clock.Ticks += TimeSpan.TicksPerSecond;
        condition = new ServerCondition(ServerState.Shutdown, 5, new LocalizedText("maintenance"), 0);
        status = Status(nodes);
        Assert.Multiple(() =>
        {
            Assert.That(status.CurrentTime, Is.EqualTo(UaTime.FromTicks(clock.Ticks)));
            Assert.That(status.State, Is.EqualTo(ServerState.Shutdown));
            Assert.That(Value(nodes, Ids.Server_ServerStatus_State).Bits, Is.EqualTo(4));
            Assert.That(Value(nodes, Ids.Server_ServerStatus_SecondsTillShutdown).Bits, Is.EqualTo(5));
            Assert.That(Value(nodes, Ids.Server_ServerStatus_ShutdownReason).Reference, Is.EqualTo(new LocalizedText("maintenance")));
            Assert.That(Value(nodes, Ids.Server_ServiceLevel).Bits, Is.Zero);
        });
    }

    private static void AssertFitsDataType(Namespace0 nodes, int node, Variant value)
    {
        nodes.Read(node, AttributeId.DataType, out var dataType);
        nodes.Read(node, AttributeId.ValueRank, out var rank);
        Assert.That(value.IsArray, Is.EqualTo((int)rank.Bits >= 0), $"rank of {nodes.IdOf(node)}");
        var builtIn = ((NodeId)dataType.Reference!).Numeric;
        while (builtIn is > 25 and not 29)
        {
            var up = new NodeReference[100];
            var count = nodes.References(nodes.Find(new NodeIdView(0, builtIn)), 0, up);
            builtIn = nodes.IdOf(up[..count].First(r => r is { Type: Ids.HasSubtype, IsForward: false }).Target.Index).Numeric;
        }

        Assert.That((uint)value.Type, Is.EqualTo(builtIn == 29 ? 6 : builtIn), $"type of {nodes.IdOf(node)} {nodes.BrowseNameOf(node)}");
    }

    private static HashSet<int> Below(Namespace0 nodes, uint root)
    {
        var found = new HashSet<int>();
        var open = new Stack<int>([nodes.Find(new NodeIdView(0, root))]);
        var references = new NodeReference[1000];
        while (open.TryPop(out var node))
        {
            var count = nodes.References(node, 0, references);
            foreach (var reference in references[..count])
            {
                if (
                    reference is { Type: Ids.HasComponent or Ids.HasProperty or Ids.Organizes, IsForward: true }
                    && found.Add(reference.Target.Index)
                )
                    open.Push(reference.Target.Index);
            }
        }

        return found;
    }

    private static bool HasOwner(Namespace0 nodes, int node)
    {
        var references = new NodeReference[1000];
        return references[..nodes.References(node, 0, references)].Any(r => !r.IsForward);
    }

    private static ServerStatusDataType Status(Namespace0 nodes) =>
        (ServerStatusDataType)((ExtensionObject)Value(nodes, Ids.Server_ServerStatus).Reference!).Body!;

    private static Variant Value(Namespace0 nodes, uint id)
    {
        Assert.That(nodes.Read(nodes.Find(new NodeIdView(0, id)), AttributeId.Value, out var value).IsGood, $"i={id}");
        return value;
    }

    private sealed class FixedClock : TimeProvider
    {
        public long Ticks { get; set; }

        public override DateTimeOffset GetUtcNow() => new(Ticks, TimeSpan.Zero);
    }
}
