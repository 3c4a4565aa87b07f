using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.Recording;
using S7OpcBridge.Bridge.Status;
using S7OpcBridge.Bridge.Supervision;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge;

/// <summary>
/// The OPC UA side of the bridge: variable table, tag nodes, server, and the two publishers that fill the table. Started once and stopped once.
/// </summary>
public sealed partial class BridgeServer : IAsyncDisposable
{
    private const string PublishingTags = "Publishing of tag values",
        PublishingStatus = "Publishing of _Status",
        PublishingAlarms = "Publishing of the alarms of CPUs",
        WatchingLoops = "The watch over the loops " + "of the bridge";

    private readonly Acquisition _acquisition;
    private readonly VariableTable _table;
    private readonly ServedNodes _nodes;
    private readonly UaServer _server;
    private readonly TagPublisher _tags;
    private readonly StatusPublisher _status;
    private readonly CancellationTokenSource _stopping = new();
    private readonly HistoryRecorder? _recorder;
    private readonly AuditLog _audit;
    private readonly ServerLog _log;
    private readonly int _statusGroup;
    private readonly BridgeAlarms? _alarms;
    private Task _showing = Task.CompletedTask;

    /// <summary>Creates the parts; nothing listens yet.</summary>
    /// <param name="acquisition">Source of values and target of writes.</param>
    /// <param name="options">Options of the server; its handlers and namespaces are set here.</param>
    /// <param name="tagNamespace">URI of namespace 2.</param>
    /// <param name="loggers">Creates the loggers.</param>
    /// <param name="recording">Where tags with history are recorded; null: nowhere.</param>
    /// <param name="alarms">The alarms; null: there are none.</param>
    public BridgeServer(
        Acquisition acquisition,
        UaServerOptions options,
        string tagNamespace,
        ILoggerFactory loggers,
        TagRecording? recording = null,
        BridgeAlarms? alarms = null
    )
    {
        _alarms = alarms;
        _acquisition = acquisition;
        var map = acquisition.Map;
        _nodes = new ServedNodes(tagNamespace, options.Permissions);
        _nodes.Begin(map);
        // One group more than there are scan classes, for the nodes of _Status, whose values are always current.
        _statusGroup = map.ScanGroups.Length;
        _table = TableOf(map, _nodes, _statusGroup, acquisition.StatusOf);
        _table.DemandChanged += new DemandSwitch(acquisition, _table).Report;
        _audit = new AuditLog(loggers.CreateLogger(AuditLog.Category), options.Time, PlcOf);
        _log = new ServerLog(loggers.CreateLogger("S7OpcBridge.Server"), options.Time);
        _recorder = recording is null ? null : new HistoryRecorder(recording, _table, options.Time);
        _server = new UaServer(Answered(options, tagNamespace, recording), _table, _nodes.Current);
        _server.Happened += _log.Log;
        _server.Happened += _audit.Tell;
        _tags = new TagPublisher(acquisition.Batches, _table, ReportUnpublished);
        if (_recorder is not null)
        {
            _recorder.Begin(map);
            _tags.Observe(_recorder.Record);
        }
        _status = new StatusPublisher(
            acquisition,
            _nodes,
            _table,
            _statusGroup,
            options.Time,
            _server.Events,
            alarms is null ? null : alarms.Look
        );
        if (alarms is not null)
        {
            alarms.Follow(_table);
            alarms.Adopt(map);
            _tags.Observe(alarms.Evaluate);
        }
        _status.Map = new MapLoadReport(1, options.Time.GetUtcNow(), [], []);
        _status.Liveness = Liveness = new Liveness(Probes(), options.Time, _log);
    }

    // The rows of all tags, structures and nodes of _Status, each in the group whose listeners it shares.
    private static VariableTable TableOf(TagMap map, ServedNodes nodes, int statusGroup, Func<int, PlcStatus> statusOf)
    {
        var table = new VariableTable(nodes.RowEnd, statusGroup + 1);
        nodes.Current.Follow(table, statusOf);
        foreach (var tag in map.Tags)
            table.SetGroup(tag.Id, tag.ScanGroup);
        for (var variable = map.Tags.Length; variable < nodes.RowEnd; variable++)
            table.SetGroup(variable, statusGroup);
        var structures = nodes.Current.Structures;
        for (var structure = 0; structure < map.Structures.Length; structure++)
            table.SetGroup(structures.VariableOf(structure), structures.GroupOf(structure));
        table.Compose(structures.Variables());
        return table;
    }

