using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>A refusal of S7CommPlus: the status of an item, the return value of a whole request, or a symbol that is not there.</summary>
internal sealed record PlusRefusal(short Status, TagQuality Why, string Reason) : Refusal
{
    private const short NoMemory = -4,
        OutOfResources = 37,
        GaveUp = -111,
        TooManyRequests = -112;

    public static PlusRefusal From(S7PlusItemStatus status) =>
        new((short)status, QualityOf((short)status), RemedyOf(status) is { } remedy ? $"{status.Describe()}; {remedy}" : status.Describe());

    /// <summary>The refusal of a whole request.</summary>
    public static PlusRefusal From(S7PlusRefusedException error) =>
        new(error.Code.Code, QualityOf(error.Code.Code), error.Message.TrimEnd('.'));

    /// <summary>A symbol of which it is known without asking that it cannot be read.</summary>
    public static PlusRefusal NotThere(string reason) => new((short)S7PlusItemStatus.ObjectMissing, TagQuality.ConfigurationError, reason);

    /// <summary>A symbol that is there and not shown to clients.</summary>
    public static PlusRefusal Hidden { get; } =
        new(
            (short)S7PlusItemStatus.AccessDenied,
            TagQuality.NotReadable,
            "the CPU does not show it; tick 'Accessible from HMI/OPC UA/Web API' for it and for what is around it in the block's table in TIA Portal, and "
                + "download the block"
        );

    /// <summary>A write of what nobody writes.</summary>
    public static PlusRefusal SetByCpu { get; } =
        new(
            (short)S7PlusItemStatus.ReadOnly,
            TagQuality.ConfigurationError,
            "it is an input, a timer or a counter, which nobody writes; set 'access: read'"
        );

    public override ushort Code => (ushort)Status;

    public override bool IsAboutItems => Status is not (OutOfResources or GaveUp or TooManyRequests);

    public override bool IsAboutLength => Status == NoMemory;

    public override bool IsAboutPlc => Why == TagQuality.NotReadable;

    public override TagQuality Quality => Why;

    public override TagWriteResult WriteResult =>
        (S7PlusItemStatus)Status switch
        {
            S7PlusItemStatus.Ok => TagWriteResult.Ok,
            S7PlusItemStatus.None => TagWriteResult.Timeout,
            S7PlusItemStatus.ReadOnly or S7PlusItemStatus.ReadOnlyObject or S7PlusItemStatus.AccessDenied or S7PlusItemStatus.NotAllowed =>
                TagWriteResult.Refused,
            S7PlusItemStatus.ConversionFailed => TagWriteResult.OutOfRange,
            _ => TagWriteResult.ConfigurationError,
        };

    public override string Sentence => Reason + ".";

    public override string Remedy =>
        "give the bridge a password of an access level with HMI access ('password' of the PLC), or lower the protection under "
        + "CPU properties > Protection & Security";

    public override string Words(S7Address address) => Reason;

    private static TagQuality QualityOf(short code) =>
        (S7PlusItemStatus)code is S7PlusItemStatus.AccessDenied or S7PlusItemStatus.NotAllowed
            ? TagQuality.NotReadable
            : TagQuality.ConfigurationError;

    private static string? RemedyOf(S7PlusItemStatus status) =>
        status switch
        {
            S7PlusItemStatus.AccessDenied or S7PlusItemStatus.NotAllowed =>
                "tick 'Accessible from HMI/OPC UA/Web API' in the block's table in TIA Portal, or "
                    + "give the bridge a password ('password' of the PLC)",
            S7PlusItemStatus.ReadOnly or S7PlusItemStatus.ReadOnlyObject =>
                "tick 'Writable from HMI/OPC UA/Web API' in the block's table in TIA Portal, or set " + "'access: read'",
            S7PlusItemStatus.ObjectMissing => "download the block, or correct the name or number",
            S7PlusItemStatus.AddressInvalid => "correct the address: the block is shorter, or has optimised access",
            _ => null,
        };
}
