namespace S7OpcBridge.S7Plus;

/// <summary>What an answer says of one item; negative numbers are the CPU's own codes. An item that fails is data, not an exception.</summary>
public enum S7PlusItemStatus : short
{
    /// <summary>Done.</summary>
    Ok = 0,

    /// <summary>No answer yet, or the answer did not name the item.</summary>
    None = 1,

    /// <summary>The CPU sent a value of another type or size than the item's shape.</summary>
    OtherType = 2,

    /// <summary>The subscription cannot read the item.</summary>
    NotSubscribed = 3,

    /// <summary>The CPU has no memory for it.</summary>
    NoMemory = -4,

    /// <summary>The block or object does not exist.</summary>
    ObjectMissing = -12,

    /// <summary>The symbol's checksum does not fit any more: there was a download.</summary>
    SymbolChanged = -17,

    /// <summary>The object that the item belongs to cannot be written.</summary>
    ReadOnlyObject = -50,

    /// <summary>The item cannot be written.</summary>
    ReadOnly = -41,

    /// <summary>The protection level does not allow it.</summary>
    AccessDenied = -100,

    /// <summary>The address does not exist.</summary>
    AddressInvalid = -104,

    /// <summary>Not allowed.</summary>
    NotAllowed = -107,

    /// <summary>The local id does not exist: there was a download.</summary>
    LidInvalid = -255,

    /// <summary>The type has changed: there was a download.</summary>
    TypeChanged = -256,

    /// <summary>The value does not fit the type in the CPU.</summary>
    ConversionFailed = -257,

    /// <summary>The variable has been removed: there was a download.</summary>
    Obsolete = -271,
}

/// <summary>Questions about a status.</summary>
public static class S7PlusItemStatuses
{
    /// <summary>True where the program in the CPU is another one than when it was browsed: browse again.</summary>
    public static bool TellsOfDownload(this S7PlusItemStatus status) => status is S7PlusItemStatus.SymbolChanged or S7PlusItemStatus.LidInvalid
        or S7PlusItemStatus.TypeChanged or S7PlusItemStatus.Obsolete or S7PlusItemStatus.OtherType;

    /// <summary>The status in words, without a full stop.</summary>
    public static string Describe(this S7PlusItemStatus status) => status switch
    {
        S7PlusItemStatus.None => "no answer",
        S7PlusItemStatus.OtherType => "the CPU sent another type; browse again",
        S7PlusItemStatus.NotSubscribed => "the subscription cannot read it",
        _ => ReturnCodes.Describe(new S7PlusReturnValue((ulong)(short)status)).TrimEnd('.'),
    };
}
