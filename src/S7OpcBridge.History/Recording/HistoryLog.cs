using Microsoft.Extensions.Logging;

namespace S7OpcBridge.History.Recording;

/// <summary>Log messages of the store: ids 600–619.</summary>
internal static partial class HistoryLog
{
    [LoggerMessage(
        600,
        LogLevel.Information,
        "History in {Folder}: {Series} series, {Days} days; {Replayed} values of the journal read in {Seconds:F1} s."
    )]
    public static partial void Opened(ILogger log, string folder, int series, int days, long replayed, double seconds);

    [LoggerMessage(601, LogLevel.Error, "History is not written: {Reason} Values are lost until this ends; it is tried again by itself.")]
    public static partial void CannotWrite(ILogger log, string reason);

    [LoggerMessage(602, LogLevel.Warning, "History is written again; {Lost} values were lost.")]
    public static partial void WritesAgain(ILogger log, long lost);

    [LoggerMessage(603, LogLevel.Error, "History is damaged: {What} The values around it are read as BadDataLost.")]
    public static partial void Damaged(ILogger log, string what);

    [LoggerMessage(604, LogLevel.Information, "History of {Day} was deleted: {Reason}.")]
    public static partial void Deleted(ILogger log, string day, string reason);

    [LoggerMessage(605, LogLevel.Warning, "{Path} could not be deleted: {Reason} It is tried again.")]
    public static partial void NotDeleted(ILogger log, string path, string reason);

    [LoggerMessage(
        606,
        LogLevel.Warning,
        "The history of {Day} was put aside as {Path}, because it could not be written; a new file was begun."
    )]
    public static partial void PutAside(ILogger log, string day, string path);

    [LoggerMessage(607, LogLevel.Warning, "More values came than history can commit: {Waiting} wait. What comes on top is lost.")]
    public static partial void Overflow(ILogger log, int waiting);

    [LoggerMessage(
        610,
        LogLevel.Warning,
        "History cannot be moved from the journal to the file of its day: {Reason} Nothing is lost yet; it is tried again."
    )]
    public static partial void StoreLate(ILogger log, string reason);

    [LoggerMessage(608, LogLevel.Warning, "The PostgreSQL server takes no history: {Reason} Chunks are kept in {Folder} until it does.")]
    public static partial void ServerAway(ILogger log, string reason, string folder);

    [LoggerMessage(609, LogLevel.Information, "The PostgreSQL server takes history; {Unsent} chunks are to be sent.")]
    public static partial void ServerBack(ILogger log, long unsent);
}
