using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Chunks;

/// <summary>Variants that are no packed scalar, as bytes of OPC 10000-6.</summary>
internal static class EncodedVariant
{
    /// <summary>The most bytes that a value may have.</summary>
    public const int MaxBytes = 1 << 20;

    private static readonly EncodingLimits Limits = EncodingLimits.Default with { MaxByteStringLength = MaxBytes };

    /// <summary>The encoding of a value; null where it is larger than <see cref="MaxBytes"/>.</summary>
    public static byte[]? Write(in Variant value)
    {
        for (var size = 256; size <= MaxBytes; size *= 8)
        {
            var bytes = new byte[size];
            var writer = new UaWriter(bytes);
            try
            {
                writer.WriteVariant(value);
                return bytes[..writer.Position];
            }
            catch (UaException e) when (e.Status == StatusCodes.BadResponseTooLarge)
            {
                // Tried again with more room.
            }
        }

        return null;
    }

    /// <summary>The value of an encoding; <see cref="InvalidDataException"/> where it is none.</summary>
    public static Variant Read(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return new UaReader(bytes, Limits).ReadVariant();
        }
        catch (UaException e)
        {
            throw new InvalidDataException("A stored value cannot be decoded: " + e.Message, e);
        }
    }
}
