namespace S7OpcBridge.Simulator.Memory;

/// <summary>
/// The bytes of one data block or area. Users read <see cref="Bytes"/> again each time, because a download may replace them; a deleted block has none. Accessed
/// only under the lock of <see cref="PlcMemory"/>.
/// </summary>
internal sealed class MemoryBlock(int length)
{
    /// <summary>The content, big-endian as on the wire.</summary>
    public byte[] Bytes { get; private set; } = new byte[length];

    /// <summary>Access of clients.</summary>
    public BlockAccess Access { get; set; }

    /// <summary>Changes with every download, but not with actual values.</summary>
    public ushort Checksum { get; private set; } = 1;

    /// <summary>Replaces the content by zeros of a new length, as a download with initialisation does.</summary>
    public void Download(int newLength)
    {
        Bytes = new byte[newLength];
        Checksum++;
    }

    /// <summary>Extends it to at least <paramref name="newLength"/> bytes and keeps its content.</summary>
    public void Grow(int newLength)
    {
        if (newLength <= Bytes.Length)
            return;
        var bytes = new byte[newLength];
        Bytes.CopyTo(bytes, 0);
        Bytes = bytes;
    }
}
