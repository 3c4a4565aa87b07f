namespace S7OpcBridge.S7;

/// <summary>The steps of connecting in order; a failure names its step.</summary>
public enum S7ConnectStage : byte
{
    /// <summary>Name resolution.</summary>
    Resolve,

    /// <summary>The TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request: TSAPs, and thereby rack and slot.</summary>
    Cotp,

    /// <summary>The S7 setup: PDU size and jobs.</summary>
    Setup,

    /// <summary>Connected: an open connection failed.</summary>
    Open,
}

/// <summary>What ended a connection, or prevented it.</summary>
public enum S7LinkCause : byte
{
    /// <summary>Other; see the inner exception.</summary>
    Other,

    /// <summary>The name has no address.</summary>
    NameUnknown,

    /// <summary>Refused: TCP RST to the first packet, or a refusal in the COTP or S7 answer.</summary>
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
}
