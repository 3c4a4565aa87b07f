using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Two nodes in this process, joined over loopback. The first one owns all PLCs, which are disabled; its values are made here and take the way from the channel
/// of the acquisition on. The second one shows them.
/// </summary>
internal sealed class ForwardingPair : IAsyncDisposable
{
    public const int Plcs = 60,
        TagsPerPlc = 1000;

    private readonly List<Node> _nodes = [];
    private readonly X509Certificate2 _certificate = NodeCertificate.New("node", TimeProvider.System);
    private TaskCompletionSource? _frozen;
    private int _round;

    public Node Sender => _nodes[0];

    public Node Receiver => _nodes[1];

    public static async Task<ForwardingPair> StartAsync(bool tls, int nodes = 2)
    {
        var (pair, store) = (new ForwardingPair(), new MemoryStore());
        for (var i = 0; i < nodes; i++)
            pair._nodes.Add(await pair.StartAsync($"node{i}", store, tls));
        while (
            !pair.Sender.Shared.Plcs.All(static plc => plc.IsHere) || pair._nodes.Any(node => node.Membership.View.Members.Length < nodes)
        )
            await Task.Delay(20);
        return pair;
    }

    public void Freeze() => _frozen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Thaw()
    {
        _frozen?.SetResult();
        _frozen = null;
    }

    /// <summary>Changes all tags of all PLCs once, in batches of the given number.</summary>
    public async Task ChangeAsync(int batchSize)
    {
        for (var plc = 0; plc < Plcs; plc++)
        {
            for (var first = 0; first < TagsPerPlc; first += batchSize)
                await ChangeAsync(plc, first, batchSize);
        }
        await Sender.Acquisition.AppliedAsync(CancellationToken.None);
    }

    /// <summary>Changes some tags of one PLC.</summary>
    public Task ChangeOneAsync(int plc, int count) => ChangeAsync(plc, 0, count).AsTask();

    private ValueTask ChangeAsync(int plc, int first, int count)
    {
        var now = TimeProvider.System.GetUtcNow().UtcTicks;
        _round++;
        var batch = new TagBatch { ScanGroup = plc, ConfirmedTicks = now };
        for (var tag = first; tag < first + count; tag++)
        {
            var value = new TagValue(TagValueKind.Single, BitConverter.SingleToInt32Bits(_round + (tag * 0.5f)) & uint.MaxValue);
            batch.Add(new TagSample((plc * TagsPerPlc) + tag, value, TagQuality.Good, now));
        }
        return Sender.Acquisition.FeedAsync(batch, CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
            await node.DisposeAsync();
        _certificate.Dispose();
    }

    private async Task<Node> StartAsync(string name, MemoryStore store, bool tls)
    {
        var acquisition = new Acquisition(Map(), TimeProvider.System, NullLoggerFactory.Instance);
        var shared = new SharedPlcs(
            acquisition,
            name,
            static _ => "node0",
            static () => null,
            TimeProvider.System,
            NullLoggerFactory.Instance
        );
        var server = new BridgeServer(
            acquisition,
            new UaServerOptions { ApplicationUri = $"urn:{name}", Endpoint = "opc.tcp://localhost:0" },
            "urn:tags",
            NullLoggerFactory.Instance
        );
        server.Observe(shared.Observe);
        await server.StartAsync(CancellationToken.None);
        var membership = await ClusterNode.StartAsync(
            new ClusterOptions
            {
                Name = "bench",
                Node = name,
                Listen = new IPEndPoint(IPAddress.Loopback, Testing.FreePort.Next()),
                Secret = "a secret of the benchmark",
                Members = store,
                Certificate = tls ? () => _certificate : null,
                Trusts = static _ => true,
            },
            async (from, kind, body, stop) =>
            {
                if (kind == MessageKind.Batch && name == "node1" && _frozen is { } frozen)
                    await frozen.Task.WaitAsync(stop);
                return await shared.AnswerAsync(from, kind, body, stop);
            },
            TimeProvider.System,
            NullLoggerFactory.Instance,
            CancellationToken.None
        );
        acquisition.Start();
        shared.Start(membership, server.ReadSample);
        return new Node(acquisition, server, shared, membership);
    }

    private static TagMap Map() =>
        new()
        {
            Plcs =
            [
                .. Enumerable
                    .Range(0, Plcs)
                    .Select(static plc => new PlcDefinition
                    {
                        Index = plc,
                        Name = $"Line{plc}",
                        Enabled = false,
                        Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                    }),
            ],
            ScanGroups =
            [
                .. Enumerable.Range(0, Plcs).Select(static plc => new ScanGroup(plc, plc, "fast", TimeSpan.FromMilliseconds(50))),
            ],
            Tags =
            [
                .. Enumerable
                    .Range(0, Plcs * TagsPerPlc)
                    .Select(static id => new Tag
                    {
                        Id = id,
                        Path = $"Area{id % 10}/Tag{id % TagsPerPlc}",
                        Plc = id / TagsPerPlc,
                        ScanGroup = id / TagsPerPlc,
                        Address = new S7Address(S7Area.DataBlock, 1, id % TagsPerPlc * 4),
                        Type = S7DataType.TryParse("Real", out var type, out _) ? type : default,
                    }),
            ],
        };

    public sealed record Node(Acquisition Acquisition, BridgeServer Server, SharedPlcs Shared, ClusterNode Membership) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Membership.DisposeAsync();
            await Shared.DisposeAsync();
            await Server.DisposeAsync();
            await Acquisition.DisposeAsync();
        }
    }
}
