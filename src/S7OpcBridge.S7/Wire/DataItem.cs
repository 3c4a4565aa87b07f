using System.Buffers.Binary;

namespace S7OpcBridge.S7.Wire;

/// <summary>
/// The header of a data item in answers of reads and in writes: <c>code1 transport1 length2</c>; data follow, padded to an even length unless the item is the
/// last.
/// </summary>
/// <param name="Status">Return code; 0 in a write.</param>
/// <param name="Transport">The unit of the length on the wire.</param>
/// <param name="ByteLength">Bytes of data that follow; 0 for an item that failed, whatever its length field says.</param>
internal readonly record struct DataItem(S7ItemStatus Status, DataTransport Transport, int ByteLength)
{
    public const int HeaderLength = 4;

    /// <summary>Bytes of an item with its pad byte.</summary>
    public static int Padded(int byteLength) => HeaderLength + byteLength + (byteLength & 1);

    /// <summary>Writes the header; the caller writes the data after it.</summary>
    public void Write(Span<byte> destination)
    {
        destination[0] = (byte)Status;
        destination[1] = (byte)Transport;
        BinaryPrimitives.WriteUInt16BigEndian(
            destination[2..],
            (ushort)(
                Transport switch
                {
                    DataTransport.Bit => ByteLength,
                    DataTransport.Byte or DataTransport.Int => ByteLength * 8,
                    _ => ByteLength,
                }
            )
        );
    }

    /// <summary>Reads the header of an item in the answer of a read.</summary>
    /// <exception cref="S7ProtocolException">Cut off, or a transport without a known unit.</exception>
    public static DataItem ReadAnswer(ReadOnlySpan<byte> source)
    {
        CheckHead(source);
        // A failed item consists of its header only: CPUs of the 1500 family send length 0, the Snap7 server 4, and neither sends data.
        return source[0] == (byte)S7ItemStatus.Ok ? Read(source) : new DataItem((S7ItemStatus)source[0], DataTransport.None, 0);
    }

    /// <summary>Reads the header of an item in a write request.</summary>
    /// <exception cref="S7ProtocolException">Cut off, or a transport without a known unit.</exception>
    public static DataItem ReadRequest(ReadOnlySpan<byte> source)
    {
        CheckHead(source);
        return Read(source);
    }

    private static DataItem Read(ReadOnlySpan<byte> source)
    {
        var transport = (DataTransport)source[1];
        var length = BinaryPrimitives.ReadUInt16BigEndian(source[2..]);
        return new DataItem(
            (S7ItemStatus)source[0],
            transport,
            transport switch
            {
                DataTransport.Bit or DataTransport.Byte or DataTransport.Int => (length + 7) / 8,
                DataTransport.DInt or DataTransport.Real or DataTransport.Octets => length,
                _ => throw new S7ProtocolException($"Broken data item: transport {source[1]:X2} is none of 03, 04, 05, 06, 07, 09."),
            }
        );
    }

    private static void CheckHead(ReadOnlySpan<byte> source)
    {
        if (source.Length < HeaderLength)
            throw new S7ProtocolException($"Broken data item: {source.Length} bytes are left where a head of {HeaderLength} should be.");
    }
}
