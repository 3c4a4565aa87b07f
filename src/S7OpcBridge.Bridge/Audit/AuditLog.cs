using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Words;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>
/// Logs who did what: one structured line for every login, refusal, write and method call, in a log category of its own, so that it can be stored separately or
/// turned off. It contains no secrets; texts chosen by clients are shortened to one line. Each line ends with its number since the start, so that a gap shows
/// how many lines a log collector has lost.
/// </summary>
internal sealed class AuditLog : IDisposable
{
    /// <summary>Lines of one kind about one user in a minute; writes: about one user and PLC.</summary>
    public const int LinesPerMinute = 100;

    /// <summary>Refusals of one client address in a minute.</summary>
    public const int RefusalsPerMinute = 20;

    // Users and PLCs are few, strangers may be any number. All beyond these numbers are counted as one.
    private const int MostUsers = 1000,
        MostStrangers = 20;

    /// <summary>The log category.</summary>
    public const string Category = "S7OpcBridge.Audit";

    private const string Nobody = "anonymous";
    private const int MaxText = 2000;

    private readonly ILogger _logger;
    private readonly Func<NodeId, string> _plcOf;
    private readonly LineSums _writes,
        _ofUsers,
        _ofStrangers;
    private long _lines;

    /// <summary>Logs to <paramref name="logger"/>.</summary>
    /// <param name="logger">Receives the lines.</param>
    /// <param name="time">The clock of the sums.</param>
    /// <param name="plcOf">The PLC of a node; empty: of none.</param>
    public AuditLog(ILogger logger, TimeProvider time, Func<NodeId, string> plcOf)
    {
        (_logger, _plcOf) = (logger, plcOf);
        _writes = new LineSums(time, LinesPerMinute, MostUsers, TellWrites);
        _ofUsers = new LineSums(time, LinesPerMinute, MostUsers, sum => TellMore(LogLevel.Information, sum, NameOf(sum.Who)));
        _ofStrangers = new LineSums(time, RefusalsPerMinute, MostStrangers, sum => TellMore(LogLevel.Warning, sum, sum.Who ?? ""));
    }

    /// <summary>False where the category is disabled; then no line is prepared.</summary>
    public bool IsOn => _logger.IsEnabled(LogLevel.Information);

    /// <summary>Logs an event of the server where it belongs to the audit.</summary>
    public void Tell(UaServerEvent happened)
    {
        switch (happened)
        {
            case SessionActivated activated when MayLogUser(activated.User, "LOGIN", happened.Remote):
                AuditLines.LoggedIn(
                    _logger,
                    NameOf(activated.User),
                    happened.Remote,
                    Printable.From(happened.Text, MaxText),
                    Next(LogLevel.Information)
                );
                break;
            case SessionRejected rejected when MayLogStranger("REFUSED", happened.Remote):
                AuditLines.Refused(
                    _logger,
                    NameOf(rejected.User),
                    happened.Remote,
                    StatusCodes.NameOf(rejected.Status),
                    Printable.From(happened.Text, MaxText),
                    Next(LogLevel.Warning)
                );
                break;
            case ChannelRejected { CertificateName: { } certificate } channel when MayLogStranger("REJECTED", happened.Remote):
                AuditLines.Rejected(
                    _logger,
                    certificate,
                    happened.Remote,
                    StatusCodes.NameOf(channel.Status),
                    Printable.From(happened.Text, MaxText),
                    Next(LogLevel.Warning)
                );
                break;
            case AccessDenied denied when MayLogUser(denied.Caller.User, "DENIED", happened.Remote):
                AuditLines.Denied(
                    _logger,
                    NameOf(denied.Caller.User),
                    happened.Remote,
                    Printable.From(happened.Text, MaxText),
                    Next(LogLevel.Warning)
                );
                break;
            case ConfigurationCalled called when MayLogUser(called.Caller.User, "CERTIFICATES", happened.Remote):
                AuditLines.Configured(
                    _logger,
                    NameOf(called.Caller.User),
                    happened.Remote,
                    ApplicationOf(called.Caller),
                    Printable.From(happened.Text, MaxText),
                    StatusCodes.NameOf(called.Status),
                    Next(LogLevel.Information)
                );
                break;
            case RoleMappingChanged role when MayLogUser(role.Caller.User, "ROLES", happened.Remote):
                AuditLines.RoleChanged(
                    _logger,
                    NameOf(role.Caller.User),
                    happened.Remote,
                    ApplicationOf(role.Caller),
                    Printable.From(happened.Text, MaxText),
                    StatusCodes.NameOf(role.Status),
                    Next(LogLevel.Information)
                );
                break;
            case UsersChanged users when MayLogUser(users.Caller.User, "USERS", happened.Remote):
                AuditLines.UserChanged(
                    _logger,
                    NameOf(users.Caller.User),
                    happened.Remote,
                    ApplicationOf(users.Caller),
                    Printable.From(happened.Text, MaxText),
                    StatusCodes.NameOf(users.Status),
                    Next(LogLevel.Information)
                );
                break;
        }
    }