    // The options with what the bridge answers to clients.
    private UaServerOptions Answered(UaServerOptions options, string tagNamespace, TagRecording? recording)
    {
        var unconfirmed = new UnconfirmedReads(_acquisition, _nodes);
        return options with
        {
            // A client that can choose between servers then uses another one (NoData, OPC 10000-4, 6.6.2.4.2).
            ServiceLevel = () => Liveness!.IsAlive ? options.ServiceLevel() : (byte)1,
            Namespaces = [tagNamespace, DeviceExtension.DevicesUri, DeviceExtension.MachineryUri],
            Extensions =
            [
                .. options.Extensions,
                new DeviceExtension(TagNamespace.Devices, TagNamespace.Machinery),
                .. _alarms is null ? [] : (ReadOnlySpan<ServerExtension>)[new ConditionExtension(_alarms.Conditions)],
            ],
            Write = new TagWriteHandler(_acquisition, _nodes).WriteAsync,
            ObserveWrites = new WriteObserver(() => _audit.IsOn, _audit.Write),
            Call = new AuditedCalls(new StatusMethods(_acquisition, _nodes, () => AskReload).CallAsync, _audit).CallAsync,
            Aliases = new TagAliases(_nodes).Find,
            ReadFresh = new FreshReads(_acquisition, _table).WaitAsync,
            Written = new WrittenVariables(unconfirmed.IsUnconfirmed, unconfirmed.WaitAsync),
            History = recording is null ? null : TagHistorySource.Create(() => _nodes.Current.Map, recording, _recorder!),
        };
    }

    /// <summary>Raises events, for example those of a reload.</summary>
    public UaEvents Events => _server.Events;

    /// <summary>The alarms; null: there are none.</summary>
    public BridgeAlarms? Alarms => _alarms;

    /// <summary>Supervises the loops of the bridge.</summary>
    public Liveness Liveness { get; }

    /// <summary>Requests a reload of the map for the person named by the argument; null: the map has no files, and the method Reload reports this.</summary>
    public Action<string>? AskReload { get; set; }

    /// <inheritdoc cref="TagPublisher.Observe"/>
    public void Observe(Action<TagBatch> observer) => _tags.Observe(observer);

    /// <summary>Ends the recording after the last batch of the acquisition: from now on values are missing.</summary>
    public void EndRecording() => _recorder?.End();

    /// <summary>The port in use.</summary>
    public int Port => _server.Port;

    /// <summary>A recorded value of a tag; of kind None where no tag has such a value.</summary>
    public static TagValue ValueOf(in Variant value) => TypeMapping.TryFromVariant(value, out var known) ? known : default;

    /// <summary>The present value of a tag.</summary>
    /// <param name="tag">Number of the tag.</param>
    /// <returns>The value, of kind None where there is none, and the status.</returns>
    public (TagValue Value, StatusCode Status) ReadTag(int tag)
    {
        var read = _table.Read(tag);
        return (!read.Status.IsBad && TypeMapping.TryFromVariant(read.Value, out var value) ? value : default, read.Status);
    }

    /// <summary>The present value of a tag as the sample that would publish it; another node of a cluster shows the same with it.</summary>
    public TagSample ReadSample(int tag)
    {
        var read = _table.Read(tag);
        var value = !read.Status.IsBad && TypeMapping.TryFromVariant(read.Value, out var known) ? known : default;
        return new TagSample(tag, value, StatusMapping.QualityOf(read.Status), UaTime.ToTicks(read.SourceTime));
    }

    /// <summary>
    /// The present value of a tag with the time of its last change and the time when the PLC last confirmed it or was last tried; null: never.
    /// </summary>
    public (TagValue Value, StatusCode Status, DateTime? Changed, DateTime? Confirmed) ReadTagWithTimes(int tag)
    {
        var read = _table.Read(tag);
        var value = !read.Status.IsBad && TypeMapping.TryFromVariant(read.Value, out var known) ? known : default;
        return (value, read.Status, TimeOf(read.SourceTime), TimeOf(read.ServerTime));

        static DateTime? TimeOf(long time) => time == 0 ? null : new DateTime(UaTime.ToTicks(time), DateTimeKind.Utc);
    }

