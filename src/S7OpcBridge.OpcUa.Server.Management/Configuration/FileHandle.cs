namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>A TrustList file that a session has open: a copy of the list to read, or a new list that others do not see before CloseAndUpdate.</summary>
internal sealed class FileHandle(uint id, NodeId session, bool writes, byte[] content, long opened) : IDisposable
{
    private readonly MemoryStream _content = Fill(content);

    public uint Id { get; } = id;

    public NodeId Session { get; } = session;

    /// <summary>True: open for writing alone; false: for reading alone.</summary>
    public bool Writes { get; } = writes;

    /// <summary>When it was last used, by <see cref="TimeProvider.GetTimestamp"/>.</summary>
    public long LastUsed { get; set; } = opened;

    public ulong Position => (ulong)_content.Position;

    /// <summary>Reads up to <paramref name="length"/> bytes from the position on; none at the end.</summary>
    public byte[] Read(int length)
    {
        var bytes = new byte[Math.Min(length, _content.Length - _content.Position)];
        _content.ReadExactly(bytes);
        return bytes;
    }

    /// <exception cref="UaException">BadRequestTooLarge.</exception>
    public void Write(byte[] bytes, int largest)
    {
        if (_content.Position + bytes.Length > largest)
            throw new UaException(StatusCodes.BadRequestTooLarge, $"A trust list may have {largest} bytes (MaxTrustListSize).");
        _content.Write(bytes);
    }

    /// <summary>Sets the position; a position after the end becomes the end (OPC 10000-20, 4.2.7).</summary>
    public void Seek(ulong position) => _content.Position = (long)Math.Min(position, (ulong)_content.Length);

    public ReadOnlySpan<byte> Content => _content.GetBuffer().AsSpan(0, (int)_content.Length);

    public void Dispose() => _content.Dispose();

    private static MemoryStream Fill(byte[] content)
    {
        var stream = new MemoryStream();
        stream.Write(content);
        stream.Position = 0;
        return stream;
    }
}