    /// <summary>Writes the lines that sum up what was not logged by itself.</summary>
    public void Dispose()
    {
        _writes.Dispose();
        _ofUsers.Dispose();
        _ofStrangers.Dispose();
    }

    /// <summary>
    /// Logs a write with its result. Many writes of a user to a PLC become one line with their number (<see cref="LineSums"/>). Writes that roles forbid are
    /// logged once
    /// per request (DENIED) and not here.
    /// </summary>
    public void Write(UaCaller caller, WriteOutcome write)
    {
        if (write.Status == StatusCodes.BadUserAccessDenied)
            return;
        if (!_writes.MayLog(caller.User, _plcOf(write.Node), new LineSource(caller.Remote, caller.ApplicationUri), write.Status.IsGood))
            return;
        var node = Printable.From(write.Attribute == AttributeId.Value ? write.Node.ToString() : $"{write.Node} {write.Attribute}");
        var range = string.IsNullOrEmpty(write.Range) ? "" : $"[{Printable.From(write.Range)}]";
        // The client may have given up. The value may then have been written or not, so the audit says that it was sent.
        var answer = write.Status == StatusCodes.BadRequestInterrupted ? "given up before the answer" : StatusCodes.NameOf(write.Status);
        AuditLines.Wrote(
            _logger,
            NameOf(caller.User),
            caller.Remote,
            ApplicationOf(caller),
            node,
            range,
            AuditText.Format(write.Before),
            AuditText.Format(write.After),
            answer,
            Next(LogLevel.Information)
        );
    }

    /// <summary>Logs a method call with its result.</summary>
    public void Call(UaCaller caller, NodeId method, IReadOnlyList<Variant> arguments, string answer)
    {
        if (!MayLogUser(caller.User, "CALL", caller.Remote))
            return;
        AuditLines.Called(
            _logger,
            NameOf(caller.User),
            caller.Remote,
            ApplicationOf(caller),
            Printable.From(method.ToString()),
            AuditText.Format(arguments),
            answer,
            Next(LogLevel.Information)
        );
    }

    /// <summary>Logs a login to the web page, or its refusal.</summary>
    public void Page(string user, EndPoint? remote, bool isAdmitted)
    {
        if (!(isAdmitted ? MayLogUser(user, "LOGIN", remote) : MayLogStranger("REFUSED", remote)))
            return;
        if (isAdmitted)
            AuditLines.LoggedIn(_logger, NameOf(user), remote, "The user may see the status page.", Next(LogLevel.Information));
        else
            AuditLines.Refused(
                _logger,
                NameOf(user),
                remote,
                nameof(StatusCodes.BadUserAccessDenied),
                "The status page was requested with a wrong user name or password, " + "or too soon after one.",
                Next(LogLevel.Warning)
            );
    }

    /// <summary>Logs what a user changed on the web page, or tried to.</summary>
    public void Act(PageAction action)
    {
        if (!MayLogUser(action.User, "PAGE", action.Remote))
            return;
        var level = action.Status.IsGood ? LogLevel.Information : LogLevel.Warning;
        AuditLines.Acted(
            _logger,
            level,
            NameOf(action.User),
            action.Remote,
            action.Name,
            Printable.From(action.Text, MaxText),
            StatusCodes.NameOf(action.Status),
            Next(level)
        );
    }

    /// <summary>Logs what a reload of the map newly permits.</summary>
    public void Reloaded(string sentence) => AuditLines.Reload(_logger, Printable.From(sentence, MaxText), Next(LogLevel.Warning));

    private bool MayLogUser(string? user, string kind, EndPoint? remote) => _ofUsers.MayLog(user, kind, new LineSource(remote));

    // By the address, since a stranger may choose any name.
    private bool MayLogStranger(string kind, EndPoint? remote) =>
        _ofStrangers.MayLog(ClientNetwork.From(remote).ToString(), kind, new LineSource(remote));

    private void TellWrites(LineSum sum) =>
        AuditLines.WroteMany(
            _logger,
            sum.IsMixed ? "several users" : NameOf(sum.Who),
            sum.Last.Remote,
            Printable.From(sum.Last.Application),
            sum.Count,
            sum.IsMixed ? "several PLCs"
                : sum.What.Length == 0 ? "no PLC"
                : Printable.From(sum.What),
            sum.Refused,
            Next(LogLevel.Information)
        );

    private void TellMore(LogLevel level, LineSum sum, string who) =>
        AuditLines.More(
            _logger,
            level,
            sum.IsMixed ? "several kinds" : sum.What,
            sum.IsMixed ? "several" : who,
            sum.Last.Remote,
            sum.Count,
            Next(level)
        );

    // A line that is not logged gets no number, so that no gap appears.
    private long Next(LogLevel level) => _logger.IsEnabled(level) ? Interlocked.Increment(ref _lines) : 0;

    private static string NameOf(string? user) => user is null ? Nobody : $"'{Printable.From(user, 64)}'";

    private static string ApplicationOf(UaCaller caller) => Printable.From(caller.ApplicationUri);
}
