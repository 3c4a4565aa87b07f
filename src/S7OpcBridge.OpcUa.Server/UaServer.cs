using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Lanes;
using S7OpcBridge.OpcUa.Server.Services;
using S7OpcBridge.OpcUa.Server.Sessions;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// An OPC UA server over UA-TCP with the binary encoding: namespace 0, the sources given, and the values of a <see cref="VariableTable"/>. It does
/// not log; it raises <see cref="Happened"/>.
/// </summary>
public sealed partial class UaServer : IAsyncDisposable
{
    private static readonly TimeSpan ClosingTimeout = TimeSpan.FromSeconds(3),
        DrainTimeout = TimeSpan.FromMilliseconds(500);

    private readonly ServerContext _context;
    private readonly ChannelOpening _opening;
    private readonly SessionTable _sessions;
    private readonly ConnectionTable _connections;
    private readonly SubscriptionServices _subscriptions;
    private readonly ServerLifecycle _life;
    private readonly MemoryTrimmer _memory;
    private readonly ExtensionPart[] _extensions;
    private readonly Audit _audit;
    private readonly ServerDiagnostics _diagnostics;
    private readonly WorkLane _historyReads;
    private readonly Listener _listener = new();
    private readonly CancellationTokenSource _stopping = new();
    private RequestDispatcher? _dispatcher;
    private SessionServices? _sessionServices;
    private NodeServices? _nodeServices;
    private Task _running = Task.CompletedTask;
    private int _stopped;

    /// <summary>Creates a server, which listens from <see cref="StartAsync"/> on.</summary>
    /// <param name="options">The settings.</param>
    /// <param name="table">Values of the sources' table variables.</param>
    /// <param name="sources">The application's nodes; they become sources 1, 2 … of the address space.</param>
    public UaServer(UaServerOptions options, VariableTable table, params IReadOnlyList<INodeSource> sources)
    {
        Options = options = options with { Limits = MemoryLimits.Fit(options.Limits) };
        _life = new ServerLifecycle(options);
        var memory = new ClientMemoryBudget(options.Limits.ClientMemory > 0 ? options.Limits.ClientMemory : MemoryLimits.OfProcess);
        var listeners = new EventListeners(options.Time, memory, options.History?.RecordEvent);
        Events = new UaEvents(listeners);
        _audit = new Audit(Events, options);
        _context = new ServerContext(
            options,
            new ChannelContext(options, options.Limits, memory, Raise)
            {
                Opened = _audit.Channels.Opened,
                Refused = _audit.Channels.Refused,
                Closed = _audit.Channels.Closed,
            }
        );
        _diagnostics = new ServerDiagnostics(options, _context.Counters);
        _historyReads = new WorkLane("History", options.Limits.History.MaxReadsAtOnce, options.Time);
        _opening = new ChannelOpening(_context.Channels);
        var facts = ServerFacts.From(Options, () => _life.Condition, Audit.IsPossible(Options));
        Namespace0 = ServerObject.Build(facts, options.Time);
        _extensions = [.. options.Extensions.Cast<NodeExtension>().Select(extension => extension.PartOf(_context, Namespace0, _audit))];
        var live = new LiveDiagnostics(_diagnostics, Namespace0, firstSource: sources.Count + 2);
        INodeSource[] own =
        [
            Namespace0,
            .. sources,
            new NamespaceMetadata(
                [options.ApplicationUri, .. options.Namespaces],
                options.Permissions,
                [.. options.Extensions.SelectMany(static extension => extension.Models)]
            ),
            .. live.Sources,
            new RedundancyNodes(facts, Namespace0, source: sources.Count + 2 + live.Sources.Length),
            new HistoryNodes(options.History, Namespace0),
        ];
        ExtensionPart[] withNodes = [.. _extensions.Where(static part => part.Nodes is not null)];
        AddressSpace = new AddressSpace(table, options.Time, options.History, [.. own, .. withNodes.Select(static part => part.Nodes!)]);
        for (var i = 0; i < withNodes.Length; i++)
            withNodes[i].JoinTo(AddressSpace, source: own.Length + i, listeners);
        _sessions = new SessionTable(
            options.Limits,
            options.Time,
            _diagnostics.Sessions,
            new HeldMemory(memory, ClientMemoryKind.Sessions)
        );
        _connections = new ConnectionTable(options.Limits, options.Time);
        _subscriptions = new SubscriptionServices(
            AddressSpace,
            table,
            options.Limits.Subscriptions,
            options.Time,
            listeners,
            _diagnostics.Subscriptions,
            memory
        );
        _memory = new MemoryTrimmer(memory, options.Time);
        _subscriptions.LostChanges += e =>
            _context.Report(new RequestFailed(null, $"A subscription could not take changed values: {e.Message}", e));
        listeners.Lane.Failed += e =>
            _context.Report(new RequestFailed(null, $"Events could not be filtered for a client: {e.Message}", e));
        _subscriptions.Timers.Failed += (_, e) =>
            _context.Report(new RequestFailed(null, $"A subscription failed inside the server: {e.Message}", e));
    }

