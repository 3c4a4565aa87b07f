using System.CommandLine;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Logs;
using S7OpcBridge.Map;
using S7OpcBridge.Otlp;
using S7OpcBridge.Recording;
using S7OpcBridge.Reload;
using S7OpcBridge.Simulation;
using S7OpcBridge.Startup;
using S7OpcBridge.State;
using S7OpcBridge.Support;
using S7OpcBridge.Web;
using S7OpcBridge.Web.View;

namespace S7OpcBridge.Hosting;

/// <summary>
/// The running bridge: soft PLCs, acquisition, history, alarms, OPC UA server, map watch, local socket, web pages and metrics export, started in this order
/// and stopped in reverse.
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
    private SimulatedPlant? _plant;
    private Acquisition? _acquisition;
    private SecureServer? _server;
    private HistoryHost? _history;
    private LocalServer? _local;
    private WebHost? _web;
    private OtlpExport? _otlp;
    private WireLogFile? _wireLog;
    private AlarmHosting? _alarms;
    private MapReload? _reload;
    private ClusterHosting? _cluster;
    private readonly CancellationTokenSource _stopping = new();
    private readonly SystemdNotify _systemd = SystemdNotify.Of(Environment.GetEnvironmentVariable, Environment.ProcessId, time);
    private Task _watching = Task.CompletedTask, _settling = Task.CompletedTask, _reporting = Task.CompletedTask;

    /// <summary>Runs a map until the program is stopped; returns the exit code.</summary>
    /// <param name="map">The map.</param>
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
        var log = new HostLog(new LogLevels(), new RecentLog(TimeProvider.System));
        log.Levels.Set(map.LogLevels);
        return ConsoleHost.RunAsync(loggers => new BridgeHost(map, load, wireLog, console.Output, TimeProvider.System, loggers, log), console.Error,
            cancellationToken, log);
    }

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (ProgramBuild.WhyNot(map, ProgramBuild.HasCluster) is { } refusal)
            throw new StartException(refusal);
        try
        {
            _plant = await SimulatedPlant.StartAsync(map, firstPort: 0, time);
            _wireLog = wireLog is null ? null : WireLogFile.Open(wireLog);
            _acquisition = new Acquisition(_plant.Redirect(map.Tags), time, loggers, PlusHooks.Of(map, _wireLog, time));
            _history = map.Server.History is { } history ? await HistoryHost.OpenAsync(map, history, time, loggers, cancellationToken) : null;
            var cluster = ProgramBuild.HasCluster && map.Cluster is not null
                ? ClusterHosting.Share(map.Cluster, () => _reload?.Running ?? map, _acquisition, time, loggers)
                : null;
            _alarms = AlarmHosting.Start(map, _acquisition, time, loggers);
            var served = new ServedPlant(_acquisition) { Recording = _history?.Recording(), Alarms = _alarms.Alarms, Cluster = Cluster };
            _server = await OpcUaHosting.StartAsync(map, served, time, loggers, cancellationToken);
            _acquisition.Start();
            var reload = _reload = new MapReload(map, load, _plant, _server.Server, _server.Logins, _logger) { LogLevels = log.Levels };
            var watch = new MapWatch(reload, _systemd, time, _logger);
            _server.Server.AskReload = watch.Ask;
            _acquisition.SymbolsTold = _ => watch.SymbolsTold();
            // CPUs may have reported symbols before the handler was set.
            watch.SymbolsTold();
            _watching = _server.Server.Liveness.KeepAsync("The watch over the map", () => watch.RunAsync(_stopping.Token), _stopping.Token);
            _settling = StartupCollection.CollectAsync(_acquisition, time, _stopping.Token);
            var view = new BridgeView(() => reload.Running, _acquisition, _server.Server, _server.KnownCertificates, time, Cluster, _history)
            {
                Refusal = () => reload.Refusal,
                OwnCertificate = _server.Own,
            };
            var answers = new LocalRequestHandler(() => reload.Running, _acquisition, _server.Server, time)
            {
                Cluster = Cluster,
                AskOtherNode = ProgramBuild.HasCluster && cluster is not null ? cluster.ExamineAsync : null,
                History = _history,
                Support = () => SupportAnswer.Of(view, log.Recent),
            };
            if (ProgramBuild.HasCluster && cluster is not null)
                _cluster = await cluster.StartAsync(_server, _alarms.Alarms, answers.ExamineOwnAsync, cancellationToken);
            _local = LocalServer.TryStart(map.Files[0], answers, _logger);
            _web = await WebHost.StartAsync(map.Web, view, _server.Logins, loggers, cancellationToken);
            _otlp = OtlpExport.Start(map.Otlp, map.Server.Name, view.Figures, loggers);
            WriteBanner();
            LogStart();
            _reporting = ReportAsync(_server.Server, _acquisition);
        }
        catch
        {
            await ReleaseAsync();
            throw;
        }
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
        if (ProgramBuild.HasCluster && _cluster is not null)
            await _cluster.LeaveAsync();
        if (_otlp is not null)
            await _otlp.DisposeAsync();
        if (_web is not null)
            await _web.DisposeAsync();
        if (_local is not null)
            await _local.DisposeAsync();
        if (_server is not null)
            await _server.DisposeAsync();
        if (ProgramBuild.HasCluster && _cluster is not null)
            await _cluster.DisposeAsync();
        if (_acquisition is not null)
            await _acquisition.DisposeAsync();
        _server?.Server.EndRecording();
        // After everything that records.
        if (_history is not null)
            await _history.DisposeAsync();
        if (_alarms is not null)
            await _alarms.DisposeAsync();
        if (_plant is not null)
            await _plant.DisposeAsync();
        if (_wireLog is not null)
            await _wireLog.DisposeAsync();
        (_wireLog, _otlp, _web, _local, _server, _cluster, _acquisition, _plant) = (null, null, null, null, null, null, null, null);
        (_history, _alarms) = (null, null);
        _systemd.Dispose();
    }

    private ClusterState? Cluster() => ProgramBuild.HasCluster ? _cluster?.State() : null;

    private Task ReportAsync(BridgeServer server, Acquisition acquisition)
    {
        var report = new ServiceReport(
            _systemd,
            () => BridgeHealth.NotAlive(server).FirstOrDefault(),
            () => ServiceReport.StatusOf(acquisition, map.Server.Endpoint.OriginalString, _history),
            time
        );
        return server.Liveness.KeepAsync("The report to the supervisor", () => report.RunAsync(_stopping.Token), _stopping.Token);
    }

    private void WriteBanner()
    {
        if (ConsoleHost.LogsJson)
            return;
        try
        {
            Banner.Write(map, _web?.Addresses, output);
        }
        catch (IOException e)
        {
            // Standard output is on a full disk or a closed pipe.
            BridgeLog.NoBanner(_logger, e.Message);
        }
    }

    private void LogStart()
    {
        var endpoint = map.Server.Endpoint.OriginalString;
        BridgeLog.Started(_logger, map.Tags.Tags.Length, map.Tags.Plcs.Length, endpoint, map.Server.Name);
        if (_history is not null)
        {
            if (_history.Trouble is { } trouble)
                BridgeLog.NotRecording(_logger, trouble);
            else
                BridgeLog.Recording(_logger, map.Tags.Tags.Count(static tag => tag.Details?.History is not null), _history.Settings.ToString());
        }
        foreach (var place in WrittenPlace.Of(map).Where(place => place.What != WrittenPlace.History))
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
