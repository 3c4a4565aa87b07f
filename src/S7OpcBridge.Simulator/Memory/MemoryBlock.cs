namespace S7OpcBridge.Simulator.Memory;

/// <summary>
/// The bytes of one data block or area. Whoever keeps it (a shape) looks at <see cref="Bytes"/> each time anew, because a download may replace them;
/// a deleted block has none. Touched under the gate of <see cref="PlcMemory"/> only.
/// </summary>
internal sealed class MemoryBlock(int length)
{
    /// <summary>The content, big-endian as on the wire.</summary>
    public byte[] Bytes { get; private set; } = new byte[length];

    /// <summary>Who may touch it.</summary>
    public BlockAccess Access { get; set; }

    /// <summary>Another one with every download; actual values do not move it.</summary>
    public ushort Checksum { get; private set; } = 1;

    /// <summary>Replaces the content by zeros of another length, as a download with initialisation does.</summary>
    public void Download(int newLength)
    {
        Bytes = new byte[newLength];
        Checksum++;
    }

    /// <summary>Makes it at least <paramref name="newLength"/> bytes long and keeps what it holds.</summary>
    public void Grow(int newLength)
    {
        if (newLength <= Bytes.Length)
            return;
        var bytes = new byte[newLength];
        Bytes.CopyTo(bytes, 0);
        Bytes = bytes;
    }
}