    /// <summary>Something happened. Handlers run on the connection's loop: they must be quick and must not throw.</summary>
    public event Action<UaServerEvent>? Happened;

    /// <summary>The settings, with limits lowered to the memory of the process.</summary>
    public UaServerOptions Options { get; }

    /// <summary>All nodes.</summary>
    public AddressSpace AddressSpace { get; }

    /// <summary>Namespace 0, whose values may be set.</summary>
    internal Namespace0 Namespace0 { get; }

    /// <summary>Where events are raised.</summary>
    public UaEvents Events { get; }

    /// <summary>The port listened on, once started.</summary>
    public int Port => _listener.Port;

    /// <summary>Replaces the application certificate for new channels; open channels keep theirs.</summary>
    /// <param name="certificate">The certificate in the endpoints.</param>
    /// <param name="retiring">Earlier certificates that are still accepted for new channels. The caller leaves them out once they have expired.</param>
    public void Renew(OwnCertificate certificate, params IReadOnlyList<OwnCertificate> retiring) =>
        _context.Channels.Renew(certificate, retiring);

    /// <summary>
    /// Checks the client of every open channel again (<see cref="ChannelOptions.CheckClientCertificate"/>) and ends the channels whose client is refused now.
    /// </summary>
    public void RecheckClients() => new ClientRecheck(_opening, _connections).Run();

    /// <summary>Checks the user of each session again. Ends the session of a user that is no longer admitted; changed roles apply at once.</summary>
    /// <param name="check">Takes the user as the options' checks returned it, and returns it as it is now; null: no longer admitted.</param>
    public void RecheckUsers(Func<UaUser, UaUser?> check) => _sessionServices?.RecheckUsers(check);

