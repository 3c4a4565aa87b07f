using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace S7OpcBridge.S7;

/// <summary>Kind of a block; the numbers are those of the wire, ASCII digits and letters.</summary>
public enum S7BlockType : byte
{
    /// <summary>Organisation block.</summary>
    OB = (byte)'8',

    /// <summary>Data block.</summary>
    DB = (byte)'A',

    /// <summary>System data block.</summary>
    SDB = (byte)'B',

    /// <summary>Function.</summary>
    FC = (byte)'C',

    /// <summary>System function.</summary>
    SFC = (byte)'D',

    /// <summary>Function block.</summary>
    FB = (byte)'E',

    /// <summary>System function block.</summary>
    SFB = (byte)'F',
}

/// <summary>The block information of a CPU (userdata group 3, function 3).</summary>
/// <param name="Length">Length of its content in bytes; for a data block the addressable bytes.</param>
/// <param name="LoadMemory">Bytes that it takes in load memory.</param>
/// <param name="Version">High nibble and low nibble of its version, as <c>1.0</c>.</param>
/// <param name="Checksum">Checksum of the downloaded block; 0 where the CPU provides none. Actual values do not change it.</param>
/// <param name="InterfaceTime">Time of the last change of its declaration, in the CPU's six-byte format, for comparison only.</param>
public sealed record S7BlockInfo(int Number, int Length, int LoadMemory, string Version, int Checksum = 0, long InterfaceTime = 0)
{
    private const int NumberOffset = 12;
    private const int LoadMemoryOffset = 14;
    private const int InterfaceTimeOffset = 28;
    private const int LengthOffset = 40;
    private const int VersionOffset = 66;
    private const int ChecksumOffset = 68;
    private const int MinLength = VersionOffset + 1;

    /// <summary><c>30</c>, the type, five digits of the number, <c>41</c> for the active file system.</summary>
    internal static byte[] Request(S7BlockType type, int number)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(number);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(number, ushort.MaxValue);
        return Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"0{(char)type}{number:D5}A"));
    }

    internal static S7BlockInfo Parse(ReadOnlySpan<byte> payload)
    {
        var layout = LayoutOf(payload);
        return new S7BlockInfo(
            BinaryPrimitives.ReadUInt16BigEndian(payload[NumberOffset..]),
            layout.Length,
            BinaryPrimitives.ReadInt32BigEndian(payload[LoadMemoryOffset..]),
            $"{payload[VersionOffset] >> 4}.{payload[VersionOffset] & 0x0F}",
            layout.Checksum,
            layout.InterfaceTime
        );
    }

    /// <summary>The part that identifies the layout of its members.</summary>
    internal static S7BlockLayout LayoutOf(ReadOnlySpan<byte> payload)
    {
        if (payload.Length < MinLength)
            throw new S7ProtocolException($"Broken block information: {payload.Length} bytes instead of {MinLength} or more.");
        return new S7BlockLayout(
            BinaryPrimitives.ReadUInt16BigEndian(payload[LengthOffset..]),
            payload.Length >= ChecksumOffset + 2 ? BinaryPrimitives.ReadUInt16BigEndian(payload[ChecksumOffset..]) : 0,
            BinaryPrimitives.ReadInt64BigEndian(payload[(InterfaceTimeOffset - 2)..]) & 0xFFFF_FFFF_FFFF
        );
    }
}
