using S7OpcBridge.Simulator.Messages;

namespace S7OpcBridge.Simulator.Services;

/// <summary>The state of one classic S7 connection.</summary>
internal sealed class S7LinkState
{
    /// <summary>True after COTP connect request and confirm.</summary>
    public bool IsConnected { get; set; }

    /// <summary>Negotiated PDU size in bytes; 0 before the negotiation.</summary>
    public int PduSize { get; set; }

    /// <summary>Negotiated jobs in flight.</summary>
    public int MaxJobs { get; set; } = 1;

    /// <summary>Agreed TPDU size in bytes.</summary>
    public int TpduSize { get; set; } = 128;

    /// <summary>True once the session password was sent.</summary>
    public bool IsUnlocked { get; set; }

    /// <summary>The messages that it asked for; null: it cannot have any.</summary>
    public MessageReader? Messages { get; init; }

    /// <summary>The rests of userdata answers that did not fit one PDU.</summary>
    public AnswerRests Rests { get; } = new();

    /// <summary>The number of the last userdata answer, 1–255.</summary>
    public byte UserdataSequence { get; set; }
}
