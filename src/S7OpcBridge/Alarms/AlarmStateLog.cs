using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Alarms;

/// <summary>Logs what happens to the file with the states of alarms.</summary>
internal sealed partial class AlarmStateLog(ILogger logger)
{
    /// <summary>Logs how many states were restored.</summary>
    public void Restored(int count, string path) => RestoredStates(logger, count, path);

    /// <summary>Logs that the file can't be used.</summary>
    public void Damaged(string path, string reason, string kept) => DamagedFile(logger, path, reason, kept);

    /// <summary>Logs that the file can't be written.</summary>
    public void NotStored(string path, string reason) => NotWritten(logger, path, reason);

    /// <summary>Logs that the file can be written again.</summary>
    public void StoredAgain(string path) => Written(logger, path);

    [LoggerMessage(365, LogLevel.Information, "The states of {Count} alarms were taken from {Path}.")]
    private static partial void RestoredStates(ILogger logger, int count, string path);

    [LoggerMessage(
        366,
        LogLevel.Error,
        "The states of alarms in {Path} can't be read ({Reason}). The bridge goes on without them: active alarms count as "
            + "unacknowledged. The file was kept as {Kept}."
    )]
    private static partial void DamagedFile(ILogger logger, string path, string reason, string kept);

    [LoggerMessage(
        367,
        LogLevel.Error,
        "The states of alarms can't be stored in {Path} ({Reason}): after a restart, acknowledged alarms would come again. "
            + "Make the folder writable, or name another file with 'alarms: {{ state: … }}' in the map."
    )]
    private static partial void NotWritten(ILogger logger, string path, string reason);

    [LoggerMessage(368, LogLevel.Information, "The states of alarms can be stored in {Path} again.")]
    private static partial void Written(ILogger logger, string path);
}
