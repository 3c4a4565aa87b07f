using System.Buffers.Binary;
using System.Globalization;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>A value that a block sent with its alarm (SD, SD_1 to SD_10).</summary>
public sealed class S7MessageValue
{
    private readonly DataTransport _transport;

    internal S7MessageValue(DataTransport transport, ReadOnlyMemory<byte> bytes) => (_transport, Bytes) = (transport, bytes);

    /// <summary>The bytes, big-endian.</summary>
    public ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>
    /// The value as a text: a number where the CPU says that it is one, else hexadecimal digits as STEP 7 writes them (<c>16#00FF</c>), because the wire does
    /// not tell a WORD from an INT.
    /// </summary>
    public override string ToString()
    {
        var bytes = Bytes.Span;
        return _transport switch
        {
            DataTransport.Bit when bytes.Length == 1 => bytes[0] == 0 ? "FALSE" : "TRUE",
            DataTransport.Int when bytes.Length == 2 => Text(BinaryPrimitives.ReadInt16BigEndian(bytes)),
            DataTransport.Int or DataTransport.DInt when bytes.Length == 4 => Text(BinaryPrimitives.ReadInt32BigEndian(bytes)),
            DataTransport.Real when bytes.Length == 4 => BinaryPrimitives.ReadSingleBigEndian(bytes).ToString(CultureInfo.InvariantCulture),
            _ => "16#" + Convert.ToHexString(bytes),
        };
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
