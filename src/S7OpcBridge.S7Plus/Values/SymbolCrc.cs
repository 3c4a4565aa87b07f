using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>
/// The checksum of names and types along a symbol path, by which the CPU detects changed symbols. It excludes the block's name. CRC-32 with polynomial
/// 0xF4ACFB13, start 0, not reflected.
/// </summary>
/// <remarks>For a path through an array element no formula is known: 0 must be sent, which disables the check.</remarks>
internal struct SymbolCrc
{
    private const uint Polynomial = 0xF4AC_FB13;
    private const byte NextMember = 0x89;

    private static readonly uint[] Table = MakeTable();

    private uint _path;
    private bool _started;

    /// <summary>The checksum of the path so far; 0 for an empty one.</summary>
    public readonly uint Value => _path;

    /// <summary>Adds a member that is not an array.</summary>
    public void Add(string name, S7PlusType type) => AddMember(Step(ForName(name), TypeTable.ChecksumCode(type)));

    /// <summary>Adds a whole array.</summary>
    public void AddArray(string name, S7PlusType elementType, int lowerBound)
    {
        var crc = Step(ForName(name), (byte)S7PlusType.Array);
        AddMember(StepLittleEndian(Step(crc, TypeTable.ChecksumCode(elementType)), (uint)lowerBound));
    }

    private void AddMember(uint member)
    {
        _path = StepLittleEndian(_started ? Step(_path, NextMember) : 0, member);
        _started = true;
    }

    private static uint ForName(string name)
    {
        var crc = 0u;
        foreach (var next in Encoding.UTF8.GetBytes(name))
            crc = Step(crc, next);
        return crc;
    }

    private static uint StepLittleEndian(uint crc, uint value)
    {
        Span<byte> bytes = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
        foreach (var next in bytes)
            crc = Step(crc, next);
        return crc;
    }

    private static uint Step(uint crc, byte next) => Table[(crc >> 24) ^ next] ^ (crc << 8);

    private static uint[] MakeTable()
    {
        var table = new uint[256];
        for (var i = 0u; i < table.Length; i++)
        {
            var crc = i << 24;
            for (var bit = 0; bit < 8; bit++)
                crc = (crc & 0x8000_0000) != 0 ? (crc << 1) ^ Polynomial : crc << 1;
            table[i] = crc;
        }
        return table;
    }
}
