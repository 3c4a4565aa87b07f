using System.Buffers.Binary;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>Sets the capacity field of a String (1 byte) or WString (2 bytes), which the PLC program declares and clients never write.</summary>
internal static class TextCapacity
{
    public static void SetCapacity(S7DataType type, Span<byte> bytes)
    {
        if (type.Kind == S7TypeKind.String)
            bytes[0] = (byte)type.Capacity;
        else if (type.Kind == S7TypeKind.WString)
            BinaryPrimitives.WriteUInt16BigEndian(bytes, (ushort)type.Capacity);
    }
}
