namespace S7OpcBridge.Simulator;

/// <summary>How a CPU refuses a connection: wrong TSAP, no free connection.</summary>
public enum ConnectRefusal : byte
{
    /// <summary>Resets the TCP connection, as S7-300/400/1200/1500 do.</summary>
    Reset,

    /// <summary>Does not answer.</summary>
    Silence,

    /// <summary>Answers the CR with a COTP disconnect request (DR).</summary>
    Disconnect,
}

/// <summary>How a CPU answers requests for system status lists (SZL).</summary>
public enum SzlPolicy : byte
{
    /// <summary>Answers every list that the simulator supports.</summary>
    Full,

    /// <summary>Answers 0011, 001C, 0131 and 0424 only, all others with D401: S7-1200 and S7-1500.</summary>
    Subset,

    /// <summary>Answers with D402: unknown information.</summary>
    None,

    /// <summary>Closes the connection: LOGO!.</summary>
    DropLink,
}

/// <summary>How a CPU handles a job with too many items whose frame fits the PDU.</summary>
public enum ItemOverflow : byte
{
    /// <summary>Answers only the first items, as the Snap7 server does.</summary>
    Truncate,

    /// <summary>Refuses the job with 8500.</summary>
    Refuse,
}

/// <summary>How a CPU handles more jobs in flight than negotiated.</summary>
public enum JobOverflow : byte
{
    /// <summary>Serves them later.</summary>
    Queue,

    /// <summary>Resets the connection.</summary>
    Reset,
}

/// <summary>How a CPU handles a TPDU size that is too small for the PDU.</summary>
public enum TpduPolicy : byte
{
    /// <summary>Grants the largest of 960, 480 and 240 that fits the TPDU: S7-1500.</summary>
    ShrinkPdu,

    /// <summary>Keeps the PDU size and fragments its answers: gateways and CPs.</summary>
    Fragment,
}
