using S7OpcBridge.Bridge;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Our side of a <see cref="LoadServer"/>: the stack, the variable table and the nodes of a map, as in the bridge; a timer takes the place of the PLCs.
/// </summary>
internal sealed class LoadedServer : IAsyncDisposable
{
    /// <summary>Ids of the variables.</summary>
    public const string Nodes = "ns=2;s=P/V{0}";

    /// <summary>Elements of the variable <c>P/Array</c>, which holds still: 16 KB.</summary>
    private const int ArrayLength = 4096;

    /// <summary>Id of that variable.</summary>
    public static readonly NodeId Array = new(TagAddressSpace.NamespaceIndex, "P/Array");

    private readonly VariableTable _table;
    private readonly UaServer _server;
    private readonly int _control;
    private volatile int _changing;

    public LoadedServer(int variables)
    {
        var map = MapOf(variables);
        var nodes = new ServedNodes("urn:bench:tags", null);
        nodes.Begin(map);
        _control = variables;
        _table = new VariableTable(nodes.RowEnd, 1);
        nodes.Current.Follow(_table);
        var options = new UaServerOptions
        {
            ApplicationUri = "urn:test:server",
            Endpoint = "opc.tcp://localhost:0",
            Namespaces = ["urn:bench:tags"],
            SecurityPolicies = [SecurityPolicy.None, SecurityPolicy.Basic256Sha256, SecurityPolicy.RsaDhAesGcm],
            Certificate = new OwnCertificate(UaTestCertificates.Create("urn:test:server")),
            CheckClientCertificate = static (_, _) => StatusCodes.Good,
            Write = TakeAsync,
        };
        _server = new UaServer(options, _table, nodes.Current);
        Change(variables + 1, 0);
        using var update = _table.BeginUpdate();
        update.Set(
            variables + 1,
            Variant.FromArray(BuiltInType.Int32, new int[ArrayLength]),
            StatusCodes.Good,
            UaTime.Now(TimeProvider.System)
        );
    }

    /// <summary>Where it listens.</summary>
    public string Url => $"opc.tcp://localhost:{_server.Port}";

    /// <summary>Serves, and changes variables at a steady pace, until it is told to stop.</summary>
    /// <param name="interval">Time between two changes of all variables that change.</param>
    /// <param name="started">Called once it listens.</param>
    /// <param name="cancellationToken">Tells it to stop.</param>
    public async Task RunAsync(TimeSpan interval, Action started, CancellationToken cancellationToken)
    {
        await _server.StartAsync(cancellationToken);
        started();
        using var timer = new PeriodicTimer(interval, TimeProvider.System);
        for (var round = 1; await timer.WaitForNextTickAsync(cancellationToken); round++)
        {
            if (_changing > 0)
                Change(_changing, round);
        }
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private void Change(int variables, int round)
    {
        var now = UaTime.Now(TimeProvider.System);
        using var update = _table.BeginUpdate();
        update.Confirm(0, now);
        for (var i = 0; i < variables; i++)
            update.Set(i, Variant.From(round + i), StatusCodes.Good, now);
    }

    private ValueTask TakeAsync(UaCaller caller, IReadOnlyList<NodeWrite> writes, WriteResults results, CancellationToken cancellationToken)
    {
        _changing = Math.Clamp((int)writes[0].Value.Bits, 0, _control);
        foreach (var write in writes)
            results[write] = StatusCodes.Good;
        return default;
    }

    private static TagMap MapOf(int variables) =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "P",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", TimeSpan.FromMilliseconds(10))],
            Tags =
            [
                .. Enumerable.Range(0, variables).Select(i => TagOf(i, $"V{i}", TagAccess.Read)),
                TagOf(variables, "Changing", TagAccess.ReadWrite),
                TagOf(variables + 1, "Array", TagAccess.Read, ArrayLength),
            ],
        };

    private static Tag TagOf(int id, string name, TagAccess access, int length = 0) =>
        new()
        {
            Id = id,
            Path = name,
            Plc = 0,
            ScanGroup = 0,
            Address = new S7Address(S7Area.DataBlock, 1, 4 * id),
            Type = new S7DataType(S7TypeKind.DInt, ArrayLength: length),
            Access = access,
        };
}
