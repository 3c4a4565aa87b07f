namespace S7OpcBridge.S7Plus;

/// <summary>The steps of making a connection, in their order; a failure names the one it happened in.</summary>
public enum S7PlusStage : byte
{
    /// <summary>Turning a host name into addresses.</summary>
    Resolve,

    /// <summary>The TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request.</summary>
    Cotp,

    /// <summary>The request for TLS, in the clear.</summary>
    InitSsl,

    /// <summary>The TLS handshake.</summary>
    Tls,

    /// <summary>The check of the CPU's certificate.</summary>
    Certificate,

    /// <summary>The S7CommPlus session and the CPU's limits.</summary>
    Session,

    /// <summary>The password.</summary>
    Legitimation,

    /// <summary>Connected: the failure hit an open connection.</summary>
    Open,
}

/// <summary>What ended a connection, or kept it from being made.</summary>
public enum S7PlusLinkCause : byte
{
    /// <summary>Something else; the inner exception says what.</summary>
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

    /// <summary>We closed it ourselves.</summary>
    ClosedHere,

    /// <summary>The local address to connect from does not exist on this machine.</summary>
    BindFailed,

    /// <summary>The CPU said that the session is over (system event).</summary>
    EndedByCpu,
}
