namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>What happened to sessions and requests of the whole server: the counts of ServerDiagnosticsSummaryDataType (OPC 10000-5, 12.9).</summary>
internal sealed class ServerCounters
{
    private uint _securityRejectedSessions,
        _rejectedSessions,
        _timeouts,
        _aborts,
        _securityRejectedRequests,
        _rejectedRequests;

    private long _historyAnswers,
        _historyCut;

    /// <summary>Answers to HistoryRead, and those among them that were cut short because their time was over or the memory was short.</summary>
    public (long Answers, long CutShort) HistoryReads => (Volatile.Read(ref _historyAnswers), Volatile.Read(ref _historyCut));

    /// <summary>Sessions that were refused.</summary>
    public uint RejectedSessions => Volatile.Read(ref _rejectedSessions);

    /// <summary>A session was refused, by CreateSession or by ActivateSession.</summary>
    public void CountRejectedSession(StatusCode why)
    {
        Interlocked.Increment(ref _rejectedSessions);
        if (IsSecurity(why))
            Interlocked.Increment(ref _securityRejectedSessions);
    }

    /// <summary>A session ended.</summary>
    public void CountEnd(SessionEnd how)
    {
        if (how == SessionEnd.TimedOut)
            Interlocked.Increment(ref _timeouts);
        else if (how == SessionEnd.Terminated)
            Interlocked.Increment(ref _aborts);
    }

    /// <summary>A request was answered with a fault.</summary>
    public void CountRejectedRequest(StatusCode why)
    {
        Interlocked.Increment(ref _rejectedRequests);
        if (IsSecurity(why))
            Interlocked.Increment(ref _securityRejectedRequests);
    }

    /// <summary>A HistoryRead was answered.</summary>
    public void CountHistoryRead(bool isCutShort)
    {
        Interlocked.Increment(ref _historyAnswers);
        if (isCutShort)
            Interlocked.Increment(ref _historyCut);
    }

    /// <summary>Puts the counts into a summary.</summary>
    public void AddTo(ServerDiagnosticsSummaryDataType summary)
    {
        summary.SecurityRejectedSessionCount = Volatile.Read(ref _securityRejectedSessions);
        summary.RejectedSessionCount = Volatile.Read(ref _rejectedSessions);
        summary.SessionTimeoutCount = Volatile.Read(ref _timeouts);
        summary.SessionAbortCount = Volatile.Read(ref _aborts);
        summary.SecurityRejectedRequestsCount = Volatile.Read(ref _securityRejectedRequests);
        summary.RejectedRequestsCount = Volatile.Read(ref _rejectedRequests);
    }

    /// <summary>Sets the counts to 0.</summary>
    public void Reset() =>
        _securityRejectedSessions = _rejectedSessions = _timeouts = _aborts = _securityRejectedRequests = _rejectedRequests = 0;

    private static bool IsSecurity(StatusCode status) =>
        status.Value
            is StatusCodes.BadUserAccessDenied
                or StatusCodes.BadIdentityTokenInvalid
                or StatusCodes.BadIdentityTokenRejected
                or StatusCodes.BadUserSignatureInvalid
                or StatusCodes.BadApplicationSignatureInvalid
                or StatusCodes.BadSecurityChecksFailed
                or StatusCodes.BadSecureChannelIdInvalid
                or StatusCodes.BadSessionIdInvalid
                or StatusCodes.BadSessionNotActivated
                or StatusCodes.BadNonceInvalid
                or StatusCodes.BadSecurityPolicyRejected
                or StatusCodes.BadSecurityModeRejected
                or StatusCodes.BadSecurityModeInsufficient
                or StatusCodes.BadCertificateInvalid
                or StatusCodes.BadCertificateUriInvalid
                or StatusCodes.BadCertificateUntrusted
                or StatusCodes.BadIdentityChangeNotSupported;
}

/// <summary>How a session ended.</summary>
internal enum SessionEnd
{
    /// <summary>Its client closed it.</summary>
    Closed,

    /// <summary>Its client sent no request for longer than the session timeout.</summary>
    TimedOut,

    /// <summary>The server ended it: the client broke a rule, its place was needed, or the server stops.</summary>
    Terminated,
}
