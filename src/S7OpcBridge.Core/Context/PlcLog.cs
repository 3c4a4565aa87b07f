using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core.Context;

/// <summary>The log messages of sessions: one line per event, none per cycle. Core uses event ids 1000–1099.</summary>
internal static partial class PlcLog
{
    [LoggerMessage(1000, LogLevel.Information, "{Plc}: connected to {Host}:{Port}; PDU {PduSize} bytes, {MaxJobs} jobs in flight.")]
    public static partial void Connected(ILogger log, string plc, string host, int port, int pduSize, int maxJobs);

    [LoggerMessage(1001, LogLevel.Warning, "{Plc}: connection lost. {Reason} Trying again in {Pause:F1} s.")]
    private static partial void Lost(ILogger log, string plc, string reason, double pause);

    [LoggerMessage(1002, LogLevel.Warning, "{Plc}: no connection. {Reason} Trying again in {Pause:F1} s, then repeatedly.")]
    private static partial void NotConnected(ILogger log, string plc, string reason, double pause);

    [LoggerMessage(1003, LogLevel.Debug, "{Plc}: attempt {Attempt} failed. {Reason} Next in {Pause:F1} s.")]
    private static partial void StillNotConnected(ILogger log, string plc, int attempt, string reason, double pause);

    /// <summary>Logs that there is no connection: the first time as a warning, repetitions at debug level.</summary>
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

    [LoggerMessage(1005, LogLevel.Information, "{Plc}: connection released for {Duration}, so that an engineering tool can use it.")]
    public static partial void Released(ILogger log, string plc, TimeSpan duration);

    [LoggerMessage(
        1006,
        LogLevel.Critical,
        "{Plc}: the session failed by an internal error; this is a bug of the bridge, please report it. The session is " + "started again."
    )]
    public static partial void Broken(ILogger log, string plc, Exception exception);

    [LoggerMessage(1007, LogLevel.Warning, "{Sentence}")]
    public static partial void PasswordRefused(ILogger log, string sentence);

    [LoggerMessage(1010, LogLevel.Warning, "{Sentence}")]
    public static partial void BadTag(ILogger log, string sentence);

    [LoggerMessage(1011, LogLevel.Warning, "{Plc}: {Count} more tags can't be read; _Status/BadTags lists them.")]
    public static partial void MoreBadTags(ILogger log, string plc, int count);

    [LoggerMessage(1012, LogLevel.Information, "{Tag} can be read again; all tags of its block are read again.")]
    public static partial void TagsBack(ILogger log, string tag);

    [LoggerMessage(1035, LogLevel.Warning, "{Sentence}")]
    public static partial void TextDiffers(ILogger log, string sentence);

    [LoggerMessage(
        1036,
        LogLevel.Warning,
        "{Plc}: {Count} more texts have another maximum length in the PLC than in the map; 'doctor' names them."
    )]
    public static partial void MoreTextsDiffer(ILogger log, string plc, int count);

    [LoggerMessage(
        1013,
        LogLevel.Warning,
        "{Plc}: the PLC answers only {Items} items of a longer job; from now on jobs have at most that many."
    )]
    public static partial void ItemCapLearned(ILogger log, string plc, int items);

    [LoggerMessage(
        1014,
        LogLevel.Warning,
        "{Plc}: the PLC refuses a job of {Items} items that its PDU should hold (8500), and no item of it alone; jobs have "
            + "at most {Cap} items from now on. Please report this with the PLC's type."
    )]
    public static partial void ItemCapHalved(ILogger log, string plc, int items, int cap);

    [LoggerMessage(1015, LogLevel.Warning, "{Plc}: {Reason}")]
    public static partial void JobRefused(ILogger log, string plc, string reason);

    [LoggerMessage(1016, LogLevel.Warning, "{Sentence}")]
    public static partial void ConditionBegins(ILogger log, string sentence);

    [LoggerMessage(1017, LogLevel.Information, "{Plc}: the PLC answers reads again.")]
    public static partial void ConditionLifted(ILogger log, string plc);

    [LoggerMessage(1018, LogLevel.Warning, "{Plc}: scan class {Scan} was not confirmed in time; its values are uncertain.")]
    public static partial void NotConfirmed(ILogger log, string plc, string scan);

    [LoggerMessage(
        1019,
        LogLevel.Warning,
        "{Plc}: the map asks for {Wanted:F0} requests/s, the load ceiling is {Ceiling:F0}; cycles take longer. Use longer "
            + "intervals, or raise load.requestsPerSecond if the CPU has time to spare."
    )]
    public static partial void Stretched(ILogger log, string plc, double wanted, double ceiling);

    [LoggerMessage(1020, LogLevel.Warning, "{Sentence}")]
    public static partial void WriteRefused(ILogger log, string sentence);

    [LoggerMessage(1021, LogLevel.Warning, "{Plc}: the heartbeat can't be written to {Address}: {Reason}.")]
    public static partial void HeartbeatRefused(ILogger log, string plc, string address, string reason);

