using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Bridge.Status;
using S7OpcBridge.Bridge.Supervision;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// The OPC UA face of the bridge: the variable table, the tags as nodes, the stack, and the two publishers that fill the table. Started once, stopped once.
/// </summary>
public sealed partial class BridgeServer : IAsyncDisposable
{
    private const string PublishingTags = "Publishing of tag values", PublishingStatus = "Publishing of _Status", WatchingLoops = "The watch over the loops of the bridge";

    private readonly Acquisition _acquisition;
    private readonly VariableTable _table;
    private readonly ServedNodes _nodes;
    private readonly UaServer _server;
    private readonly TagPublisher _tags;
    private readonly StatusPublisher _status;
    private readonly CancellationTokenSource _stopping = new();
    private readonly AuditLog _audit;
    private readonly ServerLog _log;
    private readonly int _statusGroup;
    private Task _showing = Task.CompletedTask;

    /// <summary>Puts the parts together; nothing listens yet.</summary>
    /// <param name="acquisition">Where the values come from and the writes go.</param>
    /// <param name="options">How the stack is set up; its handlers and namespaces are filled in here.</param>
    /// <param name="tagNamespace">URI of namespace 2.</param>
    /// <param name="loggers">Where happenings are told.</param>
    public BridgeServer(Acquisition acquisition, UaServerOptions options, string tagNamespace, ILoggerFactory loggers)
    {
        _acquisition = acquisition;
        var map = acquisition.Map;
        _nodes = new ServedNodes(tagNamespace, options.Permissions);
        _nodes.Begin(map);
        // One group more than there are scan classes: the nodes of _Status, which are always true now.
        _statusGroup = map.ScanGroups.Length;
        _table = new VariableTable(_nodes.RowEnd, _statusGroup + 1);
        _nodes.Current.Follow(_table);
        foreach (var tag in map.Tags)
            _table.SetGroup(tag.Id, tag.ScanGroup);
        for (var variable = map.Tags.Length; variable < _nodes.RowEnd; variable++)
            _table.SetGroup(variable, _statusGroup);
        var structures = _nodes.Current.Structures;
        for (var structure = 0; structure < map.Structures.Length; structure++)
            _table.SetGroup(structures.VariableOf(structure), structures.GroupOf(structure));
        _table.Compose(structures.Variables());
        _ = new DemandSwitch(acquisition, _table);
        _audit = new AuditLog(loggers.CreateLogger(AuditLog.Category));
        _log = new ServerLog(loggers.CreateLogger("S7OpcBridge.Server"));
        var unconfirmed = new UnconfirmedReads(acquisition, _nodes);
        _server = new UaServer(options with
        {
            // A client that may choose among servers takes another one (NoData, OPC 10000-4, 6.6.2.4.2).
            ServiceLevel = () => Liveness!.IsAlive ? options.ServiceLevel() : (byte)1,
            Namespaces = [tagNamespace],
            Write = new TagWriteHandler(acquisition, _nodes).WriteAsync,
            ObserveWrites = new WriteObserver(() => _audit.IsOn, _audit.Write),
            Call = new AuditedCalls(new StatusMethods(acquisition, _nodes, () => AskReload).CallAsync, _audit).CallAsync,
            Aliases = new TagAliases(_nodes).Find,
            ReadFresh = new FreshReads(acquisition, _table).WaitAsync,
            Written = new WrittenVariables(unconfirmed.IsUnconfirmed, unconfirmed.WaitAsync),
        }, _table, _nodes.Current);
        _server.Happened += _log.Tell;
        _server.Happened += _audit.Tell;
        _tags = new TagPublisher(acquisition.Batches, _table, TellUnpublished);
        _status = new StatusPublisher(acquisition, _nodes, _table, _statusGroup, options.Time, _server.Events);
        _status.Map = new MapLoadReport(1, options.Time.GetUtcNow(), [], []);
        _status.Liveness = Liveness = new Liveness(Vitals(), options.Time, _log);
    }

    /// <summary>Where events are raised, those of a reload for example.</summary>
    public UaEvents Events => _server.Events;

    /// <summary>Whether everything moves that has to.</summary>
    public Liveness Liveness { get; }

