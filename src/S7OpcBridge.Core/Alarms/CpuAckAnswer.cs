namespace S7OpcBridge.Core;

/// <summary>How an acknowledgement ended.</summary>
public enum CpuAckResult : byte
{
    /// <summary>The CPU has accepted it; that the alarm is acknowledged comes with a batch.</summary>
    Accepted,

    /// <summary>The alarm is acknowledged already, or has none to give.</summary>
    AlreadyAcked,

    /// <summary>The CPU has refused it.</summary>
    Refused,

    /// <summary>The map does not allow it, or the kind of CPU does not have it.</summary>
    NotSupported,

    /// <summary>The CPU is not connected, or sends no alarms.</summary>
    NoCommunication,

    /// <summary>The CPU did not answer in time.</summary>
    Timeout,
}

/// <summary>The answer to an acknowledgement.</summary>
/// <param name="Result">How it ended.</param>
/// <param name="Sentence">Why it was not accepted; empty: it was.</param>
public readonly record struct CpuAckAnswer(CpuAckResult Result, string Sentence = "");
