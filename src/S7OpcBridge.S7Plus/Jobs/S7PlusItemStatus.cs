using S7OpcBridge.S7Plus.Jobs;

namespace S7OpcBridge.S7Plus;

/// <summary>The status of one item in an answer; negative numbers are codes of the CPU. A failed item is data, not an exception.</summary>
public enum S7PlusItemStatus : short
{
    /// <summary>Success.</summary>
    Ok = 0,

    /// <summary>Not answered yet, or the answer does not contain the item.</summary>
    None = 1,

    /// <summary>The CPU sent a value whose type or size differs from the item's shape.</summary>
    OtherType = 2,

    /// <summary>The subscription cannot read the item.</summary>
    NotSubscribed = 3,

    /// <summary>The CPU is out of memory.</summary>
    NoMemory = -4,

    /// <summary>The block or object does not exist.</summary>
    ObjectMissing = -12,

    /// <summary>The checksum of the symbol no longer matches, because of a download.</summary>
    SymbolChanged = -17,

    /// <summary>The object of the item cannot be written.</summary>
    ReadOnlyObject = -50,

    /// <summary>The item cannot be written.</summary>
    ReadOnly = -41,

    /// <summary>The protection level does not allow it.</summary>
    AccessDenied = -100,

    /// <summary>The address does not exist.</summary>
    AddressInvalid = -104,

    /// <summary>Not allowed.</summary>
    NotAllowed = -107,

    /// <summary>The local id does not exist, because of a download.</summary>
    LidInvalid = -255,

    /// <summary>The type has changed, because of a download.</summary>
    TypeChanged = -256,

    /// <summary>The value cannot be converted to the type in the CPU.</summary>
    ConversionFailed = -257,

    /// <summary>The variable was removed by a download.</summary>
    Obsolete = -271,
}

/// <summary>Extension methods of a status.</summary>
public static class S7PlusItemStatuses
{
    /// <summary>True where the program in the CPU has changed since it was browsed: browse again.</summary>
    public static bool TellsOfDownload(this S7PlusItemStatus status) =>
        status
            is S7PlusItemStatus.SymbolChanged
                or S7PlusItemStatus.LidInvalid
                or S7PlusItemStatus.TypeChanged
                or S7PlusItemStatus.Obsolete
                or S7PlusItemStatus.OtherType;

    /// <summary>The status as text, without a full stop.</summary>
    public static string Describe(this S7PlusItemStatus status) =>
        status switch
        {
            S7PlusItemStatus.None => "no answer",
            S7PlusItemStatus.OtherType => "the CPU sent another type; browse again",
            S7PlusItemStatus.NotSubscribed => "the subscription cannot read it",
            _ => ReturnCodes.Describe(new S7PlusReturnValue((ulong)(short)status)).TrimEnd('.'),
        };
}
