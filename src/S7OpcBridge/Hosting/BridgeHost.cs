using System.CommandLine;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Logs;
using S7OpcBridge.Map;
using S7OpcBridge.Mqtt;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Pages;
using S7OpcBridge.Recording;
using S7OpcBridge.Reload;
using S7OpcBridge.Simulation;
using S7OpcBridge.Startup;
using S7OpcBridge.Support;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>
/// The running bridge: soft PLCs, history, alarms, acquisition, cluster, OPC UA server, local socket, web pages and metrics export, stopped in the reverse
/// of this order.
/// </summary>
internal sealed class BridgeHost(
    BridgeMap map,
    Func<FindingList, BridgeMap?> load,
    string? wireLog,
    TextWriter output,
    TimeProvider time,
    ILoggerFactory loggers,
    HostLog log
) : IHostedService
{
    private readonly ILogger _logger = loggers.CreateLogger("S7OpcBridge");
    private readonly ClusterFeature? _cluster = ClusterFeature.Find();
    private readonly RunningParts _parts = new();
    private readonly CancellationTokenSource _stopping = new();
    private readonly SystemdNotify _systemd = SystemdNotify.FromEnvironment(
        Environment.GetEnvironmentVariable,
        Environment.ProcessId,
        time
    );
    private Task _watching = Task.CompletedTask,
        _settling = Task.CompletedTask,
        _reporting = Task.CompletedTask;

    /// <summary>Runs a map until the program is stopped; returns the exit code.</summary>
    /// <param name="load">Loads it again when its files have changed.</param>
    /// <param name="console">Where to print.</param>
    /// <param name="cancellationToken">Ends it as Ctrl+C does.</param>
    public static Task<int> RunAsync(
        BridgeMap map,
        Func<FindingList, BridgeMap?> load,
        string? wireLog,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    )
    {
        var log = new HostLog(new LogLevels(TimeProvider.System), new RecentLog(TimeProvider.System));
        log.Levels.Set(map.LogLevels);
        return ConsoleHost.RunAsync(
            loggers => new BridgeHost(map, load, wireLog, console.Output, TimeProvider.System, loggers, log),
            console.Error,
            cancellationToken,
            log
        );
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (ProgramBuild.WhyNot(map, hasCluster: _cluster is not null) is { } refusal)
            throw new StartException(refusal);
        try
        {
            await StartPartsAsync(cancellationToken);
        }
        catch
        {
            await ReleaseAsync();
            throw;
        }
    }

    private async Task StartPartsAsync(CancellationToken cancellationToken)
    {
        var wires = _parts.Add(wireLog is null ? null : WireLogFile.Open(wireLog));
        var plant = _parts.Add(await SimulatedPlant.StartAsync(map, firstPort: 0, time));
        var history = _parts.Add(
            map.Server.History is { } settings ? await HistoryHost.OpenAsync(map, settings, time, loggers, cancellationToken) : null
        );
        // Connects to no PLC before its start, below.
        var acquisition = new Acquisition(plant.Redirect(map.Tags), time, loggers, PlusHooks.Create(map, wires, time));
        var alarms = _parts.Add(AlarmHosting.Start(map, acquisition, time, loggers));
        MapReload? reload = null;
        BridgeMap Running() => reload?.Running ?? map;
        var cluster = map.Cluster is { } shared ? _cluster?.Share(shared, Running, acquisition, time, loggers) : null;
        var state = cluster?.State ?? (static () => null);
        var served = new ServedPlant(acquisition)
        {
            Recording = history?.Recording(),
            Alarms = alarms.Alarms,
            Cluster = state,
            Published = map.Mqtt.Count > 0 ? new PublishSubscribeExtension(PubSubDescription.Empty) : null,
        };
        var server = await OpcUaHosting.StartAsync(map, served, time, loggers, cancellationToken);
        // Clients are told before the PLCs are left, and values are missing from the record after their last batch only.
        _parts.OnStop(server.Server.EndRecording);
        _parts.Add(acquisition);
        _parts.Add(cluster);
        _parts.Add(server);
        acquisition.Start();
        // Says farewell to its brokers before the server tells its clients.
        var brokers = _parts.Add(
            new BrokerFeature(() =>
                MqttStart.Create(
                    Running,
                    acquisition,
                    server.Server,
                    server.Logins,
                    server.Own,
                    served.Published,
                    cluster?.Reads,
                    time,
                    loggers
                )
            )
        );
        reload = new MapReload(map, load, plant, server.Server, server.Logins, _logger)
        {
            LogLevels = log.Levels,
            FollowBrokers = brokers.FollowAsync,
        };
        _watching = WatchAsync(reload, server.Server, acquisition);
        _settling = StartupCollection.CollectAsync(acquisition, time, _stopping.Token);
        var view = BridgeViews.Create(Running, acquisition, server.Server, time, history) with
        {
            Cluster = state,
            Mqtt = brokers.States,
            Certificates = server.KnownCertificates,
            OwnCertificate = server.Own,
            Refusal = () => reload.Refusal,
        };
        var answers = new LocalRequestHandler(Running, acquisition, server.Server, time)
        {
            Cluster = state,
            AskOtherNode = cluster?.ExamineAsync,
            History = history,
            Support = () => SupportAnswer.From(view, log.Recent),
        };
        _parts.Add(LocalServer.TryStart(map.Files[0], answers, _logger));
        var web = _parts.Add(
            await WebHost.StartAsync(
                map.Web,
                view,
                BridgeViews.CommandsOf(Running, server.Server, server.Logins) with
                {
                    Plcs = new PagePlcs(acquisition, server.Server, answers.ExamineLiveAsync, time).Commands,
                    Map = new PageMap(reload, load, why => server.Server.AskReload?.Invoke(why), cluster?.ReachAsync, time).Commands(),
                    Tags = new PageTags(acquisition, state).Commands,
                    Support = new PageSupport(Running, view, log.Recent, log.Levels, time).Commands,
                },
                loggers,
                cancellationToken
            )
        );
        _parts.Add(OtlpExport.Start(map.Otlp, map.Server.Name, view, loggers));
        if (cluster is not null)
        {
            await cluster.StartAsync(server, alarms.Alarms, answers.ExamineOwnAsync, cancellationToken);
            _parts.OnStop(cluster.LeaveAsync);
        }
        await brokers.FollowAsync(map);
        WriteBanner(web?.Addresses);
        LogStart(history);
        _reporting = ReportAsync(server.Server, acquisition, history);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        BridgeLog.Stopping(_logger);
        // No watchdog message may follow the message that the service stops.
        await _stopping.CancelAsync();
        await _reporting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _systemd.Stopping();
        await ReleaseAsync();
        BridgeLog.Stopped(_logger);
    }

    private async Task ReleaseAsync()
    {
        await _stopping.CancelAsync();
        // Their failures have been logged; the connections must be closed all the same.
        await Task.WhenAll(_watching, _settling, _reporting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _parts.DisposeAsync();
        _systemd.Dispose();
    }

    private Task WatchAsync(MapReload reload, BridgeServer server, Acquisition acquisition)
    {
        var watch = new MapWatch(reload, _systemd, time, _logger);
        server.AskReload = watch.Ask;
        acquisition.SymbolsTold = _ => watch.SymbolsTold();
        // CPUs may have reported symbols before the handler was set.
        watch.SymbolsTold();
        return server.Liveness.KeepAsync("The watch over the map", () => watch.RunAsync(_stopping.Token), _stopping.Token);
    }

    private Task ReportAsync(BridgeServer server, Acquisition acquisition, HistoryHost? history)
    {
        var report = new ServiceReport(
            _systemd,
            () => server.Liveness.Standstills.FirstOrDefault()?.Sentence,
            () => ServiceReport.StatusOf(acquisition, map.Server.Endpoint.OriginalString, history),
            time
        );
        return server.Liveness.KeepAsync("The report to the supervisor", () => report.RunAsync(_stopping.Token), _stopping.Token);
    }

    private void WriteBanner(IReadOnlyCollection<string>? pages)
    {
        if (ConsoleHost.LogsJson)
            return;
        try
        {
            Banner.Write(map, pages, output);
        }
        catch (IOException e)
        {
            // Standard output is on a full disk or a closed pipe.
            BridgeLog.NoBanner(_logger, e.Message);
        }
    }

    private void LogStart(HistoryHost? history)
    {
        var endpoint = map.Server.Endpoint.OriginalString;
        BridgeLog.Started(_logger, map.Tags.Tags.Length, map.Tags.Plcs.Length, endpoint, map.Server.Name);
        if (history is not null)
        {
            if (history.Trouble is { } trouble)
                BridgeLog.NotRecording(_logger, trouble);
            else
                BridgeLog.Recording(
                    _logger,
                    map.Tags.Tags.Count(static tag => tag.Details?.History is not null),
                    history.Settings.ToString()
                );
        }
        foreach (var place in WrittenPlace.ListFor(map).Where(place => place.What != WrittenPlace.History))
        {
            if (place.Fault is { } fault)
                BridgeLog.NotWritable(_logger, fault);
        }
        if (map.Server.Security.Contains("None"))
            BridgeLog.PolicyNone(_logger, endpoint);
        foreach (var plc in map.Tags.Plcs)
        {
            if (plc is { Simulated: true, Enabled: true })
                BridgeLog.Simulated(_logger, plc.Name);
        }
    }
}