    [LoggerMessage(1022, LogLevel.Warning, "{Sentence}")]
    public static partial void LayoutChanged(ILogger log, string sentence);

    [LoggerMessage(1023, LogLevel.Information, "{Plc}: no data block has a changed layout any more; all tags are read again.")]
    public static partial void LayoutSettled(ILogger log, string plc);

    [LoggerMessage(
        1024,
        LogLevel.Information,
        "{Plc}: the CPU does not provide block information ({Reason}); a download with another layout cannot be " + "detected."
    )]
    public static partial void LayoutsSilent(ILogger log, string plc, string reason);

    [LoggerMessage(1025, LogLevel.Warning, "{Sentence}")]
    private static partial void Slowed(ILogger log, string sentence);

    [LoggerMessage(1026, LogLevel.Information, "{Plc}: scan class {Scan} keeps up again and is read every {Interval:F0} ms.")]
    private static partial void Hastened(ILogger log, string plc, string scan, double interval);

    /// <summary>Logs that a scan class is polled at another interval from now on.</summary>
    public static void Paced(PlcContext context, ScanGroup scan, TimeSpan before, TimeSpan now)
    {
        var interval = now.TotalMilliseconds;
        if (now < before)
        {
            Hastened(context.Log, context.Plc.Name, scan.Name, interval);
            return;
        }
        var sentence =
            $"{context.Plc.Name}: scan class {scan.Name} does not keep up with {scan.Interval.TotalMilliseconds:0} ms and is read every "
            + $"{interval:0} ms until it does. "
            + "Give it a longer interval, move tags that need not be fast to another class, or check what else reads from this CPU.";
        context.StatusStore.Error(sentence);
        Slowed(context.Log, sentence);
    }

    [LoggerMessage(1027, LogLevel.Warning, "{Sentence}")]
    private static partial void Demoted(ILogger log, string sentence);

    [LoggerMessage(1028, LogLevel.Information, "{Plc}: the PLC is read {Times}.")]
    public static partial void Promoted(ILogger log, string plc, string times);

    /// <summary>Logs that the whole PLC is polled more slowly from now on.</summary>
    public static void Demoted(PlcContext context)
    {
        var sentence =
            $"{context.Plc.Name}: the PLC did not answer jobs on several connections in a row; it now gets one job at a time and is read "
            + $"{context.Pace.Factor} times as slowly as configured, until this works for five minutes. "
            + "Give its scan classes longer intervals, lower 'maxJobs', raise 'timeout', or check what else reads from this CPU; the method _Status/Restore "
            + "returns to the configured intervals at once.";
        context.StatusStore.Error(sentence);
        Demoted(context.Log, sentence);
    }

    /// <summary>Logs that the whole PLC is polled faster again.</summary>
    public static void Promoted(PlcContext context) =>
        Promoted(
            context.Log,
            context.Plc.Name,
            context.Pace.Factor == 1 ? "at the configured intervals " + "again" : $"{context.Pace.Factor} times as slowly as configured"
        );

    [LoggerMessage(1029, LogLevel.Warning, "{Sentence}")]
    public static partial void ProgramChanged(ILogger log, string sentence);

    [LoggerMessage(1033, LogLevel.Information, "{Plc}: scan class {Scan} is polled, the CPU does not send its changes ({Reason}).")]
    public static partial void Polled(ILogger log, string plc, string scan, string reason);

    [LoggerMessage(
        1032,
        LogLevel.Warning,
        "{Plc}: the CPU does not list its blocks ({Reason}); a download is noticed only by failed items."
    )]
    public static partial void ProgramSilent(ILogger log, string plc, string reason);

    [LoggerMessage(1038, LogLevel.Information, "{Plc}: the CPU sends its alarms.")]
    public static partial void SendsAlarms(ILogger log, string plc);

    [LoggerMessage(
        1039,
        LogLevel.Warning,
        "{Plc}: the CPU sends no alarms: {Reason}. It is asked again every minute; its tags are read all the same."
    )]
    public static partial void NoAlarms(ILogger log, string plc, string reason);

    [LoggerMessage(
        1040,
        LogLevel.Warning,
        "{Plc}: the CPU does not list its pending alarms ({Reason}); those from before now are not seen."
    )]
    public static partial void NoAlarmList(ILogger log, string plc, string reason);

    [LoggerMessage(1037, LogLevel.Warning, "{Plc}: {Sentence} Nothing of it is read.")]
    public static partial void SymbolTooLarge(ILogger log, string plc, string sentence);

    [LoggerMessage(1030, LogLevel.Information, "{Plc}: the CPU is in {State}.")]
    public static partial void CpuState(ILogger log, string plc, string state);

    [LoggerMessage(1031, LogLevel.Warning, "{Plc}: the CPU does not report its operating state ({Reason}); a STOP cannot be detected.")]
    public static partial void CpuSilent(ILogger log, string plc, string reason);
}