    /// <summary>Asks for the map to be read from its files again and is told who wants it; null: there are none, and the method Reload says so.</summary>
    public Action<string>? AskReload { get; set; }

    /// <summary>The port listened on.</summary>
    public int Port => _server.Port;

    /// <summary>A tag as clients see it now.</summary>
    /// <param name="tag">Its number.</param>
    /// <returns>The value, of kind None where there is none, and the status.</returns>
    public (TagValue Value, StatusCode Status) ReadTag(int tag)
    {
        var read = _table.Read(tag);
        return (!read.Status.IsBad && TypeMapping.TryFromVariant(read.Value, out var value) ? value : default, read.Status);
    }

    /// <summary>The same with its times: when value or status last changed, and when the PLC last confirmed it or was last tried; null: never.</summary>
    public (TagValue Value, StatusCode Status, DateTime? Changed, DateTime? Confirmed) ReadTagWithTimes(int tag)
    {
        var read = _table.Read(tag);
        var value = !read.Status.IsBad && TypeMapping.TryFromVariant(read.Value, out var known) ? known : default;
        return (value, read.Status, TimeOf(read.SourceTime), TimeOf(read.ServerTime));

        static DateTime? TimeOf(long time) => time == 0 ? null : new DateTime(UaTime.ToTicks(time), DateTimeKind.Utc);
    }

    /// <summary>Puts into the audit who came to the status page over the network, or was turned away.</summary>
    public void AuditPage(string user, System.Net.EndPoint? remote, bool isAdmitted) => _audit.Page(user, remote, isAdmitted);

    /// <inheritdoc cref="UaServer.Renew"/>
    public void Renew(OwnCertificate certificate, IReadOnlyList<OwnCertificate> retiring) => _server.Renew(certificate, retiring);

    /// <inheritdoc cref="UaServer.RecheckClients"/>
    public void RecheckClients() => _server.RecheckClients();

    /// <inheritdoc cref="UaServer.RecheckUsers"/>
    public void RecheckUsers(Func<UaUser, UaUser?> check) => _server.RecheckUsers(check);

    /// <summary>Listens for clients and begins to publish.</summary>
    /// <exception cref="IOException">The endpoint cannot be listened on; the message says why and what to do.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await _server.StartAsync(cancellationToken).ConfigureAwait(false);
        // Tags are published until the acquisition ends, which may be after this server: it must never find its channel full because nobody reads.
        _ = Task.Run(() => Liveness.KeepAsync(PublishingTags, _tags.RunAsync, CancellationToken.None), CancellationToken.None);
        _showing = Task.WhenAll(
            Task.Run(() => Liveness.KeepAsync(PublishingStatus, () => _status.RunAsync(_stopping.Token), _stopping.Token), CancellationToken.None),
            // Who watches may fail, too; a dead watch would call everything alive.
            Task.Run(() => Liveness.KeepAsync(WatchingLoops, () => Liveness.RunAsync(_stopping.Token), _stopping.Token), CancellationToken.None));
    }

    /// <summary>Tells subscribers, ends the sessions, stops publishing.</summary>
    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync().ConfigureAwait(false);
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _showing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
    }

    private void TellUnpublished(int tag, Exception exception)
    {
        var map = _acquisition.Map;
        _log.NotPublished($"{map.Plcs[map.Tags[tag].Plc].Name}/{map.Tags[tag].Name}", exception);
    }

    private LivenessProbe[] Vitals() =>
    [
        new(PublishingTags, "values of PLCs wait", () => _tags.Rounds, () => _tags.HasWork),
        new(PublishingStatus, "it should be renewed four times a second", () => _status.Rounds, static () => true),
        new("The timer of the subscriptions", "subscriptions wait for their publishing cycle", () => _server.PublishingRounds, () => _server.IsPublishingDue),
        new("The loop of the client connections", "clients wait for answers", () => _server.ConnectionRounds, () => _server.IsAnswering),
        new("The loop of the PLC connections", "answers or deadlines of PLCs wait", static () => Acquisition.LoopRounds, static () => Acquisition.LoopHasWork),
    ];
}
