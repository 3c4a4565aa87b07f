namespace S7OpcBridge.S7;

/// <summary>The cause why a PLC, a block or a value cannot be read. Each has its own diagnosis text.</summary>
public enum S7Cause : byte
{
    /// <summary>The host name has no address.</summary>
    NameUnknown,

    /// <summary>The configured local address is not an address of this machine.</summary>
    BindFailed,

    /// <summary>This machine has no route to the address.</summary>
    NoRoute,

    /// <summary>Nobody answers at the address.</summary>
    NoAnswer,

    /// <summary>The machine answers, but nothing listens on the port.</summary>
    PortClosed,

    /// <summary>The service at this port does not speak S7.</summary>
    NotS7,

    /// <summary>Wrong rack and slot, or TSAP.</summary>
    WrongTsap,

    /// <summary>The connect request is refused: wrong TSAP or no free connection; a probe distinguishes them.</summary>
    TurnedAway,

    /// <summary>The connect request is not answered: a TSAP that a LOGO! does not know, or a CPU that is starting.</summary>
    ConnectUnanswered,

    /// <summary>All connection resources of the CPU are in use.</summary>
    NoFreeConnection,

    /// <summary>The S7 setup is refused or unanswered.</summary>
    SetupFailed,

    /// <summary>The connection was lost during the examination.</summary>
    LinkLost,

    /// <summary>The session password was not accepted.</summary>
    PasswordRefused,

    /// <summary>The CPU belongs to another family than the map states.</summary>
    OtherFamily,

    /// <summary>The CPU is not in RUN: its values do not change.</summary>
    CpuStopped,

    /// <summary>PUT/GET communication is not permitted.</summary>
    PutGetOff,

    /// <summary>The protection level of the CPU forbids reading.</summary>
    AccessLevel,

    /// <summary>The data block does not exist.</summary>
    BlockMissing,

    /// <summary>The data block has optimised access and therefore no absolute addresses.</summary>
    BlockOptimised,

    /// <summary>The data block is missing or optimised; the CPU does not report which.</summary>
    BlockMissingOrOptimised,

    /// <summary>The data block is shorter than the addresses in it.</summary>
    BlockTooShort,

    /// <summary>The area (M, I, Q, T, C) ends before the address.</summary>
    AreaTooShort,

    /// <summary>The CPU refuses only this item.</summary>
    ItemRefused,

    /// <summary>The type or the area does not exist on this family.</summary>
    TypeNotOnFamily,

    /// <summary>A module or the CPU is faulty.</summary>
    HardwareFault,

    /// <summary>The bytes are not valid for the type.</summary>
    NoValue,

    /// <summary>A String or WString has another maximum length in the PLC than in the map.</summary>
    TextLength,
}
