using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Frames;

/// <summary>A system message: it confirms received bytes or reports an error. Its numbers have fixed length.</summary>
/// <param name="ConfirmedBytes">Number of bytes that the peer has received.</param>
/// <param name="Content">The structure with the event; null: none.</param>
/// <param name="Text">A text such as LOGOUT; null where there is none.</param>
internal sealed record SystemEvent(uint ConfirmedBytes, PlusStruct? Content, string? Text)
{
    /// <summary>Sequence number of the request concerned; 0: none.</summary>
    public ushort Sequence => (ushort)(Content?[PlusIds.EventSequence]?.Bits ?? 0);

    /// <summary>The error; null: none.</summary>
    public S7PlusReturnValue? ReturnValue => Content?[PlusIds.EventReturnValue] is { } value ? new S7PlusReturnValue(value.Bits) : null;

    /// <summary>True where the connection cannot continue: the return value as a signed number is negative.</summary>
    public bool IsFatal => ReturnValue is { } value && (long)value.Raw < 0;

    public static SystemEvent Read(ReadOnlySpan<byte> message)
    {
        var from = new PlusReader(message) { IsWide = true };
        from.UInt32();
        var confirmed = from.UInt32();
        from.UInt32();
        from.UInt32();
        if (from.Left < 4)
            return new SystemEvent(confirmed, null, null);
        // Flags 0 and type Struct, two bytes each; otherwise a text without a length.
        if (message[from.Position..].StartsWith((ReadOnlySpan<byte>)[0, 0, 0, (byte)WireType.Struct]))
            return new SystemEvent(confirmed, PlusValue.Read(ref from).Structure, null);
        return new SystemEvent(confirmed, null, Encoding.UTF8.GetString(message[from.Position..]));
    }
}