    /// <summary>Writes a login to the status page, or its refusal, to the audit.</summary>
    public void AuditPage(string user, System.Net.EndPoint? remote, bool isAdmitted) => _audit.Page(user, remote, isAdmitted);

    /// <summary>Writes what a user did on the web page to the audit, and raises its audit event.</summary>
    public void AuditPage(PageAction action)
    {
        _audit.Act(action);
        _server.AuditAction($"Web/{action.Name}", action.User, action.Status, action.Text);
    }

    /// <inheritdoc cref="UaServer.Renew"/>
    public void Renew(OwnCertificate certificate, IReadOnlyList<OwnCertificate> retiring)
    {
        _server.Renew(certificate, retiring);
        _alarms?.Renew(certificate.Certificate);
    }

    /// <inheritdoc cref="UaServer.RecheckClients"/>
    public void RecheckClients() => _server.RecheckClients();

    /// <inheritdoc cref="UaServer.RecheckUsers"/>
    public void RecheckUsers(Func<UaUser, UaUser?> check) => _server.RecheckUsers(check);

    /// <summary>Opens the endpoint and starts the publishers.</summary>
    /// <exception cref="IOException">The endpoint cannot be opened; the message says why and what to do.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await _server.StartAsync(cancellationToken).ConfigureAwait(false);
        // Tags are published until the acquisition ends, which may be after this server stops: its channel must always have a reader.
        _ = Task.Run(() => Liveness.KeepAsync(PublishingTags, _tags.RunAsync, CancellationToken.None), CancellationToken.None);
        if (_alarms is { } alarms)
            _ = Task.Run(
                () => Liveness.KeepAsync(PublishingAlarms, () => alarms.FollowAsync(_acquisition, _server.Events), CancellationToken.None),
                CancellationToken.None
            );
        _showing = Task.WhenAll(
            Task.Run(
                () => Liveness.KeepAsync(PublishingStatus, () => _status.RunAsync(_stopping.Token), _stopping.Token),
                CancellationToken.None
            ),
            // The supervision is supervised too, because a failed one would report every loop as alive.
            Task.Run(
                () => Liveness.KeepAsync(WatchingLoops, () => Liveness.RunAsync(_stopping.Token), _stopping.Token),
                CancellationToken.None
            )
        );
    }

    /// <summary>Notifies subscribers, ends the sessions and stops publishing.</summary>
    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync().ConfigureAwait(false);
        _audit.Dispose();
        _log.Dispose();
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _showing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
    }

    private string PlcOf(NodeId node)
    {
        var (nodes, map) = (_nodes.Current, _nodes.Current.Map);
        var variable = nodes.Find(NodeIdView.From(node)) is >= 0 and var found ? nodes.VariableOf(found) : -1;
        return variable >= 0 && _table.GroupOf(variable) is var group && group < map.ScanGroups.Length
            ? map.Plcs[map.ScanGroups[group].Plc].Name
            : "";
    }

    private void ReportUnpublished(int tag, Exception exception)
    {
        var map = _acquisition.Map;
        _log.NotPublished($"{map.Plcs[map.Tags[tag].Plc].Name}/{map.Tags[tag].Name}", exception);
    }

    private LivenessProbe[] Probes() =>
        [
            new(PublishingTags, "values of PLCs wait", () => _tags.Rounds, () => _tags.HasWork),
            new(PublishingStatus, "it should be renewed four times a second", () => _status.Rounds, static () => true),
            new(
                PublishingAlarms,
                "alarms of CPUs wait",
                () => _alarms?.Rounds ?? 0,
                () => _alarms is not null && _acquisition.AlarmBatches.Count > 0
            ),
            new(
                "The timer of the subscriptions",
                "subscriptions wait for their publishing cycle",
                () => _server.PublishingRounds,
                () => _server.IsPublishingDue
            ),
            new(
                "The loop of the client connections",
                "clients wait for answers",
                () => _server.ConnectionRounds,
                () => _server.IsAnswering
            ),
            new(
                "The loop of the PLC connections",
                "answers or deadlines of PLCs wait",
                static () => Acquisition.LoopRounds,
                static () => Acquisition.LoopHasWork
            ),
        ];
}
