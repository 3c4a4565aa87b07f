namespace S7OpcBridge.Simulator.Services;

/// <summary>The answer of a userdata service: data, or an error code.</summary>
/// <param name="Error">0, or a code such as D401.</param>
/// <param name="Data">The data without their four-byte header; split into several parts where they do not fit one PDU.</param>
internal readonly record struct UserdataReply(ushort Error, ReadOnlyMemory<byte> Data)
{
    /// <summary>The code of services that a CPU does not offer.</summary>
    public const ushort NotAvailable = 0x8104;

    /// <summary>The CPU does not offer the service.</summary>
    public static UserdataReply NotOffered => new(NotAvailable, default);

    /// <summary>Success without data.</summary>
    public static UserdataReply Done => default;

    /// <summary>The CPU closes the connection instead of answering.</summary>
    public static UserdataReply DropLink => new(0xFFFF, default);

    public static UserdataReply Fail(ushort error) => new(error, default);

    public static UserdataReply WithData(byte[] data) => new(0, data);
}
