using Microsoft.Extensions.Logging;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Logging;

/// <summary>Logs the events of the server. Their texts are complete sentences; this adds level and event id.</summary>
internal sealed partial class ServerLog(ILogger logger)
{
    private const int MaxText = 2000;

    /// <summary>Logs one event.</summary>
    public void Tell(UaServerEvent happened)
    {
        switch (happened)
        {
            case RequestFailed failed:
                Bug(logger, failed.Text, failed.Exception);
                break;
            case SessionActivated or SessionRejected or AccessDenied or ConfigurationCalled or RoleMappingChanged or UsersChanged:
                break; // in AuditLog
            case ConnectionRefused or ChannelRejected or GarbageReceived:
                Refused(logger, Line(happened));
                break;
            case NameNotInCertificate or RegistrationChanged { IsTrouble: true } or AcceptingChanged { IsTrouble: true }:
                Advice(logger, Line(happened));
                break;
            case SessionCreated or SessionClosed or RegistrationChanged or AcceptingChanged:
                Session(logger, Line(happened));
                break;
            default:
                Connection(logger, Line(happened));
                break;
        }
    }

    /// <summary>Logs that a loop stands still.</summary>
    public void StandsStill(string sentence) => Stalled(logger, sentence);

    /// <summary>Logs that a loop makes progress again.</summary>
    public void MovesAgain(string what, DateTimeOffset since) => Moves(logger, what, since.UtcDateTime);

    /// <summary>Logs that a loop failed and was restarted.</summary>
    public void Restarted(string what, int times, Exception exception) => BegunAgain(logger, what, times, exception);

    /// <summary>Logs that a value could not be published.</summary>
    public void NotPublished(string tag, Exception exception) => Unpublished(logger, tag, exception);

    // Names chosen by clients must not look like a line of this log.
    private static string Line(UaServerEvent happened) => Printable.Of(happened.Text, MaxText);

    [LoggerMessage(300, LogLevel.Debug, "{Text}")]
    private static partial void Connection(ILogger logger, string text);

    [LoggerMessage(301, LogLevel.Information, "{Text}")]
    private static partial void Session(ILogger logger, string text);

    [LoggerMessage(302, LogLevel.Warning, "{Text}")]
    private static partial void Refused(ILogger logger, string text);

    [LoggerMessage(303, LogLevel.Error, "{Text}")]
    private static partial void Bug(ILogger logger, string text, Exception exception);

    [LoggerMessage(305, LogLevel.Warning, "{Text}")]
    private static partial void Advice(ILogger logger, string text);

    [LoggerMessage(306, LogLevel.Critical, "{Text}")]
    private static partial void Stalled(ILogger logger, string text);

    [LoggerMessage(307, LogLevel.Warning, "{What} is running again; it had stood still since {Since:HH:mm:ss} UTC.")]
    private static partial void Moves(ILogger logger, string what, DateTime since);

    [LoggerMessage(308, LogLevel.Critical, "{What} failed by an internal error and was started again; {Times} such restarts so far. This is a bug, please "
        + "report it with this line.")]
    private static partial void BegunAgain(ILogger logger, string what, int times, Exception exception);

    [LoggerMessage(309, LogLevel.Error, "{Tag} has a value that could not be published; it is BadInternalError until its next value. This is a bug, please "
        + "report it with this line.")]
    private static partial void Unpublished(ILogger logger, string tag, Exception exception);
}
