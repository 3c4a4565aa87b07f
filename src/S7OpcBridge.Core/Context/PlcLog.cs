using Microsoft.Extensions.Logging;
using S7OpcBridge.Core.Quality;

namespace S7OpcBridge.Core.Context;

/// <summary>Everything that sessions log: one line per event, none per cycle. Ids 1000–1099 are Core's.</summary>
internal static partial class PlcLog
{
    [LoggerMessage(1000, LogLevel.Information, "{Plc}: connected to {Host}:{Port}; PDU {PduSize} bytes, {MaxJobs} jobs in flight.")]
    public static partial void Connected(ILogger log, string plc, string host, int port, int pduSize, int maxJobs);

    [LoggerMessage(1001, LogLevel.Warning, "{Plc}: connection lost. {Reason} Trying again in {Pause:F1} s.")]
    private static partial void Lost(ILogger log, string plc, string reason, double pause);

    [LoggerMessage(1002, LogLevel.Warning, "{Plc}: no connection. {Reason} Trying again in {Pause:F1} s, and for ever.")]
    private static partial void NotConnected(ILogger log, string plc, string reason, double pause);

    [LoggerMessage(1003, LogLevel.Debug, "{Plc}: attempt {Attempt} failed. {Reason} Next in {Pause:F1} s.")]
    private static partial void StillNotConnected(ILogger log, string plc, int attempt, string reason, double pause);

    /// <summary>Tells that there is no connection: what has been told as a warning is worth no more than a debug line from then on.</summary>
    public static void Away(PlcContext context, bool wasUp, int attempt, string reason, TimeSpan pause)
    {
        if (wasUp)
            Lost(context.Log, context.Plc.Name, reason, pause.TotalSeconds);
        else if (attempt == 1)
            NotConnected(context.Log, context.Plc.Name, reason, pause.TotalSeconds);
        else
            StillNotConnected(context.Log, context.Plc.Name, attempt, reason, pause.TotalSeconds);
    }

    [LoggerMessage(1004, LogLevel.Information, "{Plc}: disabled in the map; no connection is made.")]
    public static partial void Disabled(ILogger log, string plc);

    [LoggerMessage(1005, LogLevel.Information, "{Plc}: connection released for {Duration}; an engineer can have the slot.")]
    public static partial void Released(ILogger log, string plc, TimeSpan duration);

    [LoggerMessage(1006, LogLevel.Critical, "{Plc}: the session failed from within; this is a bug of the bridge, please report it. It starts again.")]
    public static partial void Broken(ILogger log, string plc, Exception exception);

    [LoggerMessage(1007, LogLevel.Warning, "{Sentence}")]
    public static partial void PasswordRefused(ILogger log, string sentence);

    [LoggerMessage(1010, LogLevel.Warning, "{Sentence}")]
    public static partial void BadTag(ILogger log, string sentence);

    [LoggerMessage(1011, LogLevel.Warning, "{Plc}: {Count} more tags can't be read; _Status/BadTags lists them.")]
    public static partial void MoreBadTags(ILogger log, string plc, int count);

    [LoggerMessage(1012, LogLevel.Information, "{Tag} answers again; all tags of its block come back.")]
    public static partial void TagsBack(ILogger log, string tag);

    [LoggerMessage(1013, LogLevel.Warning, "{Plc}: the PLC answers only {Items} items of a longer job; jobs are made no longer from now on.")]
    public static partial void ItemCapLearned(ILogger log, string plc, int items);

    [LoggerMessage(1014, LogLevel.Warning, "{Plc}: the PLC refuses a job of {Items} items that its PDU should hold (8500), and no item of it alone; jobs have at most {Cap} items from now on. Please report this with the PLC's type.")]
    public static partial void ItemCapHalved(ILogger log, string plc, int items, int cap);

    [LoggerMessage(1015, LogLevel.Warning, "{Plc}: {Reason}")]
    public static partial void JobRefused(ILogger log, string plc, string reason);

    [LoggerMessage(1016, LogLevel.Warning, "{Sentence}")]
    public static partial void ConditionBegins(ILogger log, string sentence);

    [LoggerMessage(1017, LogLevel.Information, "{Plc}: the PLC answers reads again.")]
    public static partial void ConditionLifted(ILogger log, string plc);

    [LoggerMessage(1018, LogLevel.Warning, "{Plc}: scan class {Scan} was not confirmed in time; its values are uncertain.")]
    public static partial void NotConfirmed(ILogger log, string plc, string scan);

