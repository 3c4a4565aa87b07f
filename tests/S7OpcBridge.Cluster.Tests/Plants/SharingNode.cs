using System.Net;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Plants;

/// <summary>A node in the test's process: acquisition, OPC UA server and membership, with sockets of its own to the PLCs and to the other nodes.</summary>
internal sealed class SharingNode : IAsyncDisposable
{
    private readonly ClusterNode _node;
    private volatile TaskCompletionSource? _frozen;
    private int _gone;

    private SharingNode(
        string name,
        Acquisition acquisition,
        BridgeServer server,
        BridgeAlarms alarms,
        SharedPlcs shared,
        ClusterNode node
    ) => (Name, Acquisition, Server, Alarms, Shared, _node) = (name, acquisition, server, alarms, shared, node);

    public string Name { get; }

    public Acquisition Acquisition { get; }

    public BridgeServer Server { get; }

    public BridgeAlarms Alarms { get; }

    public SharedPlcs Shared { get; }

    public ClusterView View => _node.View;

    public ClusterStanding Standing => _node.Standing;

    public static async Task<SharingNode> StartAsync(
        string name,
        TagMap map,
        MemoryStore store,
        Func<string, string?> pinOf,
        CancellationToken token
    )
    {
        var loggers = NullLoggerFactory.Instance;
        var acquisition = new Acquisition(map, TimeProvider.System, loggers);
        var shared = new SharedPlcs(acquisition, name, pinOf, static () => null, TimeProvider.System, loggers);
        var options = new UaServerOptions { ApplicationUri = $"urn:{name}", Endpoint = "opc.tcp://localhost:0" };
        var alarms = new BridgeAlarms(acquisition, options.ApplicationUri, hasSystem: false, TimeProvider.System, loggers)
        {
            Told = shared.Observe,
        };
        shared.AlarmListOf = alarms.ListOf;
        var server = new BridgeServer(acquisition, options, "urn:tags", loggers, alarms: alarms);
        server.Observe(shared.Observe);
        await server.StartAsync(token);
        SharingNode? self = null;
        var node = await ClusterNode.StartAsync(
            new ClusterOptions
            {
                Name = "plant",
                Node = name,
                Listen = new IPEndPoint(IPAddress.Loopback, FreePort.Next()),
                Secret = "a secret of tests",
                Members = store,
            },
            async (from, kind, body, stop) =>
            {
                if (kind == MessageKind.Batch && self?._frozen is { } frozen)
                    await frozen.Task.WaitAsync(stop);
                return await shared.AnswerAsync(from, kind, body, stop);
            },
            TimeProvider.System,
            loggers,
            token
        );
        self = new SharingNode(name, acquisition, server, alarms, shared, node);
        acquisition.Start();
        shared.Start(node, server.ReadSample);
        return self;
    }

    /// <summary>Takes no more values, like a machine whose process does not run.</summary>
    public void Freeze() => _frozen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Thaw()
    {
        _frozen?.SetResult();
        _frozen = null;
    }

    public TagSample Read(string name) => Server.ReadSample(Id(name));

    /// <summary>The id of a tag, <c>PLC/Path</c>.</summary>
    public int Id(string name) => Acquisition.Map.Listed.Single(tag => $"{Acquisition.Map.Plcs[tag.Plc].Name}/{tag.Name}" == name).Id;

    public bool Owns(string plc) => Acquisition.Owns(Acquisition.Map.Plcs.Single(known => known.Name == plc && !known.IsGone).Index);

    public async Task<TagWriteResult> WriteAsync(string name, long value, CancellationToken token)
    {
        var results = new TagWriteResult[1];
        await Acquisition.WriteAsync(new TagWrite[] { new(Id(name), new TagValue(TagValueKind.Int64, value)) }, results, token);
        return results[0];
    }

    /// <summary>Waits until a tag is good and has a value.</summary>
    public async Task UntilAsync(string name, long value, CancellationToken token)
    {
        try
        {
            await Poll.UntilAsync(() => Read(name) is { Quality: TagQuality.Good } read && read.Value.Bits == value, token);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail(
                $"{Name} shows {Read(name)} for {name}, not {value}; {string.Join("; ", Shared.Plcs)}; {string.Join("; ", Shared.Links)}"
            );
        }
    }

    /// <summary>Loses its place in the cluster without a word to the other parts, as an evicted node does.</summary>
    public ValueTask CutOffAsync() => _node.DisposeAsync();

    /// <summary>Hands its PLCs over and stops.</summary>
    public async Task StopAsync(CancellationToken token)
    {
        await Shared.LeaveAsync(token);
        await DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _gone, 1) != 0)
            return;
        await _node.DisposeAsync();
        await Shared.DisposeAsync();
        await Server.DisposeAsync();
        await Acquisition.DisposeAsync();
        Alarms.Dispose();
    }
}