    /// <summary>Begins to listen.</summary>
    /// <exception cref="IOException">The endpoint cannot be listened on; the message says why and what to do.</exception>
    /// <exception cref="ArgumentException">The options contradict each other.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!ServerAddress.TryParse(Options.Endpoint, out var address))
            throw new ArgumentException($"'{Options.Endpoint}' is no endpoint; write opc.tcp://host:port.");
        if (
            Options.SecurityPolicies.FirstOrDefault(p => p.IsSecure && _context.Channels.CertificateOf(p.CertificateKind) is null) is
            { } bare
        )
            throw new ArgumentException($"Security policy {bare} needs an application certificate of kind {bare.CertificateKind}.");
        var advertised = Options.Advertise.Select(name => ServerAddress.FromAdvertised(name, address.Port)).ToList();
        _listener.Bind(address, await ListenAddresses.ResolveAsync(address, cancellationToken).ConfigureAwait(false));
        var addresses = new EndpointUrls(address with { Port = _listener.Port }, advertised);
        Compose(addresses);
        _reverse = ReverseTo(Options.ReverseClients, addresses);
        _listener.Start(Accept, ReportAccepting, Options.Time);
        _reverse?.Start();
        _running = Task.WhenAll(
            _extensions.Select(part => Task.Run(() => part.RunAsync(addresses.All, _stopping.Token), CancellationToken.None))
        );
        _ = new OverdueSweep(_context, _connections, _sessions, _sessionServices!, _memory).RunAsync(_stopping.Token);
        Events.RaiseState(ServerState.Running, EventSeverity.Information, $"{Options.ApplicationName} is running.");
    }

    /// <summary>
    /// Stops the server, which takes at most five seconds and <see cref="UaServerOptions.ShutdownDelay"/>: it refuses new connections, reports the state
    /// Shutdown to subscribers, ends their subscriptions (StatusChange BadShutdown) and sessions, and sends what is queued.
    /// </summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _stopped, 1) != 0)
            return;
        _listener.Dispose();
        if (_reverse is { } reverse)
            await reverse.StopAsync().ConfigureAwait(false);
        await AnnounceShutdownAsync(cancellationToken).ConfigureAwait(false);
        await _stopping.CancelAsync().ConfigureAwait(false);
        foreach (var session in _sessions.All)
        {
            SessionServices.SendShutdown(session);
            _sessionServices!.End(session, SessionEnd.Terminated, StatusCodes.BadShutdown, true, "the server is being stopped");
        }

        using var closing = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        closing.CancelAfter(ClosingTimeout);
        await Task.WhenAll(
                _connections.All.Select(c => c.FinishAsync(StatusCodes.BadShutdown, "The server is being stopped.", closing.Token))
            )
            .ConfigureAwait(false);
        await _connections.Ended().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        _subscriptions.Dispose();
        _historyReads.Dispose();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync(CancellationToken.None).ConfigureAwait(false);
        _stopping.Dispose();
        _reverse?.Dispose();
    }

    private async Task AnnounceShutdownAsync(CancellationToken cancellationToken)
    {
        const string reason = "The server is being stopped.";
        var delay = Subscriptions > 0 ? Options.ShutdownDelay : TimeSpan.Zero;
        _life.BeginShutdown(delay, reason);
        Events.RaiseState(ServerState.Shutdown, EventSeverity.Failure, $"{reason} Sessions end in {delay.TotalSeconds:0} s.");
        await _subscriptions.Listeners.Lane.DrainAsync(DrainTimeout).ConfigureAwait(false);
        _subscriptions.PublishNow();
        if (delay == TimeSpan.Zero)
            return;
        await Task.Delay(delay, Options.Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _subscriptions.PublishNow();
    }

    private void Raise(UaServerEvent happened)
    {
        if (happened is SessionClosed closed)
        {
            foreach (var part in _extensions)
                part.EndSession(closed.SessionId);
        }

        Happened?.Invoke(happened);
    }

    private void Compose(EndpointUrls addresses)
    {
        var endpoints = new EndpointList(_context);
        var access = new NodeAccess(Options.Permissions);
        _sessionServices = new SessionServices(_context, _sessions, endpoints, addresses, _subscriptions, access, new SessionAudit(_audit));
        _nodeServices = NodeServices.Create(
            _context,
            AddressSpace,
            access,
            _audit.Operations,
            _diagnostics,
            _historyReads,
            [new SubscriptionMethods(_subscriptions), .. _extensions.SelectMany(part => part.MethodsOf(access, _subscriptions))]
        );
        _dispatcher = new RequestDispatcher(
            _context,
            _sessions,
            _sessionServices,
            new DiscoveryServices(_context, endpoints, addresses),
            _nodeServices,
            new SubscriptionRequests(_context, _subscriptions)
        );
    }

    private void ReportAccepting(bool isTrouble) =>
        _context.Report(
            new AcceptingChanged(
                null,
                isTrouble
                    ? "No client can connect now: the system grants this process no more open files. Connected clients are not affected. Raise the limit "
                        + "(ulimit -n, LimitNOFILE=), or find out who has so many connections open."
                    : "Clients can connect again: the process can open files again.",
                isTrouble
            )
        );
}