    [LoggerMessage(1019, LogLevel.Warning, "{Plc}: the map asks for {Wanted:F0} requests/s, the load ceiling is {Ceiling:F0}; cycles are stretched. Slow classes down, or raise load.requestsPerSecond if the CPU has time to spare.")]
    public static partial void Stretched(ILogger log, string plc, double wanted, double ceiling);

    [LoggerMessage(1020, LogLevel.Warning, "{Sentence}")]
    public static partial void WriteRefused(ILogger log, string sentence);

    [LoggerMessage(1021, LogLevel.Warning, "{Plc}: the heartbeat can't be written to {Address}: {Reason}.")]
    public static partial void HeartbeatRefused(ILogger log, string plc, string address, string reason);

    [LoggerMessage(1022, LogLevel.Warning, "{Sentence}")]
    public static partial void LayoutChanged(ILogger log, string sentence);

    [LoggerMessage(1023, LogLevel.Information, "{Plc}: no data block is in doubt any more; all tags are read again.")]
    public static partial void LayoutSettled(ILogger log, string plc);

    [LoggerMessage(1024, LogLevel.Information, "{Plc}: the CPU does not tell what its blocks look like ({Reason}); a download with another layout is not noticed.")]
    public static partial void LayoutsSilent(ILogger log, string plc, string reason);

    [LoggerMessage(1025, LogLevel.Warning, "{Sentence}")]
    private static partial void Slowed(ILogger log, string sentence);

    [LoggerMessage(1026, LogLevel.Information, "{Plc}: scan class {Scan} keeps up again and is read every {Interval:F0} ms.")]
    private static partial void Hastened(ILogger log, string plc, string scan, double interval);

    /// <summary>Tells that a class is read at another pace from now on.</summary>
    public static void Paced(PlcContext context, ScanGroup scan, TimeSpan before, TimeSpan now)
    {
        var interval = now.TotalMilliseconds;
        if (now < before)
        {
            Hastened(context.Log, context.Plc.Name, scan.Name, interval);
            return;
        }
        var sentence = $"{context.Plc.Name}: scan class {scan.Name} does not keep up with {scan.Interval.TotalMilliseconds:0} ms and is read every {interval:0} ms until it does. "
            + "Give it a longer interval, move tags that need not be fast to another class, or look at what else asks this CPU.";
        context.StatusStore.Error(sentence);
        Slowed(context.Log, sentence);
    }

    [LoggerMessage(1027, LogLevel.Warning, "{Sentence}")]
    private static partial void Demoted(ILogger log, string sentence);

    [LoggerMessage(1028, LogLevel.Information, "{Plc}: the PLC is read {Times}.")]
    public static partial void Promoted(ILogger log, string plc, string times);

    /// <summary>Tells that a whole PLC is asked less from now on.</summary>
    public static void Demoted(PlcContext context)
    {
        var sentence = $"{context.Plc.Name}: the PLC left jobs unanswered on one connection after the other; it is asked for one job at a time and read {context.Pace.Factor} times as slowly as the map says, until that holds for five minutes. "
            + "Give its scan classes longer intervals, lower 'maxJobs', raise 'timeout', or look at what else asks this CPU; _Status/Restore tries the full pace at once.";
        context.StatusStore.Error(sentence);
        Demoted(context.Log, sentence);
    }

    /// <summary>Tells that a whole PLC is asked more again.</summary>
    public static void Promoted(PlcContext context) => Promoted(context.Log, context.Plc.Name, context.Pace.Factor == 1 ? "as the map says again" : $"{context.Pace.Factor} times as slowly as the map says");

    [LoggerMessage(1029, LogLevel.Warning, "{Sentence}")]
    public static partial void ProgramChanged(ILogger log, string sentence);

    [LoggerMessage(1033, LogLevel.Information, "{Plc}: scan class {Scan} is polled, the CPU does not send its changes ({Reason}).")]
    public static partial void Polled(ILogger log, string plc, string scan, string reason);

    [LoggerMessage(1032, LogLevel.Warning, "{Plc}: the CPU does not tell its blocks ({Reason}); a download is noticed where an item says so.")]
    public static partial void ProgramSilent(ILogger log, string plc, string reason);

    [LoggerMessage(1030, LogLevel.Information, "{Plc}: the CPU is in {State}.")]
    public static partial void CpuState(ILogger log, string plc, string state);

    [LoggerMessage(1031, LogLevel.Warning, "{Plc}: the CPU does not tell its state ({Reason}); values are shown as they are read.")]
    public static partial void CpuSilent(ILogger log, string plc, string reason);
}
