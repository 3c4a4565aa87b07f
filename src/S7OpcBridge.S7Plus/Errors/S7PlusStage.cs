namespace S7OpcBridge.S7Plus;

/// <summary>The steps of connecting in order; a failure names its step.</summary>
public enum S7PlusStage : byte
{
    /// <summary>Name resolution.</summary>
    Resolve,

    /// <summary>The TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request.</summary>
    Cotp,

    /// <summary>The request for TLS, unencrypted.</summary>
    InitSsl,

    /// <summary>The TLS handshake.</summary>
    Tls,

    /// <summary>The check of the CPU's certificate.</summary>
    Certificate,

    /// <summary>The S7CommPlus session and the CPU's limits.</summary>
    Session,

    /// <summary>The password.</summary>
    Legitimation,

    /// <summary>Connected: an open connection failed.</summary>
    Open,
}

/// <summary>What ended a connection, or prevented it.</summary>
public enum S7PlusLinkCause : byte
{
    /// <summary>Other; see the inner exception.</summary>
    Other,

    /// <summary>The name has no address.</summary>
    NameUnknown,

    /// <summary>Refused: TCP RST to the first packet, or a refusal in an answer.</summary>
    Refused,

    /// <summary>No route to the address.</summary>
    Unreachable,

    /// <summary>No answer in time.</summary>
    TimedOut,

    /// <summary>The peer closed or reset the TCP connection.</summary>
    ClosedByPeer,

    /// <summary>Closed by this program.</summary>
    ClosedHere,

    /// <summary>The configured local address does not exist on this machine.</summary>
    BindFailed,

    /// <summary>The CPU ended the session (system event).</summary>
    EndedByCpu,
}
