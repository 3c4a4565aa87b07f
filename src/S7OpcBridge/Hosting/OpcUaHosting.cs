using Microsoft.Extensions.Logging;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>Starts the OPC UA server with the options of the map.</summary>
internal static class OpcUaHosting
{
    /// <summary>Starts the server. Disposing it notifies subscribers, closes sessions and releases the port.</summary>
    /// <param name="plant">What it shows.</param>
    /// <param name="loggers">Creates the loggers.</param>
    /// <exception cref="StartException">The endpoint's port is in use or not permitted.</exception>
    /// <exception cref="CertificateStoreException">The certificate stores cannot be used.</exception>
    public static async Task<SecureServer> StartAsync(
        BridgeMap map,
        ServedPlant plant,
        TimeProvider time,
        ILoggerFactory loggers,
        CancellationToken cancellationToken
    )
    {
        var settings = map.Server;
        var certificates = settings.NeedsCertificate ? ServerCertificates.Open(settings, time, loggers) : null;
        var granted = ProcessHandles.Granted();
        var limits = ConnectionLimits.Fit(OpcUaLimits.From(settings.Limits), plant.Acquisition.Map.Plcs.Length, map.Web.IsOn, granted);
        if (limits.MaxConnections < settings.Limits.MaxConnections)
            BridgeLog.FewHandles(loggers.CreateLogger("S7OpcBridge"), granted!.Value, limits.MaxConnections);
        var logins = settings.HasUsers ? new Logins(settings, time, loggers.CreateLogger("S7OpcBridge.Users")) : null;
        BridgeServer? bridge = null;
        var options = OptionsOf(settings, limits, certificates, logins, time) with
        {
            Redundancy = ClusterServers.From(map, plant.Cluster),
            Locales = AlarmLocales.FindIn(map.Tags),
        };
        if (plant.Published is { } published)
            options = options with { Extensions = [.. options.Extensions, published] };
        if (map.Cluster is not null)
            options = options with { ServiceLevel = () => LevelOf(bridge!, plant.Cluster()) };
        bridge = new BridgeServer(plant.Acquisition, options, settings.TagNamespace, loggers, plant.Recording, plant.Alarms);
        var server = new SecureServer(bridge, certificates, logins);
        try
        {
            await server.StartAsync(cancellationToken);
            return server;
        }
        catch (Exception e)
        {
            await server.DisposeAsync();
            if (e is IOException)
                throw new StartException($"{e.Message} It is 'endpoint' under 'server' in {map.Files[0]}.", e);
            throw;
        }
    }

    private static byte LevelOf(BridgeServer server, ClusterState? cluster)
    {
        var memory = server.ClientMemory;
        return ServiceLevels.Compute(cluster, server.Sessions, memory.Most > 0 ? (double)memory.Taken / memory.Most : 0);
    }

    private static UaServerOptions OptionsOf(
        ServerSettings settings,
        UaServerLimits limits,
        ServerCertificates? certificates,
        Logins? logins,
        TimeProvider time
    )
    {
        var directory = logins?.RoleDirectory ?? new RoleDirectory();
        return new UaServerOptions
        {
            Build = ProgramVersion.Build,
            ApplicationUri = settings.ApplicationUri,
            ApplicationName = settings.Name,
            Endpoint = settings.Endpoint.OriginalString,
            Advertise = settings.Advertise,
            ReverseClients =
            [
                .. settings.ReverseConnect.Select(static client => new ReverseClient(client.Client, client.Endpoint, client.Retry)),
            ],
            SecurityPolicies = certificates?.Policies ?? OfferedPolicies.For(settings),
            CheckClientCertificate = certificates?.CheckClient,
            Extensions = Management(settings, certificates, logins),
            AllowAnonymous = settings.Anonymous != AnonymousAccess.None,
            CheckUserName = settings.HasAccounts ? logins!.CheckAsync : null,
            LookAtUserName = settings.HasAccounts ? logins!.LookAt : null,
            CheckUserCertificate = settings.HasAccounts ? logins!.CheckCertificateAsync : null,
            TokenIssuers = logins?.TokenIssuers ?? [],
            RoleDirectory = directory,
            Permissions = Role.Defaults(settings.Anonymous, logins?.RoleEntries ?? [], directory),
            Limits = limits,
            ShutdownDelay = TimeSpan.FromSeconds(1),
            Time = time,
        };
    }

    private static IReadOnlyList<ServerExtension> Management(ServerSettings settings, ServerCertificates? certificates, Logins? logins)
    {
        var extensions = new List<ServerExtension>
        {
            new RoleExtension(logins is null ? static _ => [] : logins.IdentitiesOf, logins?.Roles),
        };
        if (certificates is not null)
            extensions.Add(new ConfigurationExtension(certificates.Management, logins?.Users));
        if (settings.Discovery is { } url)
            extensions.Add(
                new RegistrationExtension(new DiscoveryRegistration { Url = url, CheckServerCertificate = certificates!.CheckServer })
            );
        return extensions;
    }
}
