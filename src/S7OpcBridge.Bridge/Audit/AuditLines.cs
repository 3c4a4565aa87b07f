using System.Net;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>The lines of <see cref="AuditLog"/>.</summary>
internal static partial class AuditLines
{
    [LoggerMessage(320, LogLevel.Information, "LOGIN by {User} from {Remote}: {Text} [{Number}]")]
    public static partial void LoggedIn(ILogger logger, string user, EndPoint? remote, string text, long number);

    [LoggerMessage(321, LogLevel.Warning, "REFUSED {User} from {Remote} with {Status}: {Text} [{Number}]")]
    public static partial void Refused(ILogger logger, string user, EndPoint? remote, string status, string text, long number);

    [LoggerMessage(326, LogLevel.Warning, "REJECTED certificate {Certificate} from {Remote} with {Status}: {Text} [{Number}]")]
    public static partial void Rejected(ILogger logger, string certificate, EndPoint? remote, string status, string text, long number);

    [LoggerMessage(322, LogLevel.Warning, "DENIED {User} from {Remote}: {Text} [{Number}]")]
    public static partial void Denied(ILogger logger, string user, EndPoint? remote, string text, long number);

    [LoggerMessage(325, LogLevel.Information, "CERTIFICATES by {User} from {Remote} ({Application}): {Text} {Status} [{Number}]")]
    public static partial void Configured(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        string text,
        string status,
        long number
    );

    [LoggerMessage(328, LogLevel.Information, "ROLES by {User} from {Remote} ({Application}): {Text} {Status} [{Number}]")]
    public static partial void RoleChanged(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        string text,
        string status,
        long number
    );

    [LoggerMessage(329, LogLevel.Information, "USERS by {User} from {Remote} ({Application}): {Text} {Status} [{Number}]")]
    public static partial void UserChanged(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        string text,
        string status,
        long number
    );

    [LoggerMessage(
        323,
        LogLevel.Information,
        "WRITE by {User} from {Remote} ({Application}): {Node}{Range} was {Before}, should be {After}: {Answer} " + "[{Number}]"
    )]
    public static partial void Wrote(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        string node,
        string range,
        string before,
        string after,
        string answer,
        long number
    );

    [LoggerMessage(
        330,
        LogLevel.Information,
        "WRITES by {User}, last from {Remote} ({Application}): {Count} more in a minute to nodes of {Plc}, {Refused} of them not Good [{Number}]"
    )]
    public static partial void WroteMany(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        long count,
        string plc,
        long refused,
        long number
    );

    [LoggerMessage(EventId = 331, Message = "MORE {What} by {User}, last from {Remote}: {Count} more in a minute [{Number}]")]
    public static partial void More(ILogger logger, LogLevel level, string what, string user, EndPoint? remote, long count, long number);

    [LoggerMessage(324, LogLevel.Information, "CALL by {User} from {Remote} ({Application}): {Method}({Arguments}): {Answer} [{Number}]")]
    public static partial void Called(
        ILogger logger,
        string user,
        EndPoint? remote,
        string application,
        string method,
        string arguments,
        string answer,
        long number
    );

    [LoggerMessage(327, LogLevel.Warning, "RELOAD: {Text} [{Number}]")]
    public static partial void Reload(ILogger logger, string text, long number);

    [LoggerMessage(EventId = 332, Message = "PAGE {Action} by {User} from {Remote}: {Text} {Status} [{Number}]")]
    public static partial void Acted(
        ILogger logger,
        LogLevel level,
        string user,
        EndPoint? remote,
        string action,
        string text,
        string status,
        long number
    );
}
