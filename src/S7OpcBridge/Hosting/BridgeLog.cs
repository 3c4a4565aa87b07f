using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Hosting;

/// <summary>Log messages of the program itself; event ids 100–199.</summary>
internal static partial class BridgeLog
{
    [LoggerMessage(100, LogLevel.Information, "Serving {Tags} tags of {Plcs} PLCs at {Endpoint} as {Name}.")]
    public static partial void Started(ILogger logger, int tags, int plcs, string endpoint, string name);

    [LoggerMessage(101, LogLevel.Warning, "Policy None is on at {Endpoint}: nothing is encrypted or signed.")]
    public static partial void PolicyNone(ILogger logger, string endpoint);

    [LoggerMessage(102, LogLevel.Warning, "{Plc} is SIMULATED: its values come from a soft PLC in this process.")]
    public static partial void Simulated(ILogger logger, string plc);

    [LoggerMessage(103, LogLevel.Information, "Stopping: subscribers are notified, PLC connections are closed.")]
    public static partial void Stopping(ILogger logger);

    [LoggerMessage(104, LogLevel.Information, "Stopped.")]
    public static partial void Stopped(ILogger logger);

    [LoggerMessage(
        108,
        LogLevel.Error,
        "A request of 'doctor', 'watch' or 'health' failed by an internal error; this is a bug, please report it with this " + "line."
    )]
    public static partial void NoLocalAnswer(ILogger logger, Exception exception);

    [LoggerMessage(
        106,
        LogLevel.Warning,
        "The system grants this process {Handles} open files: at most {Connections} clients can be connected. Raise the "
            + "limit (ulimit -n, LimitNOFILE=) if there are more."
    )]
    public static partial void FewHandles(ILogger logger, int handles, int connections);

    [LoggerMessage(107, LogLevel.Warning, "What the bridge prints at the start could not be written: {Reason}")]
    public static partial void NoBanner(ILogger logger, string reason);

    [LoggerMessage(109, LogLevel.Critical, "The bridge did not start: {Reason}")]
    public static partial void NotStarted(ILogger logger, string reason);

    [LoggerMessage(110, LogLevel.Error, "{File}:{Line}:{Column}: {Sentence}")]
    public static partial void MapError(ILogger logger, string file, int line, int column, string sentence);

    [LoggerMessage(111, LogLevel.Warning, "{File}:{Line}:{Column}: {Sentence}")]
    public static partial void MapWarning(ILogger logger, string file, int line, int column, string sentence);

    [LoggerMessage(112, LogLevel.Information, "Recorded tags: {Tags}; {Place}.")]
    public static partial void Recording(ILogger logger, int tags, string place);

    [LoggerMessage(113, LogLevel.Error, "NOTHING IS RECORDED, and clients can read no history: {Reason}")]
    public static partial void NotRecording(ILogger logger, string reason);

    [LoggerMessage(114, LogLevel.Error, "{Fault}")]
    public static partial void NotWritable(ILogger logger, string fault);

    [LoggerMessage(
        105,
        LogLevel.Information,
        "'doctor' and 'watch' will open connections of their own instead of asking this bridge: {Reason}"
    )]
    public static partial void NoLocalSocket(ILogger logger, string reason);
}
