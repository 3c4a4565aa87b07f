using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Bridge.Logging;

/// <summary>
/// Logs the events of the server. Their texts are complete sentences; this adds level and event id. Of what one client address causes the first
/// <see cref="LinesPerMinute"/> lines of a kind are logged in each minute, and how many more there were.
/// </summary>
internal sealed partial class ServerLog : IDisposable
{
    /// <summary>Lines of one kind about one address in a minute.</summary>
    public const int LinesPerMinute = 20;

    // Of so many addresses each has its own lines; all others share theirs.
    private const int MostAccounts = 20;

    private const int MaxText = 2000;

    private readonly ILogger _logger;
    private readonly LineSums _sums;

    /// <summary>Logs to <paramref name="logger"/>.</summary>
    public ServerLog(ILogger logger, TimeProvider time) =>
        (_logger, _sums) = (
            logger,
            new LineSums(
                time,
                LinesPerMinute,
                MostAccounts,
                sum => More(logger, sum.Count, sum.IsMixed ? "several kinds" : sum.What, sum.Last.Remote)
            )
        );

    public void Log(UaServerEvent happened)
    {
        if (!IsDue(happened))
            return;
        var logger = _logger;
        switch (happened)
        {
            case RequestFailed failed:
                Bug(logger, Line(happened), failed.Exception);
                break;
            case SessionActivated or SessionRejected or AccessDenied or ConfigurationCalled or RoleMappingChanged or UsersChanged:
                break; // in AuditLog
            case ConnectionRefused or ChannelRejected or GarbageReceived:
                Refused(logger, Line(happened));
                break;
            case NameNotInCertificate or RegistrationChanged { IsTrouble: true } or AcceptingChanged { IsTrouble: true }:
                Advice(logger, Line(happened));
                break;
            case ReverseConnectChanged { IsTrouble: true }:
                NotDialled(logger, Line(happened));
                break;
            case ReverseConnectChanged:
                Dialled(logger, Line(happened));
                break;
            case SessionCreated or SessionClosed or RegistrationChanged or AcceptingChanged:
                Session(logger, Line(happened));
                break;
            default:
                Connection(logger, Line(happened));
                break;
        }
    }

    /// <summary>Logs how many lines were left out since the last sum.</summary>
    public void Dispose() => _sums.Dispose();

    /// <summary>Logs that a loop stands still.</summary>
    public void StandsStill(string sentence) => Stalled(_logger, sentence);

    /// <summary>Logs that a loop makes progress again.</summary>
    public void MovesAgain(string what, DateTimeOffset since) => Moves(_logger, what, since.UtcDateTime);

    /// <summary>Logs that a loop failed and was restarted.</summary>
    public void Restarted(string what, int times, Exception exception) => BegunAgain(_logger, what, times, exception);

    /// <summary>Logs that a value could not be published.</summary>
    public void NotPublished(string tag, Exception exception) => Unpublished(_logger, tag, exception);

    private bool IsDue(UaServerEvent happened)
    {
        var kind = happened switch
        {
            ConnectionRefused or ChannelRejected or GarbageReceived => "refused connections",
            SessionCreated or SessionClosed => "sessions that began or ended",
            ReverseConnectChanged => "reverse connections",
            RequestFailed => "requests that failed inside the server",
            _ => null,
        };
        return kind is null || _sums.MayLog(ClientNetwork.From(happened.Remote).ToString(), kind, new LineSource(happened.Remote));
    }

    // Names chosen by clients must not look like a line of this log.
    private static string Line(UaServerEvent happened) => Printable.From(happened.Text, MaxText);

    [LoggerMessage(300, LogLevel.Debug, "{Text}")]
    private static partial void Connection(ILogger logger, string text);

    [LoggerMessage(301, LogLevel.Information, "{Text}")]
    private static partial void Session(ILogger logger, string text);

    [LoggerMessage(302, LogLevel.Warning, "{Text}")]
    private static partial void Refused(ILogger logger, string text);

    [LoggerMessage(303, LogLevel.Error, "{Text}")]
    private static partial void Bug(ILogger logger, string text, Exception exception);

    [LoggerMessage(304, LogLevel.Warning, "{Count} more lines in a minute about {What}, last from {Remote}")]
    private static partial void More(ILogger logger, long count, string what, EndPoint? remote);

    [LoggerMessage(305, LogLevel.Warning, "{Text}")]
    private static partial void Advice(ILogger logger, string text);

    [LoggerMessage(306, LogLevel.Critical, "{Text}")]
    private static partial void Stalled(ILogger logger, string text);

    [LoggerMessage(307, LogLevel.Warning, "{What} is running again; it had stood still since {Since:HH:mm:ss} UTC.")]
    private static partial void Moves(ILogger logger, string what, DateTime since);

    [LoggerMessage(
        308,
        LogLevel.Critical,
        "{What} failed by an internal error and was started again; {Times} such restarts so far. This is a bug, please "
            + "report it with this line."
    )]
    private static partial void BegunAgain(ILogger logger, string what, int times, Exception exception);

    [LoggerMessage(
        309,
        LogLevel.Error,
        "{Tag} has a value that could not be published; it is BadInternalError until its next value. This is a bug, please "
            + "report it with this line."
    )]
    private static partial void Unpublished(ILogger logger, string tag, Exception exception);

    [LoggerMessage(310, LogLevel.Information, "{Text}")]
    private static partial void Dialled(ILogger logger, string text);

    [LoggerMessage(311, LogLevel.Warning, "{Text}")]
    private static partial void NotDialled(ILogger logger, string text);
}
