using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Logs;
using S7OpcBridge.Map;
using S7OpcBridge.Simulation;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Reload;

/// <summary>
/// Reloads the map: a faulty one is refused with all findings, a valid one is logged as a list of differences and applied while clients stay connected.
/// </summary>
/// <param name="running">The running map.</param>
/// <param name="load">Loads the map from disk.</param>
/// <param name="plant">The soft PLCs.</param>
/// <param name="logins">Authenticates users; null: there are no users.</param>
/// <param name="logger">Logs the result.</param>
internal sealed partial class MapReload(
    BridgeMap running,
    Func<FindingList, BridgeMap?> load,
    SimulatedPlant plant,
    BridgeServer server,
    Logins? logins,
    ILogger logger
)
{
    private BridgeMap _running = running;
    private TagMap _compiled = plant.Redirect(running.Tags);
    private string[] _waiting = [],
        _permitted = [];

    public BridgeMap Running => _running;

    /// <summary>The levels of the log, which follow the map; null: they do not.</summary>
    public LogLevels? LogLevels { get; init; }

    /// <summary>Takes over the brokers of a map, after its tags.</summary>
    public Func<BridgeMap, Task> FollowBrokers { get; init; } = static _ => Task.CompletedTask;

    /// <summary>The files that determine the map: those of the running map, and those of a refused one.</summary>
    public IReadOnlyCollection<string> Files { get; private set; } = [.. running.Files];

    /// <summary>The texts that make up the running map, and those of a refused one.</summary>
    public IReadOnlyList<string> Texts { get; private set; } = running.Texts;

    /// <summary>The code pages that the running map, or a refused one, names for its files.</summary>
    public CodePages CodePages { get; private set; } = running.CodePages;

    /// <summary>The errors of the map on disk, as lines, where it was refused and an older one runs; empty: the map on disk runs.</summary>
    public IReadOnlyList<string> Refusal { get; private set; } = [];

    /// <summary>Loads the map and applies it, or keeps the running one.</summary>
    /// <param name="why">The reason for the reload, for the log.</param>
    /// <param name="cancellationToken">The bridge stops.</param>
    public async Task RunAsync(string why, CancellationToken cancellationToken)
    {
        var findings = new FindingList();
        var loaded = load(findings);
        Files = [.. findings.Sought.Union(_running.Files)];
        Texts = [.. findings.Texts.Union(_running.Texts)];
        CodePages = loaded is null ? findings.CodePages.Over(_running.CodePages) : findings.CodePages;
        if (loaded is null)
        {
            Refuse(findings.Sorted.Where(finding => finding.IsError).Select(finding => finding.ToString()));
            return;
        }
        foreach (var warning in findings.Sorted)
            Warned(logger, warning.ToString());
        try
        {
            await ApplyAsync(loaded, why, cancellationToken);
            Refusal = [];
        }
        catch (SoftPlcException e)
        {
            Refuse([e.Message]);
        }
    }

    /// <summary>Applies the symbols that CPUs have reported for the running map.</summary>
    public async Task FollowSymbolsAsync(CancellationToken cancellationToken)
    {
        if (_compiled.Symbols.IsEmpty)
            return;
        var next = server.Follow(_compiled);
        if (next.Before.Tags.SequenceEqual(next.After.Tags))
            return;
        var diff = MapDiff.From(next);
        foreach (var permit in diff.MoreWrites)
            server.Audit(permit);
        await server.AdoptSymbolsAsync(next, [$"Tags {diff.Short}."], cancellationToken);
        await FollowBrokers(_running);
        SymbolsFollowed(logger, diff.Short, next.After.Listed.Length);
    }

    /// <summary>What <see cref="RunAsync"/> would do with a loaded map. Any thread; nothing is changed.</summary>
    public NextMap LookAt(BridgeMap loaded) => NextMap.Compare(_running, loaded, plant.Redirect(loaded.Tags), server);

    private async Task ApplyAsync(BridgeMap loaded, string why, CancellationToken cancellationToken)
    {
        if (LogLevels?.Set(loaded.LogLevels) == true)
        {
            var levels = loaded.LogLevels.Select(level => $"{level.Key} {level.Value}");
            Line(logger, $"log: {(loaded.LogLevels.Count == 0 ? "information" : string.Join(", ", levels))}");
        }
        if (server.Alarms is { } alarms)
            alarms.HasSystem = loaded.Alarms is { System: true };
        plant.Follow(loaded);
        var compiled = plant.Redirect(loaded.Tags);
        var (settings, next, _, lines, permits) = NextMap.Compare(_running, loaded, compiled, server);
        if (lines.Count == 0 && next.Before.Tags.SequenceEqual(next.After.Tags))
        {
            server.Accept();
            LogWaiting(settings);
            Same(logger, why);
            _compiled = compiled;
            _running = loaded with
            {
                Server = settings.Effective,
                Web = _running.Web with { Edit = loaded.Web.Edit },
                Otlp = _running.Otlp,
            };
            await FollowBrokers(_running);
            return;
        }
        foreach (var line in lines)
            Line(logger, line);
        foreach (var permit in permits.Except(_permitted))
            server.Audit(permit);
        _permitted = [.. permits];
        logins?.Adopt(settings.Effective);
        await server.AdoptAsync(next, lines, cancellationToken);
        _compiled = compiled;
        await plant.LeaveAsync();
        LogWaiting(settings);
        _running = loaded with { Server = settings.Effective, Web = _running.Web with { Edit = loaded.Web.Edit }, Otlp = _running.Otlp };
        await FollowBrokers(_running);
        Files = [.. loaded.Files];
        Taken(logger, why, next.After.Listed.Length, next.After.Plcs.Count(plc => !plc.IsGone));
    }

    private void Refuse(IEnumerable<string> faults)
    {
        string[] all = [.. faults];
        foreach (var fault in all)
            Fault(logger, fault);
        Refusal = all;
        Refused(logger, all.Length);
        server.Refuse(all);
    }

    // Logged when it changes, not at every reload.
    private void LogWaiting(SettingsChange settings)
    {
        foreach (var waiting in settings.NeedRestart.Except(_waiting))
            NeedsRestart(logger, waiting);
        _waiting = [.. settings.NeedRestart];
    }

    [LoggerMessage(130, LogLevel.Information, "The map was loaded again ({Why}): {Tags} tags of {Plcs} PLCs are served now.")]
    private static partial void Taken(ILogger logger, string why, int tags, int plcs);

    [LoggerMessage(137, LogLevel.Information, "The tags were adapted to the symbols of the CPUs ({Changes}): {Tags} tags are served now.")]
    private static partial void SymbolsFollowed(ILogger logger, string changes, int tags);

    [LoggerMessage(131, LogLevel.Information, "The map was read again ({Why}), but nothing in it changed.")]
    private static partial void Same(ILogger logger, string why);

    [LoggerMessage(
        132,
        LogLevel.Error,
        "The map has changed and has errors ({Count} findings above): it was not applied, the previous one stays in use. "
            + "Correct it and save it again."
    )]
    private static partial void Refused(ILogger logger, int count);

    [LoggerMessage(133, LogLevel.Error, "{Fault}")]
    private static partial void Fault(ILogger logger, string fault);

    [LoggerMessage(134, LogLevel.Warning, "{Warning}")]
    private static partial void Warned(ILogger logger, string warning);

    [LoggerMessage(135, LogLevel.Information, "{Line}")]
    private static partial void Line(ILogger logger, string line);

    [LoggerMessage(136, LogLevel.Warning, "{Setting} needs a restart of the bridge; until then it stays unchanged.")]
    private static partial void NeedsRestart(ILogger logger, string setting);
}
