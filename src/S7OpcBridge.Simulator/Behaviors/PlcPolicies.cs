namespace S7OpcBridge.Simulator;

/// <summary>What a CPU does with a caller that it does not want: a wrong TSAP, no connection left.</summary>
public enum Refusal : byte
{
    /// <summary>Resets the TCP connection: what S7-300/400/1200/1500 do.</summary>
    Reset,

    /// <summary>Says nothing at all.</summary>
    Silence,

    /// <summary>Answers the CR with a COTP disconnect request (DR).</summary>
    Disconnect,
}

/// <summary>How a CPU takes requests for system status lists (SZL).</summary>
public enum SzlPolicy : byte
{
    /// <summary>Answers every list it is asked for that the simulator knows.</summary>
    Full,

    /// <summary>Answers 0011, 001C, 0131 and 0424 only, anything else with D401: S7-1200 and S7-1500.</summary>
    Subset,

    /// <summary>Answers with D402: no such information.</summary>
    None,

    /// <summary>Drops the link: LOGO!.</summary>
    DropLink,
}

/// <summary>What a CPU does with a job of more items than it likes, though the frame fits the PDU.</summary>
public enum ItemOverflow : byte
{
    /// <summary>Answers the first items only, as the Snap7 server does.</summary>
    Truncate,

    /// <summary>Refuses the job with 8500.</summary>
    Refuse,
}

/// <summary>What a CPU does with more jobs in flight than were negotiated.</summary>
public enum JobOverflow : byte
{
    /// <summary>Serves them later.</summary>
    Queue,

    /// <summary>Resets the connection.</summary>
    Reset,
}

/// <summary>What a CPU does when PDU and TPDU size disagree.</summary>
public enum TpduPolicy : byte
{
    /// <summary>Negotiates the next smaller of 960, 480 and 240 that the TPDU holds: S7-1500.</summary>
    ShrinkPdu,

    /// <summary>Keeps the PDU and cuts its answers into several DT TPDUs: gateways and CPs.</summary>
    Fragment,
}
