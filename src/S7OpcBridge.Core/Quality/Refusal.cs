using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Why the PLC refuses a tag: the return code of an item (below 0x100) or the error code of a whole job. Knows what it means for the value, and the words for it.</summary>
internal readonly record struct Refusal(ushort Code)
{
    public static Refusal Of(S7ItemStatus status) => new((ushort)status);

    public static Refusal Of(S7RefusedException error) => new(error.Code);

    /// <summary>True: the code speaks of what was asked, so asking for less finds the culprit. Otherwise the PLC is short of something and the same job may pass later.</summary>
    public bool IsAboutItems => Code < 0x100 || (Code >> 8) is 0x81 or 0x84 or 0x85 or 0x87 or 0xD2 or 0xD8;

    public TagQuality Quality => Code switch
    {
        (ushort)S7ItemStatus.HardwareFault => TagQuality.DeviceFailure,
        (ushort)S7ItemStatus.AccessDenied => TagQuality.NotReadable,
        _ => TagQuality.ConfigurationError,
    };

    public TagWriteResult WriteResult => Code switch
    {
        (ushort)S7ItemStatus.Ok => TagWriteResult.Ok,
        (ushort)S7ItemStatus.None => TagWriteResult.Timeout,
        (ushort)S7ItemStatus.HardwareFault => TagWriteResult.DeviceFailure,
        (ushort)S7ItemStatus.AccessDenied or 0x8703 or 0xD241 or 0xD602 => TagWriteResult.Refused,
        < 0x100 or 0x8104 => TagWriteResult.ConfigurationError,
        _ => IsAboutItems ? TagWriteResult.ConfigurationError : TagWriteResult.DeviceFailure,
    };

    /// <summary>Cause and fix, to stand behind the name and the address of a tag.</summary>
    public string Words(S7Address address) => Code switch
    {
        (ushort)S7ItemStatus.HardwareFault => "hardware fault of a module or the CPU (01); look at the diagnostic buffer of the CPU and at the module that owns the address",
        (ushort)S7ItemStatus.AccessDenied => "the PLC's protection refuses the access (03); lower the access level under CPU properties > Protection & Security, or take the tag out of the map",
        (ushort)S7ItemStatus.OutOfRange when address.Area == S7Area.DataBlock =>
            $"DB{address.Db} has no such bytes (05): it is shorter than the map says, or has optimised access; correct the offset, or clear 'Optimized block access' in the block's attributes and download it",
        (ushort)S7ItemStatus.OutOfRange => "the CPU has no such address in this area (05); correct the address",
        (ushort)S7ItemStatus.TypeNotSupported => "the CPU does not know this kind of access (06); use a DB or marker address for the value",
        (ushort)S7ItemStatus.TypeMismatch => "type and size do not fit for the CPU (07); correct the address or the type",
        (ushort)S7ItemStatus.ObjectMissing when address.Area == S7Area.DataBlock =>
            $"DB{address.Db} does not exist in the PLC or has optimised access (0A); download the block, correct its number, or clear 'Optimized block access' in its attributes",
        (ushort)S7ItemStatus.ObjectMissing => "the CPU does not have this object (0A); correct the address",
        0x8104 => $"the PLC does not permit this access (8104); {PutGetFix}",
        0x8500 => "the PLC refuses any job with this address (8500); correct the address, or lower maxItems or pduSize for this PLC",
        < 0x100 => $"the PLC answers with the unknown code {Code:X2}; correct the address",
        _ => $"the PLC refuses any job with this address ({Code:X4}); correct the address",
    };

    /// <summary>Where the switch for PUT/GET is.</summary>
    public const string PutGetFix = "in TIA Portal tick 'Permit access with PUT/GET communication from remote partner' under CPU properties > Protection & Security > Connection mechanisms, and download the hardware configuration";
}
