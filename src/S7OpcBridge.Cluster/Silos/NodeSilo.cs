using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using S7OpcBridge.Cluster.Calls;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Logging;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Silos;

/// <summary>One life of this node in the cluster: a silo with its own host. Once it is declared dead, another one has to be made.</summary>
internal sealed class NodeSilo : IAsyncDisposable
{
    private readonly IHost _host;

    private NodeSilo(IHost host)
    {
        _host = host;
        Address = host.Services.GetRequiredService<ILocalSiloDetails>().SiloAddress;
        Membership = host.Services.GetRequiredService<IClusterMembershipService>();
        Services = host.Services.GetRequiredService<NodeServiceClient>();
    }

    public SiloAddress Address { get; }

    public IClusterMembershipService Membership { get; }

    public NodeServiceClient Services { get; }

    public static NodeSilo Create(
        ClusterOptions options,
        int generation,
        TableStore store,
        RequestDispatch dispatch,
        PingHandler ping,
        PeerConnections connections,
        Action<string> evicted,
        TimeProvider time,
        ILoggerFactory loggers
    )
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services.AddSingleton<ILoggerFactory>(new OrleansLogging(loggers));
        builder.Services.AddSingleton<IHostLifetime, SiloLifetime>();
        builder.Services.AddSingleton<IFatalErrorHandler>(new EvictionHandler(evicted));
        builder.Services.AddSingleton<IMembershipTable>(new StoredMembershipTable(store, time));
        builder.Services.AddSingleton<ILocalSiloDetails>(new SiloDetails(options, generation));
        builder.Services.AddSingleton(dispatch);
        builder.Services.AddSingleton(ping);
        builder.Services.AddSingleton<NodeServiceClient>();
        builder.UseOrleans(silo =>
        {
            silo.Services.AddGrainService<NodeService>();
            Configure(silo.Services, options);
            silo.Services.Configure<SiloConnectionOptions>(pipelines =>
            {
                pipelines.ConfigureSiloInboundConnection(inbound =>
                    inbound.Use(next => connection => connections.AcceptAsync(connection, next))
                );
                pipelines.ConfigureSiloOutboundConnection(outbound =>
                    outbound.Use(next => connection => connections.ConnectAsync(connection, next))
                );
            });
        });
        return new NodeSilo(builder.Build());
    }

    public Task StartAsync(CancellationToken cancellationToken) => _host.StartAsync(cancellationToken);

    public Task StopAsync(CancellationToken cancellationToken) => _host.StopAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_host is IAsyncDisposable host)
            await host.DisposeAsync().ConfigureAwait(false);
    }

    private static void Configure(IServiceCollection services, ClusterOptions options)
    {
        services.Configure<Orleans.Configuration.ClusterOptions>(cluster =>
            (cluster.ClusterId, cluster.ServiceId) = (options.Name, "s7opcbridge")
        );
        services.Configure<SiloOptions>(silo => silo.SiloName = options.Node);
        services.Configure<EndpointOptions>(endpoint =>
        {
            endpoint.AdvertisedIPAddress = options.AdvertisedAddress ?? options.Listen.Address;
            endpoint.SiloPort = options.AdvertisedPort ?? options.Listen.Port;
            endpoint.SiloListeningEndpoint = options.Listen;
            endpoint.GatewayPort = 0;
        });
        services.Configure<ClusterMembershipOptions>(membership =>
        {
            membership.ProbeTimeout = TimeSpan.FromMilliseconds(400);
            membership.MinProbeTimeout = TimeSpan.FromMilliseconds(200);
            membership.MaxProbeTimeout = LeaseTimes.MaxProbe;
            membership.NumMissedProbesLimit = LeaseTimes.MissedProbes;
            membership.NumVotesForDeathDeclaration = LeaseTimes.Votes;
            membership.TableRefreshTimeout = TimeSpan.FromSeconds(2);
            membership.IAmAliveTablePublishTimeout = TimeSpan.FromSeconds(5);
            membership.NumMissedTableIAmAliveLimit = 3;
            membership.MaxJoinAttemptTime = TimeSpan.FromMinutes(2);
            // Silos tell each other in gossip when they started, by their own clocks: a node two minutes slow would be voted dead while it joins.
            membership.EvictWhenMaxJoinAttemptTimeExceeded = false;
            membership.DefunctSiloExpiration = TimeSpan.FromDays(1);
        });
        services.Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = TimeSpan.FromSeconds(3));
        services.Configure<ConnectionOptions>(connection =>
        {
            connection.OpenConnectionTimeout = TimeSpan.FromSeconds(1);
            connection.ConnectionRetryDelay = TimeSpan.FromMilliseconds(200);
        });
    }
}
