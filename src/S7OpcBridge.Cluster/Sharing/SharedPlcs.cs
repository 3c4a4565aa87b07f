using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Security.Cryptography;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Alarms;
using S7OpcBridge.Cluster.Forwarding;
using S7OpcBridge.Cluster.Handover;
using S7OpcBridge.Cluster.Reception;
using S7OpcBridge.Cluster.Requests;
using S7OpcBridge.Cluster.Sharing;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster;

/// <summary>
/// The PLCs of a map, shared between the nodes of a cluster: this node reads those that it owns and sends their values to the other nodes, shows the values
/// that the others send, and passes on what clients ask of PLCs that others own.
/// </summary>
public sealed partial class SharedPlcs : IAsyncDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    private readonly string _self;
    private readonly Acquisition _acquisition;
    private readonly TimeProvider _time;
    private readonly ILogger _log;
    private readonly TenureTable _tenures;
    private readonly Owners _owners;
    private readonly Demands _demands = new();
    private readonly OtherDemands _otherDemands;
    private readonly Forwarder _forwarder;
    private readonly BatchReceiver _receiver;
    private readonly SilentOwners _silence;
    private readonly PlcHandover _handover;
    private readonly OwnerRequests _requests;
    private readonly AlarmSharing _alarms;
    private readonly ConcurrentDictionary<byte, NodeRequestHandler> _handlers = new();
    private readonly NodeDescriptions _descriptions;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Lock _mapGate = new(),
        _viewGate = new();
    private MapTags _tags,
        _followed;
    private ClusterNode? _node;
    private Func<int, TagSample> _read = static tag => new TagSample(tag, default, TagQuality.WaitingForInitialData, 0);
    private Task _running = Task.CompletedTask;

    /// <summary>Prepares the parts; from now on the acquisition starts no session by itself.</summary>
    /// <param name="acquisition">The PLCs, not started yet.</param>
    /// <param name="node">Name of this node.</param>
    /// <param name="pinOf">The node that a PLC is pinned to in the map, by its name; null: none.</param>
    /// <param name="weights">See <see cref="PlcOwnership.OwnerOf"/>.</param>
    /// <param name="loggers">Make the log.</param>
    public SharedPlcs(
        Acquisition acquisition,
        string node,
        Func<string, string?> pinOf,
        Func<IReadOnlyDictionary<string, double>?> weights,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        (_acquisition, _self, _time, _log) = (acquisition, node, time, loggers.CreateLogger("S7OpcBridge.Cluster.SharedPlcs"));
        var instance = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));
        _tags = _followed = new MapTags(acquisition.Map);
        _tenures = new TenureTable(node, time);
        _descriptions = new NodeDescriptions(AskAsync);
        _owners = new Owners(pinOf, weights);
        _otherDemands = new OtherDemands(acquisition, Tags);
        _forwarder = new Forwarder(
            new Sending
            {
                Instance = instance,
                Time = time,
                AskAsync = AskAsync,
                Read = tag => _read(tag),
                StatusOf = acquisition.StatusOf,
                SymbolsOf = acquisition.SymbolsOf,
                TenureOf = plc =>
                    _tenures.TenureOf(plc) is var tenure && (tenure.Holder is null || tenure.Holder == node) ? tenure.Number : 0,
                View = () => _owners.View.Version,
                Tags = Tags,
                Demands = _demands,
                Overtaken = (plc, tenure) => _handover!.Overtaken(plc, tenure),
                AskedAll = (asker, plc) => _alarms!.AskList(asker, plc),
            },
            _log
        );
        _receiver = new BatchReceiver(acquisition, _tenures, Tags, time, _log)
        {
            Overtaken = (plc, tenure) => _handover!.Overtaken(plc, tenure),
        };
        _silence = new SilentOwners(acquisition, _tenures, Tags, tag => _read(tag), time);
        _handover = new PlcHandover(new HandoverParts(node, acquisition, _tenures, _owners, Tags, AskAsync, MayWork, time, _log));
        var parts = new RequestParts
        {
            Acquisition = acquisition,
            Tags = Tags,
            AskAsync = AskAsync,
            HolderOf = HolderOf,
            Self = node,
            FlushAsync = (to, token) => _forwarder.Find(to)?.FlushAsync(token) ?? Task.CompletedTask,
            MayWork = MayWork,
            Time = time,
        };
        _requests = new OwnerRequests(parts);
        _alarms = new AlarmSharing(acquisition, Tags, AskAsync, HolderOf, time);
        acquisition.JoinCluster(
            new RemotePlcs
            {
                MayWork = MayWork,
                WriteAsync = new RemoteWrites(parts).WriteAsync,
                NextCycleAsync = _requests.NextCycleAsync,
                ReadBackAsync = _requests.ReadBackAsync,
                Release = _requests.Release,
                RestorePace = _requests.RestorePace,
                AcknowledgeAsync = _requests.AcknowledgeAsync,
                Listened = _demands.Change,
            }
        );
    }

    /// <summary>What this node tells the others of itself every second; the content is the program's.</summary>
    public Func<byte[]> Describe { get; set; } = static () => [];

    /// <summary>What another node has told of itself last (null: nothing yet), and whether it answered the last question.</summary>
    public (byte[]? Description, bool IsReached) DescriptionOf(string node) => _descriptions.DescriptionOf(node);

    /// <summary>Sees every batch that this node publishes; to be passed to the publisher. Quick.</summary>
    public void Observe(TagBatch batch) => _forwarder.Forward(batch);

    /// <summary>Sees every batch of alarms after it was applied here, those of other nodes too. One thread, quick.</summary>
    public void Observe(CpuAlarmBatch batch) => _alarms.Forward(batch);

    /// <summary>What the list of a PLC's alarms would say now; to be set before <see cref="Start"/> where there are alarms.</summary>
    public Func<int, CpuAlarmBatch>? AlarmListOf
    {
        set => _alarms.ListOf = value;
    }

    /// <summary>Begins: takes the PLCs that this node owns as soon as it is a member.</summary>
    /// <param name="node">The membership, with <see cref="AnswerAsync"/> as its handler.</param>
    /// <param name="read">The present value of a tag as it is published.</param>
    public void Start(ClusterNode node, Func<int, TagSample> read)
    {
        (_read, _node) = (read, node);
        node.ViewChanged += Follow;
        node.FenceChanged += _handover.Fence;
        Follow(node.View);
        _running = Task.WhenAll(
            Task.Run(() => _handover.RunAsync(_stopping.Token), CancellationToken.None),
            Task.Run(() => WatchAsync(_stopping.Token), CancellationToken.None),
            Task.Run(() => AskDescriptionsAsync(_stopping.Token), CancellationToken.None)
        );
    }

    /// <summary>Hands all PLCs over to the other nodes, as a planned stop should begin. Completes when they have taken them, or after some seconds.</summary>
    public Task LeaveAsync(CancellationToken cancellationToken) => _handover.LeaveAsync(cancellationToken);

    /// <summary>
    /// Asks the node that owns a PLC, on behalf of another part of the program; this node answers itself where it is the owner. Asked again once where the node
    /// was not the owner.
    /// </summary>
    /// <param name="plc">Name of the PLC.</param>
    /// <param name="kind">A number from 64 on, for which every node has registered a handler (<see cref="Handle"/>).</param>
    /// <param name="body">The request.</param>
    /// <exception cref="ClusterCallException">There is no owner, or it did not answer or refused.</exception>
    public ValueTask<byte[]> AskOwnerAsync(string plc, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken) =>
        HolderOf(plc) is not { } node
            ? throw new ClusterCallException(ClusterCallFailure.NodeGone, $"No node of the cluster reads PLC {plc} at present.")
        : node == _self && _handlers.TryGetValue(kind, out var handler) ? handler(_self, kind, body, cancellationToken)
        : AskAsync(node, kind, body, cancellationToken);

    /// <summary>Registers the function that answers requests of a kind from 64 on.</summary>
    public void Handle(byte kind, NodeRequestHandler handler) => _handlers[kind] = handler;

    /// <summary>The node that reads a PLC, or should read it; null: unknown.</summary>
    public string? HolderOf(string plc)
    {
        var tenure = _tenures.TenureOf(plc);
        return
            tenure is { Holder: { } holder, Freshness: ValueFreshness.Live } && (holder == _self || _owners.View.Find(holder) is not null)
            ? holder
            : _owners.OwnerOf(plc);
    }

    /// <summary>All PLCs of the map.</summary>
    public ImmutableArray<SharedPlc> Plcs =>
        [
            .. Tags()
                .Plcs.Select(list =>
                    _tenures.TenureOf(list.Name) is var tenure && _acquisition.Owns(list.Plc)
                        ? new SharedPlc(list.Name, _owners.OwnerOf(list.Name), _self, true, tenure.Number, ValueFreshness.Live)
                        : new SharedPlc(
                            list.Name,
                            _owners.OwnerOf(list.Name),
                            tenure.Holder == _self ? null : tenure.Holder,
                            false,
                            tenure.Number,
                            tenure.Freshness
                        )
                ),
        ];

    /// <summary>The links to the other nodes.</summary>
    public ImmutableArray<LinkFigures> Links => [.. _forwarder.Links.Select(static link => link.Figures)];

    /// <summary>PLCs of other nodes without fresh values here, because the node that reads them is silent or there is none.</summary>
    public int Unreachable => _silence.Unreachable;

    /// <summary>What the other nodes have sent.</summary>
    public ImmutableArray<SourceFigures> Sources => [.. _receiver.Sources];

    /// <summary>Parts of batches that came from an earlier holder of a PLC and were dropped.</summary>
    public long Outdated => _receiver.Outdated;

    /// <summary>Hash of all PLCs, classes and tags of the running map: equal on nodes with the same map.</summary>
    public string MapHash => Tags().Hash.ToString("x16", System.Globalization.CultureInfo.InvariantCulture)[..8];

    /// <summary>PLCs whose tags differ between this node's map and another node's, and PLCs that only other nodes have.</summary>
    public (IReadOnlyList<string> Different, IReadOnlyList<string> Unknown) MapDifferences =>
        (
            [.. _receiver.DifferentMaps.Union(Links.SelectMany(static link => link.DifferentMaps)).Order()],
            [.. _receiver.UnknownPlcs.Union(Links.SelectMany(static link => link.UnknownPlcs)).Order()]
        );

    /// <summary>Ends the links; sessions of PLCs go on until the acquisition ends.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_node is { } node)
        {
            node.ViewChanged -= Follow;
            node.FenceChanged -= _handover.Fence;
        }
        await _stopping.CancelAsync().ConfigureAwait(false);
        _handover.Wake();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _forwarder.DisposeAsync().ConfigureAwait(false);
        await _alarms.DisposeAsync().ConfigureAwait(false);
        _handover.Dispose();
        _receiver.Dispose();
        _stopping.Dispose();
    }

    private bool MayWork() => _node is { IsFenced: false };

    private ValueTask<byte[]> AskAsync(string node, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken) =>
        _node?.AskAsync(node, kind, body, cancellationToken)
        ?? throw new ClusterCallException(ClusterCallFailure.NodeGone, "This node has not joined the cluster yet.");

    /// <summary>The lists of the running map.</summary>
    private MapTags Tags()
    {
        var tags = Volatile.Read(ref _tags);
        if (ReferenceEquals(tags.Map, _acquisition.Map))
            return tags;
        lock (_mapGate)
        {
            if (!ReferenceEquals(_tags.Map, _acquisition.Map))
                Volatile.Write(ref _tags, new MapTags(_acquisition.Map));
            return _tags;
        }
    }

    private void Follow(ClusterView view)
    {
        lock (_viewGate)
        {
            // The first one is taken by two threads.
            if (view.Version < _owners.View.Version)
                return;
            // Claims carry the version, whether members changed with it or not.
            var same = view.Members.SequenceEqual(_owners.View.Members);
            _owners.Adopt(view);
            if (same)
                return;
            var others = _owners.Others;
            _forwarder.Follow(others);
            _alarms.Follow(others);
            _otherDemands.Follow(others);
            _receiver.Follow(others);
        }
        _handover.Wake();
    }
}
