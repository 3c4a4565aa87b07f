using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>A refusal of classic S7: the return code of an item (below 0x100) or the error code of a whole job.</summary>
internal sealed record S7Refusal : Refusal
{
    private const ushort NotAvailable = 0x8104,
        WrongFrame = 0x8500,
        NotPermitted = 0xD241;

    public S7Refusal(ushort code, string sentence = "") => (Code, Sentence) = (code, sentence);

    public static S7Refusal From(S7ItemStatus status) => new((ushort)status);

    public static S7Refusal From(S7RefusedException error) => new(error.Code, error.Message);

    public override ushort Code { get; }

    public override string Sentence { get; }

    public override bool IsAboutItems => Code < 0x100 || (Code >> 8) is 0x81 or 0x84 or 0x85 or 0x87 or 0xD2 or 0xD8;

    public override bool IsAboutLength => Code == WrongFrame;

    public override bool IsAboutPlc => Code is NotAvailable or NotPermitted;

    public override string Remedy => S7Reason.PutGetRemedy;

    public override TagQuality Quality =>
        Code switch
        {
            (ushort)S7ItemStatus.HardwareFault => TagQuality.DeviceFailure,
            (ushort)S7ItemStatus.AccessDenied => TagQuality.NotReadable,
            _ => TagQuality.ConfigurationError,
        };

    public override TagWriteResult WriteResult =>
        Code switch
        {
            (ushort)S7ItemStatus.Ok => TagWriteResult.Ok,
            (ushort)S7ItemStatus.None => TagWriteResult.Timeout,
            (ushort)S7ItemStatus.HardwareFault => TagWriteResult.DeviceFailure,
            (ushort)S7ItemStatus.AccessDenied or 0x8703 or 0xD241 or 0xD602 => TagWriteResult.Refused,
            < 0x100 or 0x8104 => TagWriteResult.ConfigurationError,
            _ => IsAboutItems ? TagWriteResult.ConfigurationError : TagWriteResult.DeviceFailure,
        };

    public override string Words(S7Address address) =>
        Code switch
        {
            (ushort)S7ItemStatus.HardwareFault =>
                "hardware fault of a module or the CPU (01); look at the diagnostic buffer of the CPU and at the module that "
                    + "owns the address",
            (ushort)S7ItemStatus.AccessDenied =>
                "the PLC's protection refuses the access (03); lower the access level under CPU properties > Protection & "
                    + "Security, or remove the tag from the map",
            (ushort)S7ItemStatus.OutOfRange when address.Area == S7Area.DataBlock =>
                $"DB{address.Db} has no such bytes (05): it is shorter than in the map, or has optimised access; correct the offset, or clear 'Optimized block "
                    + "access' in the block's attributes and download it",
            (ushort)S7ItemStatus.OutOfRange => "the CPU has no such address in this area (05); correct the address",
            (ushort)S7ItemStatus.TypeNotSupported =>
                "the CPU does not know this kind of access (06); use a DB or marker address for the value",
            (ushort)S7ItemStatus.TypeMismatch => "type and size do not fit for the CPU (07); correct the address or the type",
            (ushort)S7ItemStatus.ObjectMissing when address.Area == S7Area.DataBlock =>
                $"DB{address.Db} does not exist in the PLC or has optimised access (0A); download the block, correct its number, or clear 'Optimized block "
                    + "access' in its attributes",
            (ushort)S7ItemStatus.ObjectMissing => "the CPU does not have this object (0A); correct the address",
            0x8104 => $"the PLC does not permit this access (8104); {S7Reason.PutGetRemedy}",
            0x8500 => "the PLC refuses any job with this address (8500); correct the address, or lower maxItems or pduSize for this PLC",
            < 0x100 => $"the PLC answers with the unknown code {Code:X2}; correct the address",
            _ => $"the PLC refuses any job with this address ({Code:X4}); correct the address",
        };
}
