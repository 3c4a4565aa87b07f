namespace S7OpcBridge.S7;

/// <summary>Why a PLC, a block or a value cannot be read: the cause behind the symptom. Each has a sentence of its own.</summary>
public enum S7Cause : byte
{
    /// <summary>The host name has no address.</summary>
    NameUnknown,

    /// <summary>The local address to connect from is none of this machine's.</summary>
    BindFailed,

    /// <summary>This machine has no route to the address.</summary>
    NoRoute,

    /// <summary>Nobody answers at the address.</summary>
    NoAnswer,

    /// <summary>A machine is there, and nothing listens on the port.</summary>
    PortClosed,

    /// <summary>What listens there is no S7 PLC.</summary>
    NotS7,

    /// <summary>Wrong rack and slot, or TSAP.</summary>
    WrongTsap,

    /// <summary>The connect request is turned away: wrong TSAP or no free connection; a probe tells which.</summary>
    TurnedAway,

    /// <summary>The connect request is not answered: an unknown TSAP of a LOGO!, or a CPU that is starting.</summary>
    ConnectUnanswered,

    /// <summary>All connections of the CPU are taken.</summary>
    NoFreeConnection,

    /// <summary>The S7 setup is refused or unanswered.</summary>
    SetupFailed,

    /// <summary>The connection was lost on the way.</summary>
    LinkLost,

    /// <summary>The session password was not taken.</summary>
    PasswordRefused,

    /// <summary>The CPU is of another family than the map says.</summary>
    OtherFamily,

    /// <summary>The CPU does not run its program: values stand still.</summary>
    CpuStopped,

    /// <summary>PUT/GET communication is not permitted.</summary>
    PutGetOff,

    /// <summary>The protection level of the CPU forbids reading.</summary>
    AccessLevel,

    /// <summary>The data block does not exist.</summary>
    BlockMissing,

    /// <summary>The data block has optimised access, so no absolute addresses.</summary>
    BlockOptimised,

    /// <summary>One of both: the CPU does not tell which.</summary>
    BlockMissingOrOptimised,

    /// <summary>The data block is shorter than the addresses in it.</summary>
    BlockTooShort,

    /// <summary>The area (M, I, Q, T, C) is shorter than the address.</summary>
    AreaTooShort,

    /// <summary>The CPU refuses this item alone.</summary>
    ItemRefused,

    /// <summary>The type or the area is not there on this family.</summary>
    TypeNotOnFamily,

    /// <summary>A module or the CPU is faulty.</summary>
    HardwareFault,

    /// <summary>The bytes are no value of the type.</summary>
    NoValue,
}
