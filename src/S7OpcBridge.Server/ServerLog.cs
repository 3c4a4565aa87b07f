using Microsoft.Extensions.Logging;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Tells the log what happens between the stack and its clients. The stack brings whole sentences; here they get a level and an id.</summary>
internal sealed partial class ServerLog(ILogger logger)
{
    private const int MaxText = 2000;

    /// <summary>Tells one happening.</summary>
    public void Tell(UaServerEvent happened)
    {
        switch (happened)
        {
            case RequestFailed failed:
                Bug(logger, failed.Text, failed.Exception);
                break;
            case SessionActivated or SessionRejected or AccessDenied or ConfigurationCalled:
                break; // AuditLog tells these
            case ConnectionRefused or ChannelRejected or GarbageReceived:
                Refused(logger, Line(happened));
                break;
            case NameNotInCertificate or RegistrationChanged { IsTrouble: true }:
                Advice(logger, Line(happened));
                break;
            case SessionCreated or SessionClosed or RegistrationChanged:
                Session(logger, Line(happened));
                break;
            default:
                Connection(logger, Line(happened));
                break;
        }
    }

    /// <summary>Tells that publishing has ended, which it never does by itself.</summary>
    public void TellEnd(Task publishing) => PublishingEnded(logger, publishing.Exception);

    // Clients choose their names; none of them may look like a line of ours.
    private static string Line(UaServerEvent happened) => Printable.Of(happened.Text, MaxText);

    [LoggerMessage(300, LogLevel.Debug, "{Text}")]
    private static partial void Connection(ILogger logger, string text);

    [LoggerMessage(301, LogLevel.Information, "{Text}")]
    private static partial void Session(ILogger logger, string text);

    [LoggerMessage(302, LogLevel.Warning, "{Text}")]
    private static partial void Refused(ILogger logger, string text);

    [LoggerMessage(303, LogLevel.Error, "{Text}")]
    private static partial void Bug(ILogger logger, string text, Exception exception);

    [LoggerMessage(304, LogLevel.Critical, "Values are not published any more: this is a bug, please report it. Restart the bridge.")]
    private static partial void PublishingEnded(ILogger logger, Exception? exception);

    [LoggerMessage(305, LogLevel.Warning, "{Text}")]
    private static partial void Advice(ILogger logger, string text);
}
