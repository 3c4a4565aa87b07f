namespace S7OpcBridge.S7;

/// <summary>The return code of one item in an answer; the numbers are those on the wire. A failed item is data, not an exception.</summary>
public enum S7ItemStatus : byte
{
    /// <summary>Reserved on the wire; here: no answer yet.</summary>
    None = 0x00,

    /// <summary>Hardware fault of a module or the CPU.</summary>
    HardwareFault = 0x01,

    /// <summary>Access denied: protection level or PUT/GET rights.</summary>
    AccessDenied = 0x03,

    /// <summary>Address out of range: block too short, optimised block, wrong offset.</summary>
    OutOfRange = 0x05,

    /// <summary>The CPU does not know the transport type.</summary>
    TypeNotSupported = 0x06,

    /// <summary>Type and size do not match, for example a count other than 1 on a bit.</summary>
    TypeMismatch = 0x07,

    /// <summary>The object does not exist: block missing, deleted, or optimised.</summary>
    ObjectMissing = 0x0A,

    /// <summary>Success.</summary>
    Ok = 0xFF,
}
