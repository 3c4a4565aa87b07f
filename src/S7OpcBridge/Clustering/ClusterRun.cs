using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>This bridge as a node of a cluster: membership, the PLCs that it shares with the other nodes, and what the nodes tell of themselves.</summary>
internal sealed class ClusterRun : IAsyncDisposable
{
    private readonly ClusterSettings _settings;
    private readonly Func<BridgeMap> _map;
    private readonly BridgeServer _server;
    private readonly SharedPlcs _shared;
    private readonly ClusterStates _states;
    private readonly TimeProvider _time;
    private readonly ILoggerFactory _loggers;
    private readonly Lazy<X509Certificate2> _ownCertificate;
    private ClusterNode? _node;
    private SharedAlarms? _alarms;
    private SharedDoctor? _doctor;

    private ClusterRun(
        ClusterSettings settings,
        Func<BridgeMap> map,
        BridgeServer server,
        SharedPlcs shared,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        (_settings, _map, _server, _shared, _time, _loggers) = (settings, map, server, shared, time, loggers);
        _states = new ClusterStates(settings, map, shared, () => _node, time);
        _ownCertificate = new Lazy<X509Certificate2>(() => NodeCertificate.New(settings.Node, time));
        _shared.Describe = () =>
            JsonSerializer.SerializeToUtf8Bytes(
                NodeDescription.From(_map().Server, _shared.MapHash, _server.ServiceLevel),
                NodeDescriptionJson.Default.NodeDescription
            );
    }

    /// <summary>Makes an acquisition share its PLCs. To be called before the acquisition starts.</summary>
    /// <param name="settings">The cluster.</param>
    /// <param name="map">Returns the running map.</param>
    /// <param name="acquisition">The PLCs.</param>
    /// <param name="loggers">Make the log.</param>
    public static SharedPlcs Share(
        ClusterSettings settings,
        Func<BridgeMap> map,
        Acquisition acquisition,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        var pins = new PlcPins(map);
        return new SharedPlcs(acquisition, settings.Node, pins.NodeFor, static () => null, time, loggers);
    }

    /// <summary>Begins to join the cluster; goes on trying while the store of the members or the other nodes cannot be reached.</summary>
    /// <param name="settings">The cluster.</param>
    /// <param name="map">Returns the running map.</param>
    /// <param name="server">The OPC UA server.</param>
    /// <param name="shared">The PLCs, from <see cref="Share"/>.</param>
    /// <param name="certificate">Returns the server's certificate with its key; null: it has none, and one is made for this run.</param>
    /// <param name="loggers">Make the log.</param>
    /// <exception cref="StartException">The address or the store cannot be used.</exception>
    public static async Task<ClusterRun> StartAsync(
        ClusterSettings settings,
        Func<BridgeMap> map,
        BridgeServer server,
        BridgeAlarms alarms,
        SharedPlcs shared,
        Func<X509Certificate2?> certificate,
        TimeProvider time,
        ILoggerFactory loggers,
        CancellationToken cancellationToken
    )
    {
        server.Observe(shared.Observe);
        alarms.Told = shared.Observe;
        shared.AlarmListOf = alarms.ListOf;
        var run = new ClusterRun(settings, map, server, shared, time, loggers);
        try
        {
            await run.JoinAsync(certificate, alarms, cancellationToken);
            return run;
        }
        catch (Exception e) when (e is ClusterStoreException or SocketException or ArgumentException)
        {
            await run.DisposeAsync();
            throw new StartException(
                $"Node {settings.Node} cannot join cluster {settings.Name}: {e.Message} It is 'cluster' in {map().Files[0]}.",
                e
            );
        }
    }

    /// <summary>The cluster as this node sees it now.</summary>
    public ClusterState State() => _states.Now();

    /// <summary>From now on the <c>doctor</c> of other nodes gets answers about the PLCs of this one.</summary>
    /// <param name="examine">Examines a PLC of this node; null: this node does not read it.</param>
    public void AnswerDoctor(Func<string, bool, CancellationToken, Task<PlcReport?>> examine)
    {
        _doctor = new SharedDoctor(_settings.Node, _node!.AskAsync, examine, _time);
        _shared.Handle(SharedDoctor.Kind, _doctor.AnswerAsync);
        _shared.Handle(SharedFiles.Kind, (_, _, body, _) => ValueTask.FromResult(SharedFiles.Answer(body, _map().Texts)));
    }

    /// <summary>Which nodes read the same files as this one.</summary>
    public Task<MapReach> ReachAsync(IReadOnlyList<string> files, CancellationToken cancellationToken) =>
        SharedFiles.FindAsync(State(), files, _node!.AskAsync, cancellationToken);

    /// <summary>Has another node examine a PLC that it reads.</summary>
    public Task<OtherNode> ExamineAsync(string node, string plc, bool probe, CancellationToken cancellationToken) =>
        _doctor!.AskAsync(node, plc, probe, cancellationToken);

    /// <summary>Hands the PLCs over to the other nodes before a planned stop.</summary>
    public Task LeaveAsync(CancellationToken cancellationToken) => _shared.LeaveAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_alarms is not null)
            await _alarms.DisposeAsync();
        if (_node is { } node)
            await node.DisposeAsync();
        _doctor?.Dispose();
        await _shared.DisposeAsync();
        if (_ownCertificate.IsValueCreated)
            _ownCertificate.Value.Dispose();
    }

    private async Task JoinAsync(Func<X509Certificate2?> certificate, BridgeAlarms alarms, CancellationToken cancellationToken)
    {
        _node = await ClusterNode.StartAsync(
            new ClusterOptions
            {
                Name = _settings.Name,
                Node = _settings.Node,
                Listen = _settings.Listen,
                AdvertisedAddress = await AddressOfAsync(_settings.Advertise.Host, cancellationToken),
                AdvertisedPort = _settings.Advertise.Port,
                Secret = _settings.Secret,
                Members = ClusterStores.Create(_settings),
                Certificate = () => certificate() ?? _ownCertificate.Value,
                // Who belongs to the cluster is decided by the secret, whose proof covers the certificates of both sides.
                Trusts = static _ => true,
            },
            _shared.AnswerAsync,
            _time,
            _loggers,
            cancellationToken
        );
        _alarms = new SharedAlarms(
            alarms,
            _node,
            plc => _shared.HolderOf(plc) == _settings.Node,
            _time,
            _loggers.CreateLogger<SharedAlarms>()
        );
        _shared.Handle(SharedAlarms.Changed, _alarms.TakeAsync);
        _shared.Handle(SharedAlarms.First, _alarms.TakeAsync);
        _shared.Start(_node, _server.ReadSample);
    }

    private static async Task<IPAddress> AddressOfAsync(string host, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var address))
            return address;
        var all = await Dns.GetHostAddressesAsync(host, cancellationToken);
        return all.FirstOrDefault(static one => one.AddressFamily == AddressFamily.InterNetwork) ?? all[0];
    }
}
