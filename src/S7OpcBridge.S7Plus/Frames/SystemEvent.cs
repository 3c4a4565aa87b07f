using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Frames;

/// <summary>A message of the system: it confirms bytes, or says that something went wrong. Numbers in it have their full width.</summary>
/// <param name="ConfirmedBytes">How many bytes the peer has received.</param>
/// <param name="Content">The structure with what happened; null where there is none.</param>
/// <param name="Text">A text such as LOGOUT; null where there is none.</param>
internal sealed record SystemEvent(uint ConfirmedBytes, PlusStruct? Content, string? Text)
{
    /// <summary>The request that it is about; 0 where it says none.</summary>
    public ushort Sequence => (ushort)(Content?[PlusIds.EventSequence]?.Bits ?? 0);

    /// <summary>What went wrong; null where the event tells of nothing.</summary>
    public S7PlusReturnValue? ReturnValue => Content?[PlusIds.EventReturnValue] is { } value ? new S7PlusReturnValue(value.Bits) : null;

    /// <summary>True where the connection cannot go on: the return value, as a signed number, is negative.</summary>
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
        // Flags 0 and type Struct, two bytes each; anything else is a text without a length.
        if (message[from.Position..].StartsWith((ReadOnlySpan<byte>)[0, 0, 0, (byte)WireType.Struct]))
            return new SystemEvent(confirmed, PlusValue.Read(ref from).Structure, null);
        return new SystemEvent(confirmed, null, Encoding.UTF8.GetString(message[from.Position..]));
    }
}
